import { queryRows, type Database } from '../database.ts';
import type { BatchStatus } from './submit.ts';

export type RemoveOutcome =
  | { readonly kind: 'removed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'active'; readonly status: BatchStatus };

/** Removes an account's job that has ended, with its rows. Its charge stays in the ledger, and its callback for a while. */
export async function removeBatchJob(db: Database, accountId: string, jobId: string): Promise<RemoveOutcome> {
  return await db.transaction(async (transaction) => {
    const [job] = await queryRows<{ status: BatchStatus; isActive: boolean }>(
      transaction,
      `select status, completed_at is null as "isActive" from batch_jobs
       where id = :jobId and account_id = :accountId for update`,
      { jobId, accountId },
    );
    if (job === undefined) return { kind: 'unknown' };
    if (job.isActive) return { kind: 'active', status: job.status };
    await queryRows(transaction, 'delete from batch_jobs where id = :jobId', { jobId });
    await queryRows(
      transaction,
      'update callback_deliveries set job_deleted_at = now() where job_id = :jobId',
      { jobId },
    );
    return { kind: 'removed' };
  });
}
