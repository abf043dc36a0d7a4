import {
  describeUnreadable,
  needsConversion,
  pictureHeadBytes,
} from '../../../../../src/common/pictures/picture-kinds.ts';
import { formatBytes } from '../../formats.ts';
import { fileWords as words } from '../../words/files.ts';

/** What inputs of pictures accept. */
export const pictureInput = 'image/*,.heic,.heif,.tif,.tiff';

/**
 * Why a file cannot be a picture: a sentence. It is the service's own rule, so that nobody waits for an
 * upload in vain. Null if the service decides.
 */
export async function refusePicture(file: Blob, name: string, maxBytes: number): Promise<string | null> {
  if (file.size > maxBytes) return words.tooLarge(formatBytes(file.size), formatBytes(maxBytes));
  try {
    const unreadable = describeUnreadable(await readHead(file), name);
    return unreadable === null ? null : words.refused(unreadable);
  } catch {
    return words.gone;
  }
}

/** Whether a file is a HEIC or TIFF, which the service converts where it is uploaded. */
export async function isToConvert(file: Blob): Promise<boolean> {
  return needsConversion(await readHead(file));
}

async function readHead(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
}
