import type { CallOptions, PlatenApi } from './api.ts';
import { accepted, PlatenError } from './error.ts';
import { readRateLimitWait } from './headers.ts';
import type { components } from './openapi.ts';
import { random, sleep } from './sleep.ts';
import { isTransient } from './retry.ts';

/** The current state of a batch job. */
export type BatchJob = components['schemas']['BatchJob'];

/** The current state of a render that was submitted in the background. */
export type Render = components['schemas']['Render'];

/** Times are in milliseconds. */
export interface WaitOptions<Job = BatchJob> extends CallOptions {
  /** Called with the job at the start, and when its status or counters have changed. */
  readonly onProgress?: ((job: Job) => void | Promise<void>) | undefined;
  /** The first wait between two polls; it grows. Default: 500. */
  readonly firstInterval?: number | undefined;
  /** The longest wait. Default: 5,000. */
  readonly maxInterval?: number | undefined;
  /**
   * How long an outage of the service may last, in addition to the retries of each call. Default: 120,000.
   */
  readonly patience?: number | undefined;
}

/** Waits until a job is COMPLETED, FAILED or CANCELLED and resolves to it; check its `status`. */
export async function waitForBatch(
  api: PlatenApi,
  jobId: string,
  options: WaitOptions = {},
): Promise<BatchJob> {
  const read = (signal: AbortSignal | null) =>
    accepted(api.GET('/api/v1/batch-jobs/{jobId}', { params: { path: { jobId } }, signal }));
  const describe = ({ status, processedItems, completedItems, failedItems }: BatchJob) =>
    `${status} ${processedItems} ${completedItems} ${failedItems}`;
  return await waitForEnd(read, describe, options);
}

/** Waits until a render is COMPLETED, FAILED or CANCELLED and resolves to it; check its `status`. */
export async function waitForRender(
  api: PlatenApi,
  renderId: string,
  options: WaitOptions<Render> = {},
): Promise<Render> {
  const read = (signal: AbortSignal | null) =>
    accepted(api.GET('/api/v1/renders/{renderId}', { params: { path: { renderId } }, signal }));
  return await waitForEnd(read, ({ status }: Render) => status, options);
}

/** Reads the state of a job. */
type Read<Job> = (signal: AbortSignal | null) => Promise<{ readonly data: Job; readonly response: Response }>;

async function waitForEnd<Job extends Pick<BatchJob, 'status'>>(
  read: Read<Job>,
  describe: (job: Job) => string,
  { onProgress, signal, firstInterval = 500, maxInterval = 5_000, patience = 120_000 }: WaitOptions<Job>,
): Promise<Job> {
  let interval = firstInterval;
  let lastProgress = '';
  let lastReachedAt = Date.now();
  for (;;) {
    const poll = await pollJob(read, signal);
    if ('job' in poll) {
      const { job } = poll;
      lastReachedAt = Date.now();
      const progress = describe(job);
      if (progress !== lastProgress) await onProgress?.(job);
      lastProgress = progress;
      if (job.status !== 'PENDING' && job.status !== 'PROCESSING') return job;
    } else if (Date.now() - lastReachedAt >= patience) {
      throw poll.outage;
    }
    await sleep(Math.max(interval * (0.75 + random() / 4), poll.minWaitMs), signal);
    interval = Math.min(interval * 1.5, maxInterval);
  }
}

/** The job or the outage, and the milliseconds that the service asks the client to wait. */
type Poll<Job> =
  | { readonly job: Job; readonly minWaitMs: number }
  | { readonly outage: unknown; readonly minWaitMs: number };

async function pollJob<Job>(read: Read<Job>, signal: AbortSignal | undefined): Promise<Poll<Job>> {
  try {
    const { data: job, response } = await read(signal ?? null);
    return { job, minWaitMs: readRateLimitWait(response.headers) * 1000 };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof PlatenError) {
      if (!isTransient(error.status, error.code)) throw error;
      return { outage: error, minWaitMs: (error.retryAfter ?? 0) * 1000 };
    }
    // fetch reports a failed or broken connection as a TypeError.
    if (!(error instanceof TypeError)) throw error;
    return { outage: error, minWaitMs: 0 };
  }
}
