/**
 * API keys. Only the SHA-256 of a key is stored, and a key is found by that hash, so that the time of an answer tells
 * nothing about how much of a wrong key was right.
 */
import { createHash, randomBytes } from 'node:crypto';
import { queryPrepared, queryRows, type Database } from './database.ts';
import {
  describeToken,
  takeTokenSql,
  tokenBindings,
  type Rate,
  type RateLimitResult,
  type TokenRow,
} from './rate-limits.ts';
import { readPrepared, repeatCut } from './repeat-cut.ts';
import type { PlanName } from '../domain/plans.ts';

/** Who sends a request: the account, workspace and plan behind a key. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  readonly accountId: string;
  readonly workspaceId: string;
  readonly plan: PlanName;
}

export interface ApiKey {
  readonly keyId: string;
  readonly name: string;
  readonly accountId: string;
  /** The key's first characters. */
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Keys that a workspace may hold. */
export const MOST_KEYS = 5;

const prefixLength = 12;

/** The hash under which a key is stored. */
export function hashKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey, 'utf8').digest();
}

/** The caller behind a key's hash, or null. Notes the use of the key, at most once a minute. */
export async function findCallerByKeyHash(db: Database, hash: Buffer): Promise<Caller | null> {
  const [found] = await readPrepared<CallerRow>(db, callerSql, { hash });
  return found === undefined ? null : await noteUse(db, found);
}

/**
 * The same, and one request counted against the caller's rate limit, or null: every request needs both, and one statement has
 * them in half of the time.
 */
export async function findCountedCaller(
  db: Database,
  hash: Buffer,
  limits: CallerLimits,
): Promise<{ readonly caller: Caller; readonly rate: RateLimitResult } | null> {
  const plans = Object.keys(limits.ofPlans) as PlanName[];
  const each = plans.map((plan) => limits.ofPlans[plan]);
  const bindings = { hash, name: limits.name, plans, ...tokenBindings(each) };
  // At worst counted twice where the connection broke.
  const [found] = await repeatCut(db, () =>
    queryPrepared<CallerRow & TokenRow>(db, countedCallerSql, bindings),
  );
  if (found === undefined) return null;
  const { allowed, aheadMs, ...row } = found;
  return {
    caller: await noteUse(db, row),
    rate: describeToken(limits.ofPlans[row.plan], { allowed, aheadMs }),
  };
}

/** A rate limit of callers, by their plans; each account has an allowance of its own. */
export interface CallerLimits {
  /** Before the account's id in the limit's key. */
  readonly name: string;
  readonly ofPlans: Readonly<Record<PlanName, Rate>>;
}

interface CallerRow extends Caller {
  /** Whether the use of the key has not been noted for a minute. */
  readonly isUnnoted: boolean;
}

const isUnnoted = `(last_used_at is null or last_used_at < now() - interval '1 minute')`;

const callerSql = `
  select k.id as "keyId", k.name as "keyName", k.account_id as "accountId",
         k.workspace_id as "workspaceId", w.plan, ${isUnnoted} as "isUnnoted"
  from api_keys k join workspaces w on w.id = k.workspace_id
  where k.hash = :hash`;

const countedCallerSql = `
  with caller as (${callerSql}), counted as (
    select :name || ':' || caller."accountId" as key, rate."intervalMs", rate."burstMs"
    from caller
    join unnest(cast(:plans as text[]), cast(:intervalsMs as float8[]), cast(:burstsMs as float8[]))
      as rate (plan, "intervalMs", "burstMs") on rate.plan = caller.plan
  ), taken as (${takeTokenSql('counted')})
  select caller.*, taken.* from caller, taken`;

/** Most requests find it noted. Nobody waits for others who note it as well. */
async function noteUse(db: Database, { isUnnoted: isDue, ...caller }: CallerRow): Promise<Caller> {
  if (isDue) {
    await repeatCut(db, () =>
      queryRows(
        db,
        `with due as (
           select id from api_keys where id = :keyId and ${isUnnoted} for no key update skip locked
         )
         update api_keys set last_used_at = now() from due where api_keys.id = due.id`,
        { keyId: caller.keyId },
      ),
    );
  }
  return caller;
}

/**
 * Makes a key for an account and returns it; it can't be read again.
 *
 * @returns `unknown-account`, or `full` where the workspace holds five keys already.
 */
export async function createKey(
  db: Database,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<{ readonly keyId: string; readonly apiKey: string } | 'unknown-account' | 'full'> {
  const apiKey = `plt_${randomBytes(32).toString('base64url')}`;
  return await db.transaction(async (transaction) => {
    // The lock makes the count hold until the insert is committed.
    const [workspace] = await queryRows<{ id: string }>(
      transaction,
      `select w.id from workspaces w join accounts a on a.workspace_id = w.id
       where a.id = :accountId for no key update of w`,
      { accountId },
    );
    if (workspace === undefined) return 'unknown-account';
    const [key] = await queryRows<{ keyId: string }>(
      transaction,
      `insert into api_keys (workspace_id, account_id, name, prefix, hash)
       select :workspaceId, :accountId, :name, :prefix, :hash
       where (select count(*) from api_keys where workspace_id = :workspaceId) < :mostKeys
       returning id as "keyId"`,
      {
        workspaceId: workspace.id,
        accountId,
        name,
        prefix: apiKey.slice(0, prefixLength),
        hash: hashKey(apiKey),
        mostKeys: MOST_KEYS,
      },
    );
    return key === undefined ? 'full' : { keyId: key.keyId, apiKey };
  });
}

/** The keys of a workspace, oldest first. */
export async function listKeys(db: Database, workspaceId: string): Promise<ApiKey[]> {
  return await queryRows<ApiKey>(
    db,
    `select id as "keyId", name, account_id as "accountId", prefix,
            created_at as "createdAt", last_used_at as "lastUsedAt"
     from api_keys where workspace_id = :workspaceId order by created_at, id`,
    { workspaceId },
  );
}

/** Deletes a key at once and for good. False where there is no such key. */
export async function deleteKey(db: Database, keyId: string): Promise<boolean> {
  const deleted = await queryRows(db, 'delete from api_keys where id = :keyId returning id', { keyId });
  return deleted.length > 0;
}
