import { isPictureFile, PICTURE_LIMITS } from './picture-names.ts';
import { readZip } from './zip-files.ts';

/**
 * The pictures of a .zip by their paths in it; other files are ignored.
 *
 * @throws UnreadableRows if it is no .zip, or has too many or too large pictures
 */
export function readPictureZip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const { pictures, totalBytes } = PICTURE_LIMITS;
  return readZip(bytes, isPictureFile, { files: pictures, bytes: totalBytes });
}
