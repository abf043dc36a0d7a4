import { endBatchJob } from '../../store/batch/end-job.ts';
import { findOverdueJobs, hastenTasks, redispatchJobs } from '../../store/batch/recover.ts';
import type { Database } from '../../store/database.ts';

/** What had come to a standstill. */
export interface BatchRecoveryCounts {
  /** Tasks that would have waited before another attempt. */
  readonly hastenedTasks: number;
  /** Jobs that no task worked on. */
  readonly redispatchedJobs: number;
  readonly timedOutJobs: number;
}

/**
 * Gets batch jobs going that came to a standstill, and ends those that take too long: they keep what was rendered as their
 * counters, and the rest is given back.
 *
 * @param timeoutMs how long a job may be at work
 * @param callbackOffsetMs as `endBatchJob`
 */
export async function recoverBatches(
  db: Database,
  {
    timeoutMs,
    callbackOffsetMs,
  }: { readonly timeoutMs: number; readonly callbackOffsetMs: number | undefined },
): Promise<BatchRecoveryCounts> {
  const end = { status: 'FAILED', keepCompleted: true } as const;
  let timedOutJobs = 0;
  for (const jobId of await findOverdueJobs(db, { timeoutMs })) {
    if (await endBatchJob(db, jobId, end, { callbackOffsetMs })) timedOutJobs += 1;
  }
  return {
    timedOutJobs,
    redispatchedJobs: await redispatchJobs(db),
    hastenedTasks: await hastenTasks(db),
  };
}
