/** The bin of removed members: accounts without keys, sessions and address, with what was private. */
import { recordActivity, type Person } from './activity.ts';
import { finishBatchJob } from './batches/terminal-states.ts';
import { queryRow, queryRows, type Database } from './database.ts';

/** Something of an account, as a list shows it. */
export interface Belonging {
  readonly kind: 'project' | 'template' | 'urlKey' | 'shareLink';
  readonly id: string;
  readonly name: string;
}

export interface Belongings {
  /** What others use: it passes to the heir. */
  readonly shared: readonly Belonging[];
  /** What only the account sees: it waits in the bin. */
  readonly private: readonly Belonging[];
}

/** How long removed members wait in the bin. */
export const BIN_DAYS = 30;

/** Projects that others see or have templates in: they stay in the workspace. */
const isSharedProject = `(p.visibility = 'SHARED' or exists (
  select from templates t
  where t.project_id = p.id and (t.visibility = 'SHARED' or t.account_id <> p.account_id)))`;

/** What an account owns, and who gets it when the account is removed. */
export async function listBelongings(db: Database, accountId: string): Promise<Belongings> {
  const rows = await queryRows<Belonging & { readonly isShared: boolean }>(
    db,
    `select kind, id, name, "isShared" from (
       select 1 as rank, 'project' as kind, p.id, p.name, ${isSharedProject} as "isShared"
       from projects p where p.account_id = :accountId
       union all
       select 2, 'template', id, name, visibility = 'SHARED' from templates where account_id = :accountId
       union all
       select 3, 'urlKey', id, name, true from url_keys where account_id = :accountId
       union all
       select 4, 'shareLink', id, template_name, true from share_links
       where account_id = :accountId and expires_at > now()
     ) belongings order by rank, lower(name), id`,
    { accountId },
  );
  const listed = (isShared: boolean): Belonging[] =>
    rows.filter((row) => row.isShared === isShared).map(({ kind, id, name }) => ({ kind, id, name }));
  return { shared: listed(true), private: listed(false) };
}

/** Gives the heir everything that `listBelongings` calls shared. */
async function handOver(transaction: Database, accountId: string, heirId: string): Promise<void> {
  const statements = [
    `update projects p set account_id = :heirId where p.account_id = :accountId and ${isSharedProject}`,
    `update templates set account_id = :heirId where account_id = :accountId and visibility = 'SHARED'`,
    'update url_keys set account_id = :heirId where account_id = :accountId',
    'update share_links set account_id = :heirId where account_id = :accountId',
  ];
  for (const statement of statements) await queryRows(transaction, statement, { accountId, heirId });
}

export interface MoveToBin {
  readonly accountId: string;
  /** Gets what is shared; null only if there is nothing. */
  readonly heirId: string | null;
  readonly callbackOffsetMs?: number | undefined;
  /** Who removes the account; null: the operator. */
  readonly actor: Person | null;
}

/**
 * Moves an account to the bin, in a transaction that has locked the members: its keys and sessions end, its
 * active jobs are cancelled and refunded, and the heir gets what is shared. Returns how many jobs were
 * cancelled; null if there is no such account.
 */
export async function moveToBin(
  transaction: Database,
  { accountId, heirId, callbackOffsetMs, actor }: MoveToBin,
): Promise<number | null> {
  // Nothing can be added to the account while its row is locked.
  const [account] = await queryRows<{ workspaceId: string; name: string }>(
    transaction,
    `select workspace_id as "workspaceId", name from accounts
     where id = :accountId and removed_at is null for update`,
    { accountId },
  );
  if (account === undefined) return null;
  const active = await queryRows<{ id: string }>(
    transaction,
    'select id from batch_jobs where account_id = :accountId and completed_at is null',
    { accountId },
  );
  let cancelledJobs = 0;
  for (const { id } of active) {
    if (await finishBatchJob(transaction, id, { status: 'CANCELLED' }, { callbackOffsetMs }))
      cancelledJobs += 1;
  }
  if (heirId !== null) await handOver(transaction, accountId, heirId);
  for (const table of [
    'api_keys',
    'sessions',
    'sign_in_links',
    'second_factors',
    'passkeys',
    'recovery_codes',
    'known_devices',
    'template_viewers',
  ])
    await queryRows(transaction, `delete from ${table} where account_id = :accountId`, { accountId });
  await queryRows(
    transaction,
    `update accounts set removed_at = now(), email = null, pending_email = null, password_hash = null,
                         oidc_issuer = null, oidc_subject = null, role = 'MEMBER'
     where id = :accountId`,
    { accountId },
  );
  const { workspaceId, name: subject } = account;
  await recordActivity(transaction, { workspaceId, actor, action: 'MEMBER_REMOVED', accountId, subject });
  return cancelledJobs;
}

