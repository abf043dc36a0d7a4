/**
 * How a batch job ends: the one place that makes it terminal, whoever asks for it.
 */
import { beginDelivery } from '../callbacks/attempts.ts';
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
 * Ends an active job: state, archive, refund and, where one was asked for, the callback in one transaction, in which its row is
 * locked. What it was charged for and has not rendered goes back to the month that it was taken from.
 *
 * @param callbackOffsetMs how long after the end the first attempt at the callback is due
 * @returns false where it had ended already, or (for an archive) a later attempt has taken over; nothing has changed then.
 */
export async function endBatchJob(
  db: Database,
  jobId: string,
  end: BatchEnd,
  { callbackOffsetMs = 0 }: { readonly callbackOffsetMs?: number | undefined } = {},
): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const archive = end.status === 'COMPLETED' ? end.archive : null;
    const [ended] = await queryRows<EndedJob>(
      transaction,
      `update batch_jobs set
         status = :status, task_ids = '{}',
         -- The transaction may have begun, and waited for the row, before the job's work did.
         completed_at = greatest(now(), started_at),
         -- Nothing is rendered any more: the version can go without all the jobs that it has served being written anew.
         template_version_id = null,
         archive_key = :archiveKey, archive_bytes = :archiveBytes,
         archive_expires_at = now() + cast(:retentionMs as double precision) * interval '1 millisecond'
       where id = :jobId and status in ('PENDING', 'PROCESSING')
         and finish_attempts = coalesce(:attempt, finish_attempts)
       returning charge_id as "chargeId", workspace_id as "workspaceId", total_items as "totalItems",
         completed_items as "completedItems", failed_items as "failedItems", completed_at as "completedAt",
         delivery_id as "deliveryId", callback_url as "callbackUrl", traceparent`,
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
    const { deliveryId, callbackUrl: url, workspaceId, completedAt: endedAt } = ended;
    const { totalItems, completedItems, failedItems, traceparent } = ended;
    if (deliveryId !== null && url !== null) {
      const { status } = end;
      const counters = { totalItems, completedItems, failedItems };
      const body = JSON.stringify({
        deliveryId,
        jobId,
        status,
        ...counters,
        completedAt: endedAt.toISOString(),
      });
      const delivery = { deliveryId, jobId, workspaceId, url, body, endedAt, traceparent };
      await beginDelivery(transaction, delivery, { firstOffsetMs: callbackOffsetMs });
    }
    const keepsNothing = end.status === 'FAILED' && !end.keepCompleted;
    const renders = keepsNothing ? totalItems : totalItems - completedItems;
    await refundRenders(transaction, {
      chargeId: ended.chargeId,
      renders,
      cause: `end of batch ${jobId}`,
    });
    return true;
  });
}

interface EndedJob {
  readonly chargeId: string;
  readonly workspaceId: string;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
  readonly completedAt: Date;
  readonly deliveryId: string | null;
  readonly callbackUrl: string | null;
  readonly traceparent: string | null;
}
