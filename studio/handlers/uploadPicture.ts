import * as pictures from '../../src/domain/batches/pictures.ts';
import { contentType } from '../../src/domain/authoring/file-types.ts';
import type { Handler } from './operation.ts';

/** Larger ones are no values: every preview carries the whole value. */
const maxDataUrlBytes = 5 * 1024 * 1024;

export const uploadPicture: Handler<'uploadPicture'> = async ({ caller, body, query }, { authoring }) => {
  const [uploaded] = await pictures.uploadPictures(authoring, caller, [{ name: 'picture', bytes: body }]);
  if (uploaded === undefined) throw new Error('a picture was neither stored nor refused');
  const { id, bytes, notes, content } = uploaded;
  const reply = { id, bytes, notes: [...notes] };
  if (query.dataUrl !== true || bytes > maxDataUrlBytes) return { status: 200, headers: {}, body: reply };
  return { status: 200, headers: {}, body: { ...reply, dataUrl: getDataUrl(content) } };
};

function getDataUrl(content: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = content;
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return `data:${contentType('picture.png', content)};base64,${base64}`;
}