export interface RemovedAccount {
  readonly accountId: string;
  readonly name: string;
  readonly removedAt: Date;
  /** When a sweep deletes it. */
  readonly deletedAt: Date;
  readonly projects: number;
  readonly templates: number;
}

/** The removed members of a workspace, last removed first. */
export async function listRemovedAccounts(db: Database, workspaceId: string): Promise<RemovedAccount[]> {
  return await queryRows<RemovedAccount>(
    db,
    `select a.id as "accountId", a.name, a.removed_at as "removedAt",
            a.removed_at + :days * interval '1 day' as "deletedAt",
            (select count(*)::int from projects p where p.account_id = a.id) as projects,
            (select count(*)::int from templates t where t.account_id = a.id) as templates
     from accounts a where a.workspace_id = :workspaceId and a.removed_at is not null
     order by a.removed_at desc, a.id`,
    { workspaceId, days: BIN_DAYS },
  );
}

/** Takes a member out of the bin, with what was private. False if the bin has no such account. */
export async function restoreAccount(db: Database, accountId: string): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const [restored] = await queryRows<{ workspaceId: string; name: string }>(
      transaction,
      `update accounts set removed_at = null where id = :accountId and removed_at is not null
       returning workspace_id as "workspaceId", name`,
      { accountId },
    );
    if (restored === undefined) return false;
    const { workspaceId, name: subject } = restored;
    const detail = 'From the bin';
    await recordActivity(transaction, {
      workspaceId,
      actor: null,
      action: 'MEMBER_JOINED',
      accountId,
      subject,
      detail,
    });
    return true;
  });
}

/** Whether an account waits in the bin of a workspace. */
export async function findRemovedAccount(
  db: Database,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string },
): Promise<boolean> {
  const found = await queryRows(
    db,
    `select from accounts
     where id = :accountId and workspace_id = :workspaceId and removed_at is not null`,
    { workspaceId, accountId },
  );
  return found.length > 0;
}

/** Takes an account out of the bin, as one that has not joined yet. */
export async function inviteRemovedAccount(transaction: Database, accountId: string): Promise<void> {
  await queryRows(
    transaction,
    'update accounts set removed_at = null, joined_at = null where id = :accountId',
    { accountId },
  );
}

/** Accounts whose time in the bin is over. */
export async function findExpiredAccounts(db: Database): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    `select id from accounts where removed_at < now() - :days * interval '1 day'
     order by removed_at limit 100`,
    { days: BIN_DAYS },
  );
  return rows.map(({ id }) => id);
}

/** What of a deleted account is still stored: files of its jobs and share links. */
export interface LeftFiles {
  readonly jobIds: readonly string[];
  readonly fileKeys: readonly string[];
}

/**
 * Deletes an account in the bin with everything that it has. Charges stay in the ledger, and the records of
 * callbacks for a while. Null if the bin has no such account.
 */
export async function purgeAccount(db: Database, accountId: string): Promise<LeftFiles | null> {
  return await db.transaction(async (transaction) => {
    const found = await queryRows(
      transaction,
      'select from accounts where id = :accountId and removed_at is not null for update',
      { accountId },
    );
    if (found.length === 0) return null;
    await queryRows(
      transaction,
      `update callback_deliveries set job_deleted_at = now()
       where job_id in (select id from batch_jobs where account_id = :accountId)`,
      { accountId },
    );
    const left = await queryRow<{ jobIds: string[]; fileKeys: string[] }>(
      transaction,
      `select array(select id::text from batch_jobs where account_id = :accountId) as "jobIds",
              array(select file_key from share_links where account_id = :accountId) as "fileKeys"`,
      { accountId },
    );
    await queryRows(transaction, 'delete from accounts where id = :accountId', { accountId });
    return left;
  });
}
