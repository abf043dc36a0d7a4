import { abortable } from '../async/abortable.ts';
import { TimeoutError, withTimeout } from '../async/timeout.ts';
import { CpuTimeError, isOutOfMemory, WorkerThread } from '../async/worker-thread.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import type { ImageFetcherOptions } from '../outbound/fetch-image.ts';
import { listInstalledFonts } from '../render/fonts/installed-fonts.ts';
import { keepValidWithin } from './check-within.ts';
import {
  UnreadableDesign,
  type ConversionOptions,
  type ConvertedDesign,
  type GivenFont,
  type ReadDesign,
} from './design.ts';
import type { GivenDesign } from './read-source.ts';

/** A design to convert. */
export interface ConversionRequest extends Pick<ConversionOptions, 'format' | 'variables' | 'page'> {
  readonly design: GivenDesign;
  readonly fonts: readonly GivenFont[];
  /** Limits of the guarded fetch; null if nothing is fetched. */
  readonly fetching: Omit<ImageFetcherOptions, 'resolve'> | null;
}

/** A conversion as it goes to the thread. */
export type ThreadRequest = ConversionRequest & Required<Pick<ConversionOptions, 'installed'>>;

export type ConversionAnswer =
  | { readonly read: ReadDesign }
  | { readonly reason: string; readonly fault: string | null };

/** The processor time of a conversion, so that a busy machine converts what a quiet one does. */
const maxCpuMs = 60_000;

/** How long it may take in all: pictures are fetched, and other processes take turns. */
const timeoutMs = 180_000;

/** The heap of a conversion. */
const maxHeapMb = 768;

/**
 * Converts a design, reading it in a thread of its own: one that takes too long or too much memory stops
 * nothing else. The check of the template stays outside, as a thread that ends leaves its processes behind.
 *
 * @param signal ends the thread; its reason is thrown
 * @throws UnreadableDesign
 */
export async function convertInWorker(
  request: ConversionRequest,
  limits: CheckLimits,
  signal: AbortSignal = new AbortController().signal,
): Promise<ConvertedDesign> {
  const installed = await listInstalledFonts(limits.fontsDir ?? null);
  const read = await readInWorker({ ...request, installed }, signal);
  signal.throwIfAborted();
  return await keepValidWithin(read, limits, { timeoutMs: maxCpuMs, signal });
}

async function readInWorker(request: ThreadRequest, signal: AbortSignal): Promise<ReadDesign> {
  const entry = new URL('./conversion-thread.ts', import.meta.url);
  const thread = new WorkerThread<ThreadRequest, ConversionAnswer>(entry, {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    // Packages that read formats print what surprises them; the caller's output is not theirs.
    stdout: true,
  });
  try {
    const call = thread.callWithin(request, { cpuMs: maxCpuMs });
    const answer = await abortable(withTimeout(call, timeoutMs), signal);
    if ('reason' in answer) {
      const { reason, fault } = answer;
      throw new UnreadableDesign(reason, fault === null ? {} : { cause: fault });
    }
    return answer.read;
  } catch (error) {
    if (error instanceof CpuTimeError)
      throw new UnreadableDesign(`The conversion takes more than ${maxCpuMs / 1_000} s of a processor.`);
    if (error instanceof TimeoutError) {
      throw new UnreadableDesign(`The conversion took longer than ${timeoutMs / 1_000} s.`);
    }
    if (isOutOfMemory(error)) {
      throw new UnreadableDesign(`The conversion needs more than ${maxHeapMb} MiB.`);
    }
    throw error;
  } finally {
    await thread.end();
  }
}
