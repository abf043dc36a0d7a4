/**
 * The quota ledger. A charge and its refund are entries with unique causes, so that neither a retry nor a crash can
 * count one twice; the month's total is one row that the same statement locks and updates.
 *
 * A generate charge is RESERVED while its render is under way. Whoever began the work settles it or, where nothing came of
 * it, gives it back; a sweep gives back only what is RESERVED. What was given back stays so: it cannot be settled.
 */
import {
  isUniqueViolation,
  queryPrepared,
  queryPreparedRow,
  queryRow,
  queryRows,
  type Database,
} from './database.ts';
import { periodStart } from './quota-period.ts';
import { repeatCut } from './repeat-cut.ts';

export interface Reservation {
  readonly workspaceId: string;
  readonly accountId: string;
  /** Why, such as `request <id>`: the same cause is charged once, however often it is reserved. */
  readonly cause: string;
  readonly renders: number;
  /** Renders that the workspace may use in the month. */
  readonly limit: number;
  /** Decides the month. */
  readonly now: Date;
  /**
   * The process that does the work; when it is gone, a sweep gives the charge back. Null: the charge is final at once,
   * because what is written in the same transaction keeps the work.
   */
  readonly instanceId: string | null;
  /** The id that the charge gets, where something refers to it already. */
  readonly chargeId?: string;
}

export type ReservationResult =
  | { readonly granted: true; readonly chargeId: string; readonly used: number }
  | { readonly granted: false; readonly used: number };

/** Takes renders from the month's quota if they are left, in one statement. `used` is the total after it. */
export async function reserveRenders(db: Database, reservation: Reservation): Promise<ReservationResult> {
  const bindings = {
    workspaceId: reservation.workspaceId,
    accountId: reservation.accountId,
    cause: reservation.cause,
    renders: reservation.renders,
    limit: reservation.limit,
    startsAt: periodStart(reservation.now),
    instanceId: reservation.instanceId,
    chargeId: reservation.chargeId ?? null,
  };
  let row: { chargeId: string | null; used: number };
  try {
    const sql = reservation.instanceId === null ? takeSql : reserveSql;
    row = await repeatCut(db, () => queryPreparedRow(db, sql, bindings));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // The cause has been charged already, by an attempt whose answer was lost: nothing was added this time.
    row = await queryRow(db, findByCauseSql, bindings);
  }
  const { chargeId, used } = row;
  if (chargeId !== null) return { granted: true, chargeId, used };
  // The total was read before other reservations that this one waited for; it has left too little, at any rate.
  return { granted: false, used: Math.max(used, reservation.limit - reservation.renders + 1) };
}

/** Makes a reserved charge final. False where a sweep took its process for gone and gave the charge back. */
export async function settleCharge(db: Database, chargeId: string): Promise<boolean> {
  const settled = await queryPrepared(
    db,
    `update quota_entries set state = 'SETTLED' where id = :chargeId and state = 'RESERVED' returning id`,
    { chargeId },
  );
  return settled.length > 0;
}

/**
 * Gives back the charge of a cause to the month that it was taken from, because nothing came of the work: a charge that was
 * settled, too, since the answer to settling or even to reserving it may have been lost. Does nothing the second time, or where
 * the cause was never charged.
 *
 * @returns the month's total after it; null where it did nothing.
 */
export async function refundCause(db: Database, cause: string): Promise<number | null> {
  const [month] = await queryRows<{ used: number }>(
    db,
    refundSql(`cause = :cause and renders > 0 and state <> 'REFUNDED'`),
    { cause },
  );
  return month?.used ?? null;
}

/**
 * Gives back some renders of a settled charge, to the month that they were taken from. Does nothing the second time for the
 * same cause.
 */
