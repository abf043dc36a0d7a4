/** Images that become files of the template: chosen, dropped, pasted, or of another template's elements. */
import { api, data } from '../../api/client.ts';
import { notifyFailed, notifyNote, notifyWhile } from '../../parts/notify.tsx';
import { refusePicture } from '../../parts/template/check-picture.ts';
import { invalidateFiles, pathOfFile, uploadFile } from '../../parts/template/upload-file.ts';
import { fileWords } from '../../words/files.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { newImage } from '../model/new-elements.ts';
import { addElements } from '../model/changes/content.ts';
import { seenDocument } from '../model/known-boxes.ts';
import type { Point } from '../model/placement.ts';
import type { DesignerStore } from '../state/designer.ts';
import { collectFiles, movePaths, pasteElements, type CopiedElements } from './clipboard.ts';

/**
 * Uploads pictures, and adds an image for each. A file that is no picture, or is too large, is named; the
 * others go on.
 *
 * @param at the centre of the first, on the page in the document's unit
 * @throws ApiError if the service refuses one
 */
export async function addImages(
  store: DesignerStore,
  files: readonly File[],
  maxBytes: number,
  at?: Point,
): Promise<void> {
  const { templateId } = store.getState();
  const sizes = await readSizes(templateId);
  for (const file of files) {
    const reason = await refusePicture(file, file.name, maxBytes);
    if (reason !== null) {
      notifyFailed(fileWords.named(file.name, reason));
      continue;
    }
    const place = await findPlace(templateId, pathOfFile(file), file, sizes);
    const { path, notes = [] } = place.isThere
      ? place
      : await notifyWhile(words.uploading(place.path), uploadFile(templateId, place.path, file));
    sizes.set(path, file.size);
    for (const note of notes) notifyNote(fileWords.named(file.name, note));
    const pixels = (await measure(file)) ?? (await measureUploaded(templateId, path)) ?? unknownSize;
    store
      .getState()
      .change((design) => addElements(design, [newImage(path, pixels, seenDocument(design), at)]));
  }
  await invalidateFiles();
}

/**
 * Pastes elements. Files of another template are copied, unless the same ones are here. Where another file
 * has a path, the copy gets a free one, and the elements show that.
 *
 * @throws ApiError if a file is gone
 */
export async function pasteWithFiles(store: DesignerStore, copied: CopiedElements): Promise<void> {
  const { templateId } = store.getState();
  if (copied.templateId === templateId) {
    store.getState().change((design) => pasteElements(design, copied));
    return;
  }
  const sizes = await readSizes(templateId);
  const moved = new Map<string, string>();
  for (const path of new Set(collectFiles(copied.elements))) {
    const file = await readFile(copied.templateId, path);
    const place = await findPlace(templateId, path, file, sizes);
    const own = place.isThere ? place.path : (await uploadFile(templateId, place.path, file)).path;
    sizes.set(own, file.size);
    moved.set(path, own);
  }
  await invalidateFiles();
  store.getState().change((design) => pasteElements(design, movePaths(copied, moved)));
}

async function readFile(templateId: string, path: string): Promise<Blob> {
  const params = { path: { templateId }, query: { path } };
  const { data: file } = await api.GET('/templates/{templateId}/file', { params, parseAs: 'blob' });
  return file as unknown as Blob;
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  const [ours, theirs] = await Promise.all([a.bytes(), b.bytes()]);
  return ours.length === theirs.length && ours.every((byte, index) => byte === theirs[index]);
}

/** The paths of a template's files, with their sizes in bytes. */
async function readSizes(templateId: string): Promise<Map<string, number>> {
  const answer = api.GET('/templates/{templateId}/files', { params: { path: { templateId } } });
  return new Map((await data(answer)).data.map(({ path, bytes }) => [path, bytes]));
}

/**
 * The path for a file: that which is wished, with a number where another file has it. `isThere`: the same
 * file has it already.
 */
async function findPlace(
  templateId: string,
  wished: string,
  file: Blob,
  sizes: ReadonlyMap<string, number>,
): Promise<{ readonly path: string; readonly isThere: boolean; readonly notes?: readonly string[] }> {
  const [, stem = wished, extension = ''] = /^(.*?)(\.[^./]*)?$/u.exec(wished) ?? [];
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? wished : `${stem}-${number}${extension}`;
    if (!sizes.has(path)) return { path, isThere: false };
    const mayBeSame = sizes.get(path) === file.size;
    if (mayBeSame && (await isSame(file, await readFile(templateId, path)))) return { path, isThere: true };
  }
}

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const unknownSize: PixelSize = { width: 300, height: 300 };

/** The size of the picture that the service has made of one that the browser cannot read. */
async function measureUploaded(templateId: string, path: string): Promise<PixelSize | null> {
  return await measure(await readFile(templateId, path));
}

/** The size of a picture in pixels; null if the browser cannot read it. */
async function measure(file: Blob): Promise<PixelSize | null> {
  const picture = new Image();
  const url = URL.createObjectURL(file);
  picture.src = url;
  await picture.decode().catch(() => undefined);
  URL.revokeObjectURL(url);
  const { naturalWidth: width, naturalHeight: height } = picture;
  return width > 0 && height > 0 ? { width, height } : null;
}
