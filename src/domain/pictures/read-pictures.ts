import { sniffImageType } from '../../common/pictures/sniff.ts';
import { convertInProcess, type PictureConverter } from '../../renderer/convert-pictures.ts';
import type { FileCheckLimits } from '../templates/check/files.ts';
import type { FieldError } from '../problems/problem.ts';
import { describeUnreadable, needsConversion } from '../../common/pictures/picture-kinds.ts';

/** A picture as it is kept. */
export interface ReadPicture {
  readonly bytes: Uint8Array;
  /** The ending of the content's kind; null if that is not known. */
  readonly ending: string | null;
  /** Sentences about what was left out of the file. */
  readonly notes: readonly string[];
}

/**
 * Reads a picture that somebody uploads: HEIC and TIFF are converted, in a process of their own. The others
 * stay as they are, and are not decoded yet.
 *
 * @param name for messages
 * @returns or why it is no picture that can be read
 */
export async function readPicture(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  { maxImagePixels, timeoutMs, converter, owner }: FileCheckLimits,
): Promise<ReadPicture | FieldError> {
  const refuse = (detail: string): FieldError => ({ pointer: '', detail: `The file "${name}" ${detail}` });
  const unreadable = describeUnreadable(bytes, name);
  if (unreadable !== null) return refuse(unreadable);
  if (!needsConversion(bytes)) {
    const type = sniffImageType(bytes);
    return { bytes, ending: type === 'jpeg' ? 'jpg' : type, notes: [] };
  }
  const convert =
    converter ?? ((picture: Parameters<PictureConverter>[0]) => convertInProcess(picture, timeoutMs));
  const converted = await convert({ bytes, maxPixels: maxImagePixels }, owner);
  if (typeof converted === 'string') return refuse(converted);
  const { note } = converted;
  return {
    bytes: converted.bytes,
    ending: converted.ending,
    notes: note === null ? [] : [note],
  };
}
