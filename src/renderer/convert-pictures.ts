import { RendererChild } from './child.ts';
import { RendererCrashedError } from './errors.ts';
import type { ConvertedPicture, PictureToConvert } from './messages.ts';

const gibibyte = 1024 ** 3;

/** Converts a picture; see `convertInProcess`. */
export type PictureConverter = (
  picture: PictureToConvert,
  owner?: string,
) => Promise<ConvertedPicture | string>;

/**
 * Converts a HEIC or TIFF picture in a renderer process of its own.
 *
 * @returns or what is wrong with it, as the end of a sentence that starts with the file's name
 */
export async function convertInProcess(
  picture: PictureToConvert,
  timeoutMs: number,
): Promise<ConvertedPicture | string> {
  const child = new RendererChild('files', { timeoutMs, memoryBytes: 2 * gibibyte });
  try {
    // If it cannot start, that is no fault of the picture.
    await child.ready;
  } catch (error) {
    child.stop();
    throw error;
  }
  try {
    const answer = await child.run({ type: 'convert', picture }, new Map());
    if ('converted' in answer) return answer.converted;
    throw new Error('the renderer has answered another task');
  } catch (error) {
    if (!(error instanceof RendererCrashedError)) throw error;
    return error.reason === 'failure' || error.reason === 'exit'
      ? 'cannot be read: its decoder failed. Save it as JPEG.'
      : 'takes too much time or memory to decode; save it as JPEG, or make it smaller.';
  } finally {
    child.stop();
  }
}
