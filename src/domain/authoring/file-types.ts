import { normalizePath } from '../../render/bind/template-paths.ts';
import { sniffImageType } from '../../common/pictures/sniff.ts';
import { findFileKind, isTemplateFile, templateFileKinds, templateMediaType } from '../files/file-kinds.ts';

/** What is wrong with the path of a file; null if a document can name it. */
export function checkPath(path: string): string | null {
  if (normalizePath(path) !== path)
    return 'Expected a path inside the template: no leading slash, no "..", forward slashes only.';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\{\{/u.test(path) || !path.isWellFormed() || path.trim() !== path)
    return 'Expected a path without "{{", control characters, invisible characters, and spaces around it.';
  if (!isTemplateFile(path))
    return (
      'This is neither an image, a font, a PDF nor a colour profile by its name; ' +
      `accepted are ${templateFileKinds}, heic and tiff.`
    );
  return null;
}

/** The media type of a file that was found good: of an image by its content. */
export function contentType(path: string, bytes: Uint8Array): string {
  const type = findFileKind(path) === 'image' ? sniffImageType(bytes) : null;
  if (type === null) return templateMediaType(path);
  return type === 'svg' ? 'image/svg+xml' : `image/${type}`;
}
