/**
 * Rate limits by the generic cell rate algorithm (GCRA, a token bucket in one number). A key's row has the
 * time at which its next request is due at the sustained rate; a burst may bring that time ahead of the
 * clock. One statement per request locks the row, so the limit holds for all processes of the database.
 */
import { queryPreparedRow, queryRows, type Database } from './database.ts';
import { retryOnLostConnection } from './lost-connection.ts';

export interface Rate {
  readonly perSecond: number;
  /** Maximum of requests at once. */
  readonly burst: number;
}

export interface RateLimit extends Rate {
  /** What is limited, such as `generate:<account id>`. */
  readonly key: string;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  /** Requests that are allowed at once after this one. */
  readonly remaining: number;
  /** Until the next request is allowed; 0 if this one is. */
  readonly retryAfterMs: number;
  /** Until the whole burst is available again. */
  readonly resetAfterMs: number;
}

/** Counts a request against a limit, unless the limit refuses it. */
export async function takeToken(
  db: Database,
  { key, perSecond, burst }: RateLimit,
): Promise<RateLimitResult> {
  const intervalMs = 1_000 / perSecond;
  // If the connection breaks and the statement is repeated, the request may be counted twice.
  const token = await retryOnLostConnection(db, () =>
    queryPreparedRow<TokenRow>(db, takeSql, { key, intervalMs, burstMs: intervalMs * burst }),
  );
  return describeToken({ perSecond, burst }, token);
}

interface TokenRow {
  readonly allowed: boolean;
  /** How far the next request's due time is ahead. */
  readonly aheadMs: number;
}

/**
 * SQL: whether a due time lies further ahead than requests can bring it: the clock has been set back since.
 * Such a time counts as now. A second for small corrections of the clock, which must not give a burst away.
 */
function isImpossible(dueAt: string): string {
  return `${dueAt} > clock_timestamp() + (cast(:burstMs as float8) + 1000) * interval '1 millisecond'`;
}

// clock_timestamp() is read when the row is locked; now() would be the time before the wait for the lock.
const takeSql = `
  insert into rate_limits as r (key, due_at, allowed)
  values (:key, clock_timestamp() + cast(:intervalMs as float8) * interval '1 millisecond', true)
  on conflict (key) do update set (due_at, allowed) = (
    select case when next.due_at <= next.latest then next.due_at else r.due_at end,
           next.due_at <= next.latest
    from (
      select case when ${isImpossible('r.due_at')} then clock_timestamp()
                  else greatest(r.due_at, clock_timestamp()) end
               + cast(:intervalMs as float8) * interval '1 millisecond' as due_at,
             clock_timestamp() + cast(:burstMs as float8) * interval '1 millisecond' as latest
    ) next
  )
  returning allowed, greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "aheadMs"`;

/**
 * Takes tokens for what was done already. Never refuses, but leaves the limit no worse than after a burst.
 */
export async function takeTokens(db: Database, limit: RateLimit, tokens: number): Promise<void> {
  await addTokens(db, limit, tokens, limit.burst);
}

/**
 * Takes tokens that a process has given out by itself. Returns the milliseconds until the limit is out of
 * debt; 0 without a debt, which is a burst at most.
 */
export async function settleTokens(db: Database, limit: RateLimit, tokens: number): Promise<number> {
  const { perSecond, burst } = limit;
  const aheadMs = await addTokens(db, limit, tokens, 2 * burst);
  return Math.max(0, Math.ceil(aheadMs - (burst * 1_000) / perSecond));
}

/** Returns how far the next request's due time is ahead. */
async function addTokens(
  db: Database,
  { key, perSecond }: RateLimit,
  tokens: number,
  maxTokens: number,
): Promise<number> {
  const intervalMs = 1_000 / perSecond;
  const times = { costMs: intervalMs * Math.min(tokens, maxTokens), burstMs: intervalMs * maxTokens };
  const { aheadMs } = await queryPreparedRow<Pick<TokenRow, 'aheadMs'>>(db, addSql, { key, ...times });
  return aheadMs;
}

const addSql = `
  insert into rate_limits as r (key, due_at, allowed)
  values (:key, clock_timestamp() + cast(:costMs as float8) * interval '1 millisecond', true)
  on conflict (key) do update set due_at = least(
    case when ${isImpossible('r.due_at')} then clock_timestamp()
         else greatest(r.due_at, clock_timestamp()) end
    + cast(:costMs as float8) * interval '1 millisecond',
    clock_timestamp() + cast(:burstMs as float8) * interval '1 millisecond'
  )
  returning greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "aheadMs"`;

/**
 * Locks a limit until the end of the transaction, for what is counted after it is tried. It is held for a few
 * statements, so others wait for it in theirs.
 */
export async function lockRateLimit(transaction: Database, { key }: RateLimit): Promise<void> {
  await queryRows(transaction, 'select pg_advisory_xact_lock(hashtextextended(:name, 0))::text', {
    name: `rate limit ${key}`,
  });
}

/** Returns a token that `takeToken` has taken. */
export async function refundToken(db: Database, { key, perSecond }: RateLimit): Promise<void> {
  await queryRows(
    db,
    `update rate_limits set due_at = due_at - cast(:intervalMs as float8) * interval '1 millisecond'
     where key = :key returning key`,
    { key, intervalMs: 1_000 / perSecond },
  );
}

/** What `takeToken` would return now. Counts nothing. */
export async function peekToken(
  db: Database,
  { key, perSecond, burst }: RateLimit,
): Promise<RateLimitResult> {
  const [limit] = await queryRows<{ aheadMs: number }>(
    db,
    `select greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "aheadMs"
     from rate_limits where key = :key and not ${isImpossible('due_at')}`,
    { key, burstMs: (burst * 1_000) / perSecond },
  );
  const aheadMs = limit?.aheadMs ?? 0;
  const allowed = aheadMs <= ((burst - 1) * 1_000) / perSecond;
  return describeToken({ perSecond, burst }, { allowed, aheadMs });
}

function describeToken({ perSecond, burst }: Rate, { allowed, aheadMs }: TokenRow): RateLimitResult {
  const intervalMs = 1_000 / perSecond;
  return {
    allowed,
    // The time goes on after the decision: a token that has come back since is for the next request.
    remaining: allowed ? Math.max(0, Math.floor(burst - aheadMs / intervalMs)) : 0,
    retryAfterMs: allowed ? 0 : Math.max(1, Math.ceil(aheadMs - (burst - 1) * intervalMs)),
    resetAfterMs: Math.ceil(aheadMs),
  };
}

/** Deletes rows whose whole burst is available again, because no row means the same. Returns how many. */
export async function removeIdleRateLimits(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from rate_limits where due_at < now() - interval '1 minute' returning key`,
    {},
  );
  return removed.length;
}
