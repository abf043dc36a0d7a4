/** Files that a template gets without taking the place of others. */
import { api, data } from '../../api/client.ts';
import { uploadFile } from '../../parts/template/upload-file.ts';

/** A file of a template. */
export async function readFile(templateId: string, path: string): Promise<Blob> {
  const params = { path: { templateId }, query: { path } };
  const { data: file } = await api.GET('/templates/{templateId}/file', { params, parseAs: 'blob' });
  return file as unknown as Blob;
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  const [ours, theirs] = await Promise.all([a.bytes(), b.bytes()]);
  return ours.length === theirs.length && ours.every((byte, index) => byte === theirs[index]);
}

/** The paths of a template's files, with their sizes in bytes. */
export async function readSizes(templateId: string): Promise<Map<string, number>> {
  const answer = api.GET('/templates/{templateId}/files', { params: { path: { templateId } } });
  return new Map((await data(answer)).data.map(({ path, bytes }) => [path, bytes]));
}

/**
 * The path for a file: that which is wished, with a number where another file has it. `isThere`: the same
 * file has it already.
 */
export async function findPlace(
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

/**
 * Adds a file of another template, or of the library.
 *
 * @param sizes of the files here; the copy is among them then
 * @returns its path here
 */
export async function copyFile(
  { path, file }: { readonly path: string; readonly file: Blob },
  templateId: string,
  sizes: Map<string, number>,
): Promise<string> {
  const place = await findPlace(templateId, path, file, sizes);
  const own = place.isThere ? place.path : (await uploadFile(templateId, place.path, file)).path;
  sizes.set(own, file.size);
  return own;
}
