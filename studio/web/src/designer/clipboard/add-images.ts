/** Images that become files of the template: chosen, dropped, pasted, or of another template's elements. */
import { api, data, type Schema } from '../../api/client.ts';
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
import { collectFiles, pasteElements, type CopiedElements } from './clipboard.ts';

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
  const taken = new Set((await listFiles(templateId)).map(({ path }) => path));
  for (const file of files) {
    const reason = await refusePicture(file, file.name, maxBytes);
    if (reason !== null) {
      notifyFailed(fileWords.named(file.name, reason));
      continue;
    }
    const wished = freePath(pathOfFile(file), taken);
    const { path, notes = [] } = await notifyWhile(
      words.uploading(wished),
      uploadFile(templateId, wished, file),
    );
    taken.add(path);
    for (const note of notes) notifyNote(fileWords.named(file.name, note));
    const pixels = (await measure(file)) ?? (await measureUploaded(templateId, path)) ?? unknownSize;
    store
      .getState()
      .change((design) => addElements(design, [newImage(path, pixels, seenDocument(design), at)]));
  }
  await invalidateFiles();
}

/**
 * Pastes elements. Files of another template are copied, unless there is one of the same path.
 *
 * @throws ApiError if a file is gone
 */
export async function pasteWithFiles(store: DesignerStore, copied: CopiedElements): Promise<void> {
  const { templateId } = store.getState();
  if (copied.templateId !== templateId) {
    const taken = new Set((await listFiles(templateId)).map(({ path }) => path));
    for (const path of new Set(collectFiles(copied.elements))) {
      if (taken.has(path)) continue;
      const params = { path: { templateId: copied.templateId }, query: { path } };
      const { data: file } = await api.GET('/templates/{templateId}/file', { params, parseAs: 'blob' });
      await uploadFile(templateId, path, file as unknown as Blob);
    }
    await invalidateFiles();
  }
  store.getState().change((design) => pasteElements(design, copied));
}

async function listFiles(templateId: string): Promise<readonly Schema<'File'>[]> {
  const answer = api.GET('/templates/{templateId}/files', { params: { path: { templateId } } });
  return (await data(answer)).data;
}

function freePath(preferred: string, taken: ReadonlySet<string>): string {
  const [, stem = preferred, extension = ''] = /^(.*?)(\.[^./]*)?$/u.exec(preferred) ?? [];
  let path = preferred;
  for (let number = 2; taken.has(path); number += 1) path = `${stem}-${number}${extension}`;
  return path;
}

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const unknownSize: PixelSize = { width: 300, height: 300 };

/** The size of the picture that the service has made of one that the browser cannot read. */
async function measureUploaded(templateId: string, path: string): Promise<PixelSize | null> {
  const params = { path: { templateId }, query: { path } };
  const { data: file } = await api.GET('/templates/{templateId}/file', { params, parseAs: 'blob' });
  return await measure(file as unknown as Blob);
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
