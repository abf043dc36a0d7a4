/** Images that become files of the template: chosen, dropped, pasted, or of another template's elements. */
import { api, data, type Schema } from '../../api/client.ts';
import { notifyWhile } from '../../parts/notify.tsx';
import { invalidateFiles, pathOfFile, uploadFile } from '../../parts/template/upload-file.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { newImage } from '../commands/new-elements.ts';
import { addElements } from '../model/commands/content.ts';
import { seenDocument } from '../model/known-boxes.ts';
import type { Point } from '../model/placement.ts';
import type { DesignerStore } from '../state/designer.ts';
import { filesOf, pasteElements, type CopiedElements } from './clipboard.ts';

/**
 * Uploads pictures, and adds an image for each.
 *
 * @param at the centre of the first, on the page in the document's unit
 * @throws ApiError if the service refuses one
 */
export async function addImages(store: DesignerStore, files: readonly File[], at?: Point): Promise<void> {
  const { templateId } = store.getState();
  const taken = new Set((await listFiles(templateId)).map(({ path }) => path));
  for (const file of files) {
    const path = freePath(pathOfFile(file), taken);
    taken.add(path);
    const pixels = await measure(file);
    await notifyWhile(words.uploading(path), uploadFile(templateId, path, file));
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
    for (const path of new Set(filesOf(copied.elements))) {
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

function freePath(wish: string, taken: ReadonlySet<string>): string {
  const [, stem = wish, extension = ''] = /^(.*?)(\.[^./]*)?$/u.exec(wish) ?? [];
  let path = wish;
  for (let number = 2; taken.has(path); number += 1) path = `${stem}-${number}${extension}`;
  return path;
}

/** The size of a picture in pixels. What the browser cannot read, the service judges. */
async function measure(file: File): Promise<{ readonly width: number; readonly height: number }> {
  const picture = new Image();
  const url = URL.createObjectURL(file);
  picture.src = url;
  await picture.decode().catch(() => undefined);
  URL.revokeObjectURL(url);
  const { naturalWidth: width, naturalHeight: height } = picture;
  return width > 0 && height > 0 ? { width, height } : { width: 300, height: 300 };
}
