import { maxIdleMs, WorkerThread } from '../async/worker-thread.ts';
import type { Comparison } from './compare-pictures.ts';

/** The arguments of `comparePictures`. */
export interface PicturesToCompare {
  readonly original: Uint8Array;
  readonly other: Uint8Array;
}

const thread = new WorkerThread<PicturesToCompare, Comparison>(
  new URL('./compare-thread.ts', import.meta.url),
  { maxIdleMs },
);

/**
 * Runs `comparePictures` in a worker thread: it looks at each pixel, which would block other requests, and a
 * service loads the decoder of pictures only for this.
 */
export function comparePicturesInWorker(original: Uint8Array, other: Uint8Array): Promise<Comparison> {
  return thread.call({ original, other });
}
