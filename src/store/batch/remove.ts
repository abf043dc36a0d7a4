import { queryRows, type Database } from '../database.ts';
import type { BatchStatus } from './submit.ts';

export type RemoveOutcome =
  | { readonly kind: 'removed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'active'; readonly status: BatchStatus };

/** Removes an account's job that has ended, with its rows. Its charge stays in the ledger. */
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
    return { kind: 'removed' };
  });
}
