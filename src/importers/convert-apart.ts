import { Worker } from 'node:worker_threads';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import type { ImageFetcherOptions } from '../outbound/fetch-image.ts';
import { UnreadableDesign, type ConversionOptions, type ConvertedDesign } from './design.ts';
import type { GivenDesign } from './read-source.ts';

/** A design to convert, as it goes to the thread. */
export interface ConversionRequest extends Pick<ConversionOptions, 'format' | 'variables'> {
  readonly design: GivenDesign;
  readonly fonts: readonly Uint8Array[];
  /** Limits of the guarded fetch; null if nothing is fetched. */
  readonly fetching: Omit<ImageFetcherOptions, 'resolve'> | null;
  readonly checkLimits: Pick<CheckLimits, 'maxImagePixels' | 'maxOutputPixels' | 'timeoutMs'>;
}

export type ConversionAnswer = { readonly converted: ConvertedDesign } | { readonly reason: string };

/** Fetching pictures takes most of it. */
const timeoutMs = 60_000;

/** The heap of a conversion. */
const maxHeapMb = 768;

/**
 * Converts a design in a thread of its own, which ends with the conversion: one that takes too long or too
 * much memory stops nothing else.
 *
 * @throws UnreadableDesign
 */
export async function convertApart(request: ConversionRequest): Promise<ConvertedDesign> {
  const worker = new Worker(new URL('./conversion-thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    // Packages that read formats print what surprises them; the caller's output is not theirs.
    stdout: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<ConversionAnswer>();
  const timer = setTimeout(
    () => reject(new UnreadableDesign(`The conversion took longer than ${timeoutMs / 1_000} s.`)),
    timeoutMs,
  );
  worker.on('message', resolve);
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(isFull ? new UnreadableDesign(`The conversion needs more than ${maxHeapMb} MB.`) : error);
  });
  worker.on('exit', () => reject(new Error('the thread of a conversion has ended')));
  try {
    const answer = await promise;
    if ('reason' in answer) throw new UnreadableDesign(answer.reason);
    return answer.converted;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
