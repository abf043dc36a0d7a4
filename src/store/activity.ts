/** The log of who changed members, keys, passwords and the callback secret. */
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import type { Page } from './projects.ts';

export type ActivityAction =
  | ('MEMBER_INVITED' | 'MEMBER_JOINED' | 'MEMBER_CHANGED' | 'MEMBER_REMOVED')
  | ('PASSWORD_SET' | 'SIGN_IN_LINK_CREATED')
  | ('KEY_CREATED' | 'KEY_DELETED')
  | ('URL_KEY_CREATED' | 'URL_KEY_DELETED')
  | ('CALLBACK_SECRET_SHOWN' | 'CALLBACK_SECRET_ROTATED');

/** An account, as the log names it. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface NewActivity {
  readonly workspaceId: string;
  /** Null: the operator, on the command line. */
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
    `select id, at, actor_id as "actorId", actor_name as "actorName", action, subject, detail
     from activity where ${mine}
     order by at desc, id limit :limit offset :offset`,
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
