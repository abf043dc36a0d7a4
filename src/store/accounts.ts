import { recordActivity, type Person } from './activity.ts';
import { finishBatchJob } from './batches/terminal-states.ts';
import { queryRow, queryRows, type Database } from './database.ts';

export type AccountRemoval =
  | {
      readonly outcome: 'deleted';
      readonly cancelledJobs: number;
      /** What the account had. */
      readonly counts: { readonly keys: number; readonly projects: number; readonly templates: number };
      /** The deleted jobs, and the keys of files of deleted share links: their files are still stored. */
      readonly jobIds: readonly string[];
      readonly fileKeys: readonly string[];
    }
  | { readonly outcome: 'unknown' }
  /** Deleting the account's projects would delete templates of other accounts. */
  | {
      readonly outcome: 'holds-others-templates';
      readonly projects: readonly { readonly id: string; readonly name: string }[];
    };

export interface RemovalOptions {
  readonly callbackOffsetMs?: number | undefined;
  /** Who removes the account. Default: the operator. */
  readonly actor?: Person | null;
  /** The account that gets what is shared. Default: nobody, and it is deleted too. */
  readonly heirId?: string | null;
}

/**
 * Cancels an account's active jobs, and deletes the account with all that belongs to it, in one transaction.
 * Charges stay in the ledger, and the records of callbacks for a while.
 */
export async function removeAccount(
  db: Database,
  accountId: string,
  { callbackOffsetMs, actor = null, heirId = null }: RemovalOptions,
): Promise<AccountRemoval> {
  return await db.transaction(async (transaction) => {
    // Nothing can be added to the account while its row is locked.
    const [account] = await queryRows<{ workspaceId: string; name: string }>(
      transaction,
      'select workspace_id as "workspaceId", name from accounts where id = :accountId for update',
      { accountId },
    );
    if (account === undefined) return { outcome: 'unknown' };
    if (heirId !== null) await handOver(transaction, accountId, heirId);
    const projects = await queryRows<{ id: string; name: string }>(
      transaction,
      `select p.id, p.name from projects p
       where p.account_id = :accountId
         and exists (select from templates t where t.project_id = p.id and t.account_id <> :accountId)
       order by p.name`,
      { accountId },
    );
    if (projects.length > 0) return { outcome: 'holds-others-templates', projects };

    const jobs = await queryRows<{ id: string; isActive: boolean }>(
      transaction,
      `select id, completed_at is null as "isActive" from batch_jobs where account_id = :accountId`,
      { accountId },
    );
    let cancelledJobs = 0;
    for (const { id, isActive } of jobs) {
      if (!isActive) continue;
      if (await finishBatchJob(transaction, id, { status: 'CANCELLED' }, { callbackOffsetMs }))
        cancelledJobs += 1;
    }
    await queryRows(
      transaction,
      `update callback_deliveries set job_deleted_at = now()
       where job_id in (select id from batch_jobs where account_id = :accountId)`,
      { accountId },
    );
    const files = await queryRows<{ key: string }>(
      transaction,
      'select file_key as key from share_links where account_id = :accountId',
      { accountId },
    );
    const counts = await queryRow<{ keys: number; projects: number; templates: number }>(
      transaction,
      `select (select count(*)::int from api_keys where account_id = :accountId) as keys,
              (select count(*)::int from projects where account_id = :accountId) as projects,
              (select count(*)::int from templates where account_id = :accountId) as templates`,
      { accountId },
    );
    await queryRows(transaction, 'delete from accounts where id = :accountId', { accountId });
    const { workspaceId, name } = account;
    await recordActivity(transaction, {
      ...{ workspaceId, actor, action: 'MEMBER_REMOVED', accountId, subject: name },
    });
    return {
      outcome: 'deleted',
      cancelledJobs,
      counts,
      jobIds: jobs.map(({ id }) => id),
      fileKeys: files.map(({ key }) => key),
    };
  });
}

/**
 * Gives the shared projects and templates of an account to another one; and private projects with templates
 * that stay: shared ones, or those of other accounts.
 */
async function handOver(transaction: Database, accountId: string, heirId: string): Promise<void> {
  await queryRows(
    transaction,
    `update projects p set account_id = :heirId
     where p.account_id = :accountId and (p.visibility = 'SHARED' or exists (
       select from templates t
       where t.project_id = p.id and (t.visibility = 'SHARED' or t.account_id <> :accountId)
     ))`,
    { accountId, heirId },
  );
  await queryRows(
    transaction,
    `update templates set account_id = :heirId where account_id = :accountId and visibility = 'SHARED'`,
    { accountId, heirId },
  );
}
