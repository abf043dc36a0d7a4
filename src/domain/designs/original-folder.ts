import type { TemplateDocument } from '../../../generated/template.ts';
import { sniffImageType } from '../../common/pictures/sniff.ts';
import type { TemplateFolder } from '../templates/template-folder.ts';

/** A template that shows a design's own picture. */
export interface OriginalFolder {
  readonly document: TemplateDocument;
  readonly folder: TemplateFolder;
}

/**
 * A template as large as that of a converted design, with nothing but the design's own picture: it is drawn
 * with the limits and the confinement of all pictures. Null for what is no picture.
 */
export function originalFolder(
  { name, viewport, viewportUnit, viewportExportDpi }: TemplateDocument,
  picture: Uint8Array,
): OriginalFolder | null {
  const type = sniffImageType(picture);
  const { width, height } = viewport;
  // Only designs of one page have a picture of it.
  if (type === null || typeof height !== 'number') return null;
  const src = `original.${type === 'jpeg' ? 'jpg' : type}`;
  const document: TemplateDocument = {
    schemaVersion: 1,
    name,
    viewport,
    ...(viewportUnit !== undefined && { viewportUnit }),
    ...(viewportExportDpi !== undefined && { viewportExportDpi }),
    elements: [{ type: 'image', id: 'original', x: 0, y: 0, width, height, src, fit: 'fill' }],
  };
  const templateJson = Buffer.from(JSON.stringify(document));
  return { document, folder: { templateJson, files: new Map([[src, picture]]) } };
}