export async function refundRenders(
  db: Database,
  {
    chargeId,
    renders,
    cause,
  }: { readonly chargeId: string; readonly renders: number; readonly cause: string },
): Promise<void> {
  if (renders === 0) return;
  await queryRows(
    db,
    `with refund as (
       insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, refund_of, state)
       select workspace_id, account_id, starts_at, -cast(:renders as integer), :cause, id, 'SETTLED'
       from quota_entries where id = :chargeId
       on conflict (cause) do nothing
       returning workspace_id, starts_at, renders
     )
     update quota_periods p set used = p.used + refund.renders
     from refund where p.workspace_id = refund.workspace_id and p.starts_at = refund.starts_at
     returning p.used`,
    { chargeId, renders, cause },
  );
}

/**
 * Gives back the charges whose process is gone: silent for `silentMs` or never heard of. Charges younger than that are
 * left alone, because their process may just have woken up.
 *
 * @returns how many charges were given back.
 */
export async function refundAbandoned(
  db: Database,
  { silentMs }: { readonly silentMs: number },
): Promise<number> {
  const abandoned = await queryRows<{ id: string }>(
    db,
    `select id from quota_entries e
     where state = 'RESERVED' and created_at < now() - :silentMs * interval '1 millisecond'
       and not exists (
         select 1 from instances i
         where i.id = e.instance_id and i.beat_at >= now() - :silentMs * interval '1 millisecond'
       )
     order by created_at limit 10000`,
    { silentMs },
  );
  let refunded = 0;
  for (const { id } of abandoned) {
    // One at a time: a statement locks one entry and one total, so that sweeps cannot deadlock.
    refunded += (await queryRows(db, refundSql(`id = :id and state = 'RESERVED'`), { id })).length;
  }
  return refunded;
}

/** Renders used in the month of `now`. */
export async function readUsage(
  db: Database,
  workspaceId: string,
  now: Date,
): Promise<{ readonly used: number }> {
  const [period] = await queryRows<{ used: number }>(
    db,
    'select used from quota_periods where workspace_id = :workspaceId and starts_at = :startsAt',
    { workspaceId, startsAt: periodStart(now) },
  );
  return { used: period?.used ?? 0 };
}

const readUsedSql = `coalesce(
  (select used from quota_periods where workspace_id = :workspaceId and starts_at = :startsAt), 0)`;

const takeSql = `
  with period as (
    insert into quota_periods as p (workspace_id, starts_at, used)
    select cast(:workspaceId as uuid), cast(:startsAt as timestamptz), cast(:renders as integer)
    where cast(:renders as integer) <= cast(:limit as integer)
    on conflict (workspace_id, starts_at) do update set used = p.used + excluded.used
      where p.used + excluded.used <= cast(:limit as integer)
    returning workspace_id, starts_at, used
  ), entry as (
    insert into quota_entries (id, workspace_id, account_id, starts_at, renders, cause, state, instance_id)
    select coalesce(cast(:chargeId as uuid), gen_random_uuid()),
           workspace_id, cast(:accountId as uuid), starts_at, cast(:renders as integer), :cause,
           case when cast(:instanceId as uuid) is null then 'SETTLED' else 'RESERVED' end,
           cast(:instanceId as uuid)
    from period
    returning id
  )
  select (select id from entry) as "chargeId", coalesce((select used from period), ${readUsedSql}) as used`;

/**
 * Nobody waits until a reservation is on the disk: one that a crash of the database takes away has been given back, and what makes
 * it final is written behind it.
 */
const reserveSql = `${takeSql} from set_config('synchronous_commit', 'off', true)`;

const findByCauseSql = `
  select (select id from quota_entries where cause = :cause) as "chargeId", ${readUsedSql} as used`;

/** One statement: the charge leaves its state, a refund is entered, the total of the charge's month goes down. */
function refundSql(whichCharge: string): string {
  return `
    with charge as (
      update quota_entries set state = 'REFUNDED' where ${whichCharge}
      returning id, workspace_id, account_id, starts_at, renders
    ), refund as (
      insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, refund_of, state)
      select workspace_id, account_id, starts_at, -renders, 'refund of ' || id, id, 'SETTLED' from charge
      returning workspace_id, starts_at, renders
    )
    update quota_periods p set used = p.used + refund.renders
    from refund where p.workspace_id = refund.workspace_id and p.starts_at = refund.starts_at
    returning p.used`;
}
