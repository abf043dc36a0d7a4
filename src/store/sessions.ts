/**
 * Sessions of accounts in Studio. A session ends 14 days after its last use, and 90 days after it began.
 */
import type { PlanName } from '../config/plans.ts';
import { queryRow, queryRows, type Database } from './database.ts';
import { readPrepared, readRows, retryOnLostConnection } from './lost-connection.ts';
import type { Role } from './members.ts';
import { hasSecondFactor } from './second-factors.ts';
import { makeToken } from './tokens.ts';

/** The account that a request of Studio comes from, by its session. */
export interface StudioCaller {
  readonly sessionId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly plan: PlanName;
  readonly role: Role;
  /** Whether the workspace requires a second factor, which the account has to set up first. */
  readonly needsSecondFactor: boolean;
}

/** How a session began. */
export type SignInMethod = 'PASSWORD' | 'LINK' | 'OIDC';

/** Where a session began. Null: unknown. */
export interface Browser {
  readonly userAgent: string | null;
  readonly address: string | null;
}

export interface Session extends Browser {
  readonly id: string;
  readonly method: SignInMethod;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

/** Max sessions of an account; a new one ends those that were not used for longest. */
export const MAX_SESSIONS = 100;

const maxUserAgent = 500;

const expiresAt = `least(s.last_used_at + interval '14 days', s.created_at + interval '90 days')`;
const isAlive = `s.last_used_at > now() - interval '14 days' and s.created_at > now() - interval '90 days'`;

/**
 * Finds the caller of a session by the hash of its token; null for one that is unknown or has ended. Records
 * the use of the session, at most once a minute.
 */
export async function findSession(db: Database, tokenHash: Buffer): Promise<StudioCaller | null> {
  const [found] = await readPrepared<StudioCaller & { readonly isUseDue: boolean }>(
    db,
    `select s.id as "sessionId", a.id as "accountId", a.name as "accountName", a.role,
            w.id as "workspaceId", w.name as "workspaceName", w.plan,
            w.requires_second_factor and s.method <> 'OIDC' and not ${hasSecondFactor('a.id')}
              as "needsSecondFactor",
            s.last_used_at < now() - interval '1 minute' as "isUseDue"
     from sessions s join accounts a on a.id = s.account_id join workspaces w on w.id = a.workspace_id
     where s.token_hash = :tokenHash and ${isAlive}`,
    { tokenHash },
  );
  if (found === undefined) return null;
  const { isUseDue, ...caller } = found;
  if (isUseDue) await recordUse(db, caller.sessionId);
  return caller;
}

/** Waits for no lock: another request records the use at the same time, or the account is being removed. */
async function recordUse(db: Database, sessionId: string): Promise<void> {
  await retryOnLostConnection(db, () =>
    queryRows(
      db,
      `with due as (
         select s.id, s.account_id from sessions s join accounts a on a.id = s.account_id
         where s.id = :sessionId and s.last_used_at < now() - interval '1 minute'
         for no key update skip locked
       ), used as (
         update sessions set last_used_at = now() from due where sessions.id = due.id
       )
       update accounts set last_seen_at = now() from due where accounts.id = due.account_id`,
      { sessionId },
    ),
  );
}

/**
 * Starts a session with a new token, in the transaction that has checked the sign-in. Ends the session that
 * the browser had before.
 *
 * @param earlierTokenHash of the token that the browser sent
 */
export async function startSession(
  transaction: Database,
  {
    accountId,
    method,
    browser,
    earlierTokenHash,
  }: {
    readonly accountId: string;
    readonly method: SignInMethod;
    readonly browser: Browser;
    readonly earlierTokenHash: Buffer | null;
  },
): Promise<{ readonly sessionId: string; readonly token: string }> {
  const { token, hash } = makeToken();
  if (earlierTokenHash !== null)
    await queryRows(transaction, 'delete from sessions where token_hash = :earlierTokenHash', {
      earlierTokenHash,
    });
  await queryRows(
    transaction,
    `delete from sessions where id in (
       select id from sessions where account_id = :accountId order by last_used_at desc, id offset :kept
     )`,
    { accountId, kept: MAX_SESSIONS - 1 },
  );
  const { sessionId } = await queryRow<{ sessionId: string }>(
    transaction,
    `insert into sessions (account_id, token_hash, method, user_agent, address)
     values (:accountId, :hash, :method, :userAgent, :address) returning id as "sessionId"`,
    {
      accountId,
      hash,
      method,
      userAgent: browser.userAgent?.slice(0, maxUserAgent) ?? null,
      address: browser.address,
    },
  );
  await queryRows(transaction, 'update accounts set last_seen_at = now() where id = :accountId', {
    accountId,
  });
  return { sessionId, token };
}

/** The sessions of an account that have not ended, last used first. */
export async function listSessions(db: Database, accountId: string): Promise<Session[]> {
  return await readRows<Session>(
    db,
    `select s.id, s.method, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
            ${expiresAt} as "expiresAt", s.user_agent as "userAgent", s.address
     from sessions s where s.account_id = :accountId and ${isAlive}
     order by s.last_used_at desc, s.id`,
    { accountId },
  );
}

/** Ends a session of an account. False if there is no such session. */
export async function endSession(
  db: Database,
  { sessionId, accountId }: { readonly sessionId: string; readonly accountId: string },
): Promise<boolean> {
  const ended = await queryRows<{ isAlive: boolean }>(
    db,
    `delete from sessions s where s.id = :sessionId and s.account_id = :accountId
     returning ${isAlive} as "isAlive"`,
    { sessionId, accountId },
  );
  return ended.some((session) => session.isAlive);
}

/**
 * Ends all sessions of an account but one. Returns how many.
 *
 * @param sessionId null: without an exception
 */
export async function endOtherSessions(
  transaction: Database,
  { sessionId, accountId }: { readonly sessionId: string | null; readonly accountId: string },
): Promise<number> {
  const ended = await queryRows(
    transaction,
    `delete from sessions
     where account_id = :accountId and id is distinct from cast(:sessionId as uuid) returning id`,
    { sessionId, accountId },
  );
  return ended.length;
}

/** Deletes sessions that have ended, after a time in which a wrong clock may be set right. */
export async function removeEndedSessions(
  db: Database,
  { graceMs }: { readonly graceMs: number },
): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from sessions s
     where ${expiresAt} < now() - cast(:graceMs as float8) * interval '1 millisecond' returning s.id`,
    { graceMs },
  );
  return removed.length;
}
