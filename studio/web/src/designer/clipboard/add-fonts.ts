/** Font files that become fonts of the template, wherever they are dropped, pasted or chosen. */
import { invalidate } from '../../api/queries.ts';
import { notifyDone, notifyFailed, notifyNote, notifyWhile } from '../../parts/notify.tsx';
import { findFileKind, invalidateFiles, pathOfFile, uploadFile } from '../../parts/template/upload-file.ts';
import { formatBytes } from '../../formats.ts';
import { declareFont } from '../../parts/template/declare-font.ts';
import { fileWords } from '../../words/files.ts';
import { designerWords } from '../../words/designer/designer.ts';
import { uploadedFontWords as words } from '../../words/designer/fonts.ts';
import { changeDocument } from '../model/changes/content.ts';
import type { TemplateFont } from '../model/template.ts';
import type { DesignerStore } from '../state/designer.ts';
import { findPlace, readSizes } from './put-file.ts';

/** Whether a file is a font, by its name. */
export function isFont({ name }: Pick<File, 'name'>): boolean {
  return findFileKind(name) === 'font';
}

/**
 * Uploads fonts, and adds them to those of the template under the names that they have themselves. Says what
 * a licence does not allow.
 *
 * @returns the paths of the fonts in the template
 * @throws ApiError if the service refuses one
 */
export async function addFonts(
  store: DesignerStore,
  files: readonly File[],
  maxBytes: number,
): Promise<readonly string[]> {
  const { templateId } = store.getState();
  const sizes = await readSizes(templateId);
  const added: TemplateFont[] = [];
  try {
    for (const file of files) {
      if (file.size > maxBytes) {
        const reason = fileWords.tooLarge(formatBytes(file.size), formatBytes(maxBytes));
        notifyFailed(fileWords.named(file.name, reason));
        continue;
      }
      const place = await findPlace(templateId, pathOfFile(file), file, sizes);
      // Also one that is there already: the service says what it is.
      const sent = uploadFile(templateId, place.path, file);
      const { path, font } = await notifyWhile(designerWords.uploading(place.path), sent);
      sizes.set(path, file.size);
      if (font === undefined) continue;
      added.push(declareFont(path, font));
      const licence = words.licence[font.embedding];
      if (licence !== null) notifyNote(fileWords.named(file.name, licence));
    }
  } finally {
    const isKnown = ({ src }: TemplateFont) =>
      (store.getState().design.document.fonts ?? []).some((each) => each.src === src);
    const fresh = added.filter((font) => !isKnown(font));
    if (fresh.length > 0)
      store.getState().change((design) =>
        changeDocument(design, (document) => {
          document.fonts = [...(document.fonts ?? []), ...fresh];
        }),
      );
    if (added.length > 0) notifyDone(words.added([...new Set(added.map(({ family }) => family))]));
  }
  await Promise.all([invalidateFiles(), invalidateFonts()]);
  return added.map(({ src }) => src);
}

/** Reads the fonts that a template can use again. */
export async function invalidateFonts(): Promise<void> {
  await invalidate('/templates/{templateId}/fonts');
}
