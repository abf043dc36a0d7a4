/** Pasting elements of this template or of another one, with their files and fonts. */
import { uploadedFontWords } from '../../words/designer/fonts.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { invalidateFiles } from '../../parts/template/upload-file.ts';
import { shiftIntoArea } from '../model/landing-place.ts';
import type { DesignerStore } from '../state/designer.ts';
import { findSeenArea } from '../view/seen-area.ts';
import {
  boundsOfCopied,
  collectFiles,
  inUnit,
  movePaths,
  pasteElements,
  type CopiedElements,
} from './clipboard.ts';
import { invalidateFonts } from './add-fonts.ts';
import { copyFile, readFile, readSizes } from './put-file.ts';

/**
 * Pastes elements. Files of another template are copied, unless the same ones are here; where another file
 * has a path, the copy gets a free one, and the elements show that. Fonts of the other template's own files
 * go along, unless a font of that name is here. Lengths keep their physical size.
 *
 * @param isInPlace at the same place of the page; else where it is seen
 * @throws ApiError if a file is gone
 */
export async function pasteWithFiles(
  store: DesignerStore,
  given: CopiedElements,
  isInPlace = false,
): Promise<void> {
  const { templateId } = store.getState();
  const copied =
    given.templateId === templateId
      ? given
      : await bringFiles(store, given, (path) => readFile(given.templateId, path));
  const state = store.getState();
  const { document } = state.design;
  const converted = inUnit(copied, document.viewportUnit ?? 'px');
  const place = isInPlace ? null : shiftIntoArea(boundsOfCopied(converted), findSeenArea(state));
  state.change((before) => pasteElements(before, converted, place));
}

/**
 * Elements with files and fonts of this template: what they name is copied first.
 *
 * @param readOther reads a file where the elements come from
 * @throws ApiError if a file is gone, or the service refuses it
 */
export async function bringFiles(
  store: DesignerStore,
  given: CopiedElements,
  readOther: (path: string) => Promise<Blob>,
): Promise<CopiedElements> {
  const { templateId, design } = store.getState();
  const declared = new Set((design.document.fonts ?? []).map(({ family }) => family));
  const fonts = (given.fonts ?? []).filter(({ family }) => !declared.has(family));
  const paths = new Set([...collectFiles(given.elements), ...fonts.map(({ src }) => src)]);
  const moved = new Map<string, string>();
  if (paths.size > 0) {
    const sizes = await readSizes(templateId);
    for (const path of paths)
      moved.set(path, await copyFile({ path, file: await readOther(path) }, templateId, sizes));
    await invalidateFiles();
  }
  const own = fonts.map((font) => ({ ...font, src: moved.get(font.src) ?? font.src }));
  if (own.length > 0) {
    await invalidateFonts();
    notifyDone(uploadedFontWords.added([...new Set(own.map(({ family }) => family))]));
  }
  return { ...movePaths(given, moved), fonts: own };
}
