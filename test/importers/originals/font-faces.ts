/** The fonts of a converted design for a browser: what the template has for each name in the design. */
import path from 'node:path';
import type { TemplateDocument } from '../../../generated/template.ts';
import { DesignFonts } from '../../../src/importers/fonts.ts';
import { FolderFiles } from '../../../src/importers/folder-files.ts';
import { BUNDLED_FAMILIES } from '../../../src/render/fonts/bundled-fonts.ts';
import type { TemplateFolder } from '../../../src/domain/templates/template-folder.ts';

/** A face that stands for a family of the design. */
interface Face {
  readonly family: string;
  readonly weight: number;
  readonly style: string;
  /** The path of the file, or the path in the template's folder. */
  readonly src: string;
  readonly isOwn: boolean;
  readonly range: string | null;
}

/** Scripts that only one family of the service has. */
const ranges: Readonly<Record<string, string>> = {
  'Noto Sans SC': 'U+2E80-9FFF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-2FA1F',
  'Noto Sans KR': 'U+1100-11FF, U+AC00-D7AF',
};

/** The faces for all families that a design names. */
export function facesFor(families: ReadonlySet<string>, { templateJson }: TemplateFolder): Face[] {
  const document = JSON.parse(Buffer.from(templateJson ?? '{}').toString()) as TemplateDocument;
  const own = document.fonts ?? [];
  const finder = new DesignFonts(new FolderFiles());
  return [...families].flatMap((family) => {
    const ownFaces = own.filter((font) => font.family.toLowerCase() === family.toLowerCase());
    const bundled = BUNDLED_FAMILIES.find(({ name }) => name === finder.find(family).family);
    const main =
      ownFaces.length > 0
        ? ownFaces.map(({ weight = 400, style = 'normal', src }) => ({ weight, style, src, isOwn: true }))
        : (bundled?.faces ?? []).map((face) => ({ ...face, src: face.path, isOwn: false }));
    const others = BUNDLED_FAMILIES.filter(({ name }) => name in ranges).flatMap(({ name, faces }) =>
      faces.map((face) => ({ ...face, src: face.path, isOwn: false, range: ranges[name] ?? null })),
    );
    const slanted = others.map((face) => ({ ...face, style: 'italic' as const }));
    const all = [...main.map((face) => ({ ...face, range: null })), ...others, ...slanted];
    return all.map((face) => ({ ...face, family }));
  });
}

/** CSS for faces; `addressOf` says where a browser finds a file. */
export function fontCss(faces: readonly Face[], addressOf: (face: Face) => string): string {
  return faces
    .map(
      (face) =>
        `@font-face { font-family: ${JSON.stringify(face.family)}; font-weight: ${face.weight}; ` +
        `font-style: ${face.style}; src: url(${JSON.stringify(addressOf(face))})` +
        `${face.range === null ? '' : `; unicode-range: ${face.range}`} }`,
    )
    .join('\n');
}

/** The bytes of faces by the names that a browser asks for. */
export function faceName({ src }: Face): string {
  return path.basename(src);
}
