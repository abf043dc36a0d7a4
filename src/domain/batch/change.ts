import type { Logger } from 'pino';
import type { Storage } from '../../storage/storage.ts';
import { endBatchJob } from '../../store/batch/end-job.ts';
import { isBatchJobOf } from '../../store/batch/read.ts';
import { removeBatchJob } from '../../store/batch/remove.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import { problems } from '../errors.ts';
import { clearBatchFiles } from './files.ts';

export interface CancelParts {
  readonly db: Database;
  /** When each attempt of a callback is due, after the end of its job. */
  readonly callbackOffsetsMs: readonly number[];
}

/**
 * Stops a job of the caller's account and gives back what is not rendered. A job that has ended stays as it is.
 *
 * @throws Problem BATCH_NOT_FOUND
 */
export async function cancelBatch(
  { db, callbackOffsetsMs }: CancelParts,
  caller: Caller,
  jobId: string,
): Promise<void> {
  if (!(await isBatchJobOf(db, caller.accountId, jobId))) throw problems.batchNotFound(jobId);
  await endBatchJob(db, jobId, { status: 'CANCELLED' }, { callbackOffsetMs: callbackOffsetsMs[0] });
}

/**
 * Removes a job of the caller's account that has ended, its archive and the outcomes of its rows. The files go last: those that
 * stay, because this process ends or storage does not answer, belong to no job, and a sweep removes them.
 *
 * @throws Problem BATCH_NOT_FOUND, BATCH_JOB_ACTIVE
 */
export async function deleteBatch(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  { caller, jobId, log }: { readonly caller: Caller; readonly jobId: string; readonly log: Logger },
): Promise<void> {
  const outcome = await removeBatchJob(db, caller.accountId, jobId);
  if (outcome.kind === 'unknown') throw problems.batchNotFound(jobId);
  if (outcome.kind === 'active') throw problems.batchActive(outcome.status);
  await clearBatchFiles(storage, jobId, null).catch((error: unknown) => {
    log.warn({ err: error, jobId }, 'files of a deleted job stay until the next sweep');
  });
}
