import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const START_OF_IMAGE_BYTES = 2;
/** One chunk of one, as profiles of less than 64 kB are stored (ICC.1, annex B.4). */
const MARK = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

let loading: Promise<Buffer> | undefined;

/**
 * A CMYK JPEG that says nothing about its inks, with the profile of offset printing on coated paper put into it (FOGRA39, the
 * condition that print PDFs name too).
 */
export async function assumeInks(jpeg: Uint8Array): Promise<Buffer> {
  loading ??= readFile(join(import.meta.dirname, '../pdf/profiles/fogra39.icc'));
  const profile = await loading;
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + MARK.length + profile.length, 2);
  const rest = jpeg.subarray(START_OF_IMAGE_BYTES);
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE_BYTES), head, MARK, profile, rest]);
}
