import { abortable } from '../async/abortable.ts';
import type { Comparison } from '../render/compare-pictures.ts';
import { RendererChild } from './child.ts';
import { RendererCrashedError } from './errors.ts';
import type { PicturesToCompare } from './messages.ts';

const mebibyte = 1024 ** 2;

/** How long a comparison may take, in milliseconds: one takes some 20. */
const timeLimitMs = 30_000;

/**
 * Runs `comparePictures` in a renderer process of its own: a fault of the decoder ends nothing else.
 *
 * @param signal ends the process; its reason is thrown
 * @returns null if the pictures cannot be compared
 */
export async function compareInProcess(
  pictures: PicturesToCompare,
  signal: AbortSignal = new AbortController().signal,
  timeoutMs = timeLimitMs,
): Promise<Comparison | null> {
  signal.throwIfAborted();
  const child = new RendererChild('files', { timeoutMs, memoryBytes: 512 * mebibyte });
  try {
    await abortable(child.ready, signal);
    const answer = await abortable(child.run({ type: 'compare', pictures }, new Map()), signal);
    if ('comparison' in answer) return answer.comparison;
    throw new Error('the renderer has answered another task');
  } catch (error) {
    if (error instanceof RendererCrashedError) return null;
    throw error;
  } finally {
    child.stop();
  }
}
