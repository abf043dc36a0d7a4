import type { CallOptions, PlatenApi } from './api.ts';
import { accepted, PlatenError } from './error.ts';
import { readRateLimitPause } from './headers.ts';
import type { components } from './openapi.ts';
import { pause, random } from './pause.ts';
import { isPassing } from './retry.ts';

/** A batch job as it stands. */
export type BatchJob = components['schemas']['BatchJob'];

/** Times are in milliseconds. */
export interface WaitOptions extends CallOptions {
  /** Told the job at first, and whenever its state or its counters have changed. */
  readonly onProgress?: ((job: BatchJob) => void | Promise<void>) | undefined;
  /** The first pause between two looks, which grows. 500 unless given. */
  readonly firstInterval?: number | undefined;
  /** The longest pause. 5,000 unless given. */
  readonly maxInterval?: number | undefined;
  /** How long the service may be out of reach, beside what each call bears anyway. 120,000 unless given. */
  readonly patience?: number | undefined;
}

/** Waits until a job is COMPLETED, FAILED or CANCELLED, and resolves to it; look at `status`. */
export async function waitForBatch(
  api: PlatenApi,
  jobId: string,
  { onProgress, signal, firstInterval = 500, maxInterval = 5_000, patience = 120_000 }: WaitOptions = {},
): Promise<BatchJob> {
  let interval = firstInterval;
  let told = '';
  let reachedAt = Date.now();
  for (;;) {
    const look = await lookAt(api, jobId, signal);
    if ('job' in look) {
      const { job } = look;
      reachedAt = Date.now();
      const progress = `${job.status} ${job.processedItems} ${job.completedItems} ${job.failedItems}`;
      if (progress !== told) await onProgress?.(job);
      told = progress;
      if (job.status !== 'PENDING' && job.status !== 'PROCESSING') return job;
    } else if (Date.now() - reachedAt >= patience) {
      throw look.outage;
    }
    await pause(Math.max(interval * (0.75 + random() / 4), look.rest), signal);
    interval = Math.min(interval * 1.5, maxInterval);
  }
}

/** The job, or why the service is out of reach; and the milliseconds that it wants to be left alone. */
type Look =
  { readonly job: BatchJob; readonly rest: number } | { readonly outage: unknown; readonly rest: number };

async function lookAt(api: PlatenApi, jobId: string, signal: AbortSignal | undefined): Promise<Look> {
  try {
    const { data: job, response } = await accepted(
      api.GET('/api/v1/batch-jobs/{jobId}', { params: { path: { jobId } }, signal: signal ?? null }),
    );
    return { job, rest: readRateLimitPause(response.headers) * 1000 };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof PlatenError) {
      if (!isPassing(error.status, error.code)) throw error;
      return { outage: error, rest: (error.retryAfter ?? 0) * 1000 };
    }
    // This is how fetch tells of a connection that broke, or never was.
    if (!(error instanceof TypeError)) throw error;
    return { outage: error, rest: 0 };
  }
}
