/** The log of sign-ins, and of who changed members, keys, passwords, the library and the callback secret. */
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import type { Page } from './projects.ts';

export type ActivityAction =
  | ('MEMBER_INVITED' | 'MEMBER_JOINED' | 'MEMBER_CHANGED' | 'MEMBER_REMOVED')
  | ('PASSWORD_SET' | 'SIGN_IN_LINK_CREATED')
  | ('SECOND_FACTOR_ON' | 'SECOND_FACTOR_OFF' | 'RECOVERY_CODE_USED' | 'WORKSPACE_CHANGED')
  | ('PASSKEY_ADDED' | 'PASSKEY_REMOVED')
  | ('SIGNED_IN' | 'SIGN_IN_FAILED' | 'SESSIONS_ENDED')
  | ('KEY_CREATED' | 'KEY_DELETED')
  | ('URL_KEY_CREATED' | 'URL_KEY_DELETED')
  | ('LIBRARY_ITEM_ADDED' | 'LIBRARY_ITEM_CHANGED' | 'LIBRARY_ITEM_REMOVED')
  | ('CALLBACK_SECRET_SHOWN' | 'CALLBACK_SECRET_ROTATED')
  | ('WEBHOOK_ENDPOINT_ADDED' | 'WEBHOOK_ENDPOINT_CHANGED' | 'WEBHOOK_ENDPOINT_REMOVED')
  | 'WEBHOOK_SECRET_ROTATED';

/** How long sign-ins stay in the log. */
const KEEP_SIGN_INS_DAYS = 365;

/** An account, as the log names it. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface NewActivity {
  readonly workspaceId: string;
  /** Null: the operator, on the command line. For failed sign-ins: nobody knows. */
  readonly actor: Person | null;
  readonly action: ActivityAction;
  /** The account that was changed, or that the changed thing belongs to. Null: the workspace. */
  readonly accountId: string | null;
  /** The member, key or thing that was changed, by name. */
  readonly subject: string;
  /** The change in words, such as a role before and after. */
  readonly detail?: string | undefined;
}

export interface Activity {
  readonly id: string;
  readonly at: Date;
  readonly actor: Person | null;
  readonly action: ActivityAction;
  readonly subject: string;
  readonly detail: string | null;
  /** How often it has happened, the last time at `at`. */
  readonly count: number;
}

/** Adds an entry to the log, in the transaction that makes the change. */
export async function recordActivity(
  transaction: Database,
  { workspaceId, actor, action, accountId, subject, detail }: NewActivity,
): Promise<void> {
  await queryRows(
    transaction,
    `insert into activity (workspace_id, at, actor_id, actor_name, action, account_id, subject, detail)
     values (:workspaceId, clock_timestamp(), :actorId, :actorName, :action, :accountId, :subject, :detail)`,
    {
      workspaceId,
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? null,
      action,
      accountId,
      subject,
      detail: detail ?? null,
    },
  );
}

/**
 * Adds a failed sign-in to the log of an account: one entry an hour for all of them, so that guesses do not
 * fill the log.
 */
export async function recordFailedSignIn(
  db: Database,
  { accountId, detail }: { readonly accountId: string; readonly detail: string },
): Promise<void> {
  await queryRows(
    db,
    `insert into activity (workspace_id, at, action, account_id, subject, detail, period)
     select a.workspace_id, clock_timestamp(), 'SIGN_IN_FAILED', a.id, a.name, :detail,
            date_trunc('hour', clock_timestamp())
     from accounts a where a.id = :accountId and a.removed_at is null
     on conflict (account_id, action, period) where period is not null
     do update set count = activity.count + 1, at = excluded.at, detail = excluded.detail`,
    { accountId, detail },
  );
}

/** Deletes old entries of sign-ins; changes stay. Returns how many. */
export async function removeOldSignIns(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from activity
     where action in ('SIGNED_IN', 'SIGN_IN_FAILED') and at < now() - interval '${KEEP_SIGN_INS_DAYS} days'
     returning id`,
    {},
  );
  return removed.length;
}

/**
 * One page of a workspace's log, newest first.
 *
 * @param accountId only what this account did, or what was done to it or its things. Null: everything
 */
export async function listActivity(
  db: Database,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string | null },
  { offset, limit }: Page,
): Promise<{ readonly entries: readonly Activity[]; readonly total: number }> {
  const mine = `workspace_id = :workspaceId
    and (cast(:accountId as uuid) is null or actor_id = :accountId or account_id = :accountId)`;
  const rows = await readRows<Omit<Activity, 'actor'> & { actorId: string | null; actorName: string | null }>(
    db,
    `select id, at, actor_id as "actorId", actor_name as "actorName", action, subject, detail,
            count
     from activity where ${mine}
     order by at desc, sequence desc limit :limit offset :offset`,
    { workspaceId, accountId, limit, offset },
  );
  const { total } = await queryRow<{ total: number }>(
    db,
    `select count(*)::int as total from activity where ${mine}`,
    { workspaceId, accountId },
  );
  const entries = rows.map(({ actorId, actorName, ...entry }) => ({
    ...entry,
    actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
  }));
  return { entries, total };
}
