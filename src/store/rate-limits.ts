/**
 * Rate limits by the generic cell rate algorithm: a key's row holds only the moment at which its next request would be
 * due at the sustained rate, and a burst is how far that moment may lie ahead. One statement a request, under the row's
 * lock, so that the limit holds over every process that shares the database.
 */
import { queryPreparedRow, queryRows, type Database } from './database.ts';
import { repeatCut } from './repeat-cut.ts';

export interface Rate {
  readonly perSecond: number;
  /** Requests that may come at once. */
  readonly burst: number;
}

export interface RateLimit extends Rate {
  /** What is limited, such as `generate:<account id>`. */
  readonly key: string;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  /** Requests that could follow at once. */
  readonly remaining: number;
  /** 0 where the request is allowed; else when a next one would be. */
  readonly retryAfterMs: number;
  /** Until the whole burst is there again. */
  readonly resetAfterMs: number;
}

/** Counts a request against a limit and says whether it may go on. */
export async function takeToken(db: Database, { key, ...rate }: RateLimit): Promise<RateLimitResult> {
  // At worst counted twice where the connection broke.
  const token = await repeatCut(db, () =>
    queryPreparedRow<TokenRow>(db, takeOneSql, { key, ...tokenBindings([rate]) }),
  );
  return describeToken(rate, token);
}

/** What a statement tells that takes a token. */
export interface TokenRow {
  readonly allowed: boolean;
  readonly aheadMs: number;
}

/**
 * SQL that takes a token for each row of `source`, which has `key`, `"intervalMs"` and `"burstMs"`, and says how many milliseconds
 * the key's next request is ahead.
 */
export function takeTokenSql(source: string): string {
  // The clock's reading is later than the row's lock; that of now() would be before the wait for it.
  return `insert into rate_limits as r (key, due_at, allowed)
     select key, clock_timestamp() + "intervalMs" * interval '1 millisecond', true from ${source}
     on conflict (key) do update set (due_at, allowed) = (
       select case when next.due_at <= next.latest then next.due_at else r.due_at end,
              next.due_at <= next.latest
       from (
         select greatest(r.due_at, clock_timestamp()) + "intervalMs" * interval '1 millisecond' as due_at,
                clock_timestamp() + "burstMs" * interval '1 millisecond' as latest
         from ${source} where key = r.key
       ) next
     )
     returning allowed,
               greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "aheadMs"`;
}

/** A number for each rate. */
export interface TokenBindings {
  readonly intervalsMs: readonly number[];
  readonly burstsMs: readonly number[];
}

/** What the SQL above needs of some rates. */
export function tokenBindings(rates: readonly Rate[]): TokenBindings {
  const intervalsMs = rates.map(({ perSecond }) => 1_000 / perSecond);
  return { intervalsMs, burstsMs: rates.map(({ perSecond, burst }) => (1_000 / perSecond) * burst) };
}

const takeOneSql = `
  with counted as (
    select cast(:key as text) as key, * from
      unnest(cast(:intervalsMs as float8[]), cast(:burstsMs as float8[])) as rate ("intervalMs", "burstMs")
  ) ${takeTokenSql('counted')}`;

/** What `takeToken` would say now, without counting anything. */
export async function peekToken(
  db: Database,
  { key, perSecond, burst }: RateLimit,
): Promise<RateLimitResult> {
  const [limit] = await queryRows<{ aheadMs: number }>(
    db,
    `select greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "aheadMs"
     from rate_limits where key = :key`,
    { key },
  );
  const aheadMs = limit?.aheadMs ?? 0;
  const allowed = aheadMs <= ((burst - 1) * 1_000) / perSecond;
  return describeToken({ perSecond, burst }, { allowed, aheadMs });
}

/** What a taken token means for the rate that it was taken from. */
export function describeToken({ perSecond, burst }: Rate, { allowed, aheadMs }: TokenRow): RateLimitResult {
  const intervalMs = 1_000 / perSecond;
  return {
    allowed,
    remaining: Math.max(0, Math.floor(burst - aheadMs / intervalMs)),
    retryAfterMs: allowed ? 0 : Math.max(1, Math.ceil(aheadMs - (burst - 1) * intervalMs)),
    resetAfterMs: Math.ceil(aheadMs),
  };
}

/** Removes the limits whose whole burst is there again: no row says the same. Returns how many. */
export async function removeIdleRateLimits(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from rate_limits where due_at < now() - interval '1 minute' returning key`,
    {},
  );
  return removed.length;
}
