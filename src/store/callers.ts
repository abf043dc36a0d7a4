import type { PlanName } from '../config/plans.ts';
import { queryRows, type Database } from './database.ts';
import { readPrepared, retryOnLostConnection } from './lost-connection.ts';

/** The account that a request acts for, with its workspace and plan. */
export interface Actor {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly plan: PlanName;
  /** Of the API key. Null: a session of the app. */
  readonly keyId: string | null;
}

/** Whom an operation of the API answers: a key, or an agent that works for an account. */
export interface ApiCaller extends Actor {
  /** Whether it may import, change and publish templates. */
  readonly mayAuthor: boolean;
}

/** The caller of the public API: an API key. */
export interface Caller extends ApiCaller {
  readonly keyId: string;
  readonly keyName: string;
}

/**
 * Finds the caller of a key by the key's hash; null for an unknown or expired key. Records the use of the
 * key, at most once a minute.
 */
export async function findCallerByKeyHash(db: Database, hash: Buffer): Promise<Caller | null> {
  const [found] = await readPrepared<Caller & { readonly isUseDue: boolean }>(
    db,
    `select k.id as "keyId", k.name as "keyName", k.account_id as "accountId",
            k.workspace_id as "workspaceId", w.plan, k.may_author as "mayAuthor",
            (last_used_at is null or last_used_at < now() - interval '1 minute') as "isUseDue"
     from api_keys k join workspaces w on w.id = k.workspace_id
     where k.hash = :hash and (k.expires_at is null or k.expires_at > now())`,
    { hash },
  );
  if (found === undefined) return null;
  const { isUseDue, ...caller } = found;
  if (isUseDue) await recordUse(db, caller.keyId);
  return caller;
}

/** Does not wait for another request that records the use at the same time. */
async function recordUse(db: Database, keyId: string): Promise<void> {
  await retryOnLostConnection(db, () =>
    queryRows(
      db,
      `with due as (
         select id from api_keys
         where id = :keyId and (last_used_at is null or last_used_at < now() - interval '1 minute')
         for no key update skip locked
       )
       update api_keys set last_used_at = now() from due where api_keys.id = due.id`,
      { keyId },
    ),
  );
}
