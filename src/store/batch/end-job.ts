/**
 * How a batch job ends: the one place that makes it terminal, whoever asks for it.
 */
import { queryRows, type Database } from '../database.ts';
import { refundRenders } from '../quota.ts';

/** What a job ends as. */
export type BatchEnd =
  | { readonly status: 'COMPLETED'; readonly archive: StoredArchive }
  /** Without `keepCompleted` everything is given back, since none of what was rendered can be had. */
  | { readonly status: 'FAILED'; readonly keepCompleted: boolean }
  | { readonly status: 'CANCELLED' };

export interface StoredArchive {
  readonly key: string;
  readonly bytes: number;
  /** From the end of the job. */
  readonly retentionMs: number;
  /** Which attempt wrote it: a later one has taken over where it is not the job's latest. */
  readonly attempt: number;
}

/**
 * Ends an active job: state, archive and refund in one transaction, in which its row is locked. What it was charged for and
 * has not rendered goes back to the month that it was taken from.
 *
 * @returns false where it had ended already, or (for an archive) a later attempt has taken over; nothing has changed then.
 */
export async function endBatchJob(db: Database, jobId: string, end: BatchEnd): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const archive = end.status === 'COMPLETED' ? end.archive : null;
    const [ended] = await queryRows<{ chargeId: string; unrendered: number; total: number }>(
      transaction,
      `update batch_jobs set
         status = :status, completed_at = now(), task_ids = '{}',
         -- Nothing is rendered any more: the version can go without all the jobs that it has served being written anew.
         template_version_id = null,
         archive_key = :archiveKey, archive_bytes = :archiveBytes,
         archive_expires_at = now() + cast(:retentionMs as double precision) * interval '1 millisecond'
       where id = :jobId and status in ('PENDING', 'PROCESSING')
         and finish_attempts = coalesce(:attempt, finish_attempts)
       returning charge_id as "chargeId", total_items - completed_items as unrendered, total_items as total`,
      {
        jobId,
        status: end.status,
        archiveKey: archive?.key ?? null,
        archiveBytes: archive?.bytes ?? null,
        retentionMs: archive?.retentionMs ?? null,
        attempt: archive?.attempt ?? null,
      },
    );
    if (ended === undefined) return false;
    const renders = end.status === 'FAILED' && !end.keepCompleted ? ended.total : ended.unrendered;
    await refundRenders(transaction, {
      chargeId: ended.chargeId,
      renders,
      cause: `end of batch ${jobId}`,
    });
    return true;
  });
}
