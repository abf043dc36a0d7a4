/**
 * The quota ledger. Each charge and each refund is an entry with a unique cause, so that retries and crashes
 * cannot count it twice. The same statement updates the month's total.
 *
 * A charge for a render is RESERVED while the render is in progress, and then SETTLED or REFUNDED. A sweep
 * refunds RESERVED charges of dead processes. A REFUNDED charge can't be settled.
 */
import {
  isUniqueViolation,
  queryPrepared,
  queryPreparedRow,
  queryRow,
  queryRows,
  type Database,
} from './database.ts';
import { retryOnLostConnection } from './lost-connection.ts';
import { emitEvents } from './webhooks/events.ts';

export interface Reservation {
  readonly workspaceId: string;
  readonly accountId: string;
  /** What is rendered, for the usage of the month. */
  readonly templateId: string;
  /** The API key of the request. Null: in the app. */
  readonly keyId: string | null;
  /** Such as `request <id>`. A cause is charged once, even if it is reserved several times. */
  readonly cause: string;
  readonly renders: number;
  /** The workspace's maximum of renders in the month. */
  readonly limit: number;
  /** Its month is charged. */
  readonly now: Date;
  /** The process that does the work. Null: the charge is SETTLED at once, in the caller's transaction. */
  readonly instanceId: string | null;
  /** The id of the new charge, if something refers to it already. */
  readonly chargeId?: string;
}

export type ReservationResult =
  | { readonly granted: true; readonly chargeId: string; readonly used: number }
  | { readonly granted: false; readonly used: number };

/** Charges renders to the month's quota if enough are left. `used` is the new total. */
export async function reserveRenders(db: Database, reservation: Reservation): Promise<ReservationResult> {
  const bindings = {
    workspaceId: reservation.workspaceId,
    accountId: reservation.accountId,
    templateId: reservation.templateId,
    keyId: reservation.keyId,
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
    row = await retryOnLostConnection(db, () => queryPreparedRow(db, sql, bindings));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // An earlier attempt, whose answer was lost, has charged the cause. Nothing was added this time.
    row = await queryRow(db, findByCauseSql, bindings);
  }
  const { chargeId, used } = row;
  if (used >= reservation.limit) await emitQuotaReached(db, reservation, used);
  if (chargeId !== null) return { granted: true, chargeId, used };
  // `used` may be too low: it was read before this statement waited for other reservations.
  return { granted: false, used: Math.max(used, reservation.limit - reservation.renders + 1) };
}

/**
 * Writes the event that a month's renders are used up, once a month: with the charge that takes the last one,
 * or, if the process ended then or no endpoint wanted it, with a later request that is refused.
 */
async function emitQuotaReached(
  db: Database,
  { workspaceId, limit, now }: Reservation,
  used: number,
): Promise<void> {
  const data = { limit, used, resetsAt: periodEnd(now).toISOString() };
  await emitEvents(db, {
    workspaceId,
    type: 'quota.reached',
    occurredAt: new Date(),
    data: [data],
    onceKey: `quota of ${periodStart(now).toISOString().slice(0, 7)}`,
  });
}

/** Makes a reserved charge final. False if a sweep has refunded it, because it presumed the process dead. */
export async function settleCharge(db: Database, chargeId: string): Promise<boolean> {
  const settled = await queryPrepared(
    db,
    `update quota_entries set state = 'SETTLED' where id = :chargeId and state = 'RESERVED' returning id`,
    { chargeId },
  );
  return settled.length > 0;
}

/**
 * Refunds the charge of a cause to the month of the charge, because the work failed. The charge may be
 * RESERVED or SETTLED, since the answers to both statements may have been lost.
 *
 * @returns the month's new total; null if there was nothing to refund
 */
export async function refundCause(db: Database, cause: string): Promise<number | null> {
  const [month] = await queryRows<{ used: number }>(
    db,
    refundSql(`cause = :cause and renders > 0 and state <> 'REFUNDED'`),
    { cause },
  );
  return month?.used ?? null;
}

/** Refunds a part of a settled charge to the month of the charge, once per cause. */
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
     update quota_periods p set ${setTotal(`${getTotal('p')} + refund.renders`)}
     from refund where p.workspace_id = refund.workspace_id and p.starts_at = refund.starts_at
     returning ${getTotal('p')} as used`,
    { chargeId, renders, cause },
  );
}

/**
 * Refunds the RESERVED charges of processes without a row in `instances`: dead ones. Charges younger than
 * `graceMs` stay: their process may just have woken up, and registers again with its next heartbeat.
 *
 * @returns the count of refunded charges
 */
export async function refundAbandoned(
  db: Database,
  { graceMs }: { readonly graceMs: number },
): Promise<number> {
  const abandoned = await queryRows<{ id: string }>(
    db,
    `select id from quota_entries e
     where state = 'RESERVED'
       -- One in the future is from before the clock was set back.
       and created_at not between now() - cast(:graceMs as float8) * interval '1 millisecond' and now()
       and not exists (select 1 from instances i where i.id = e.instance_id)
     order by created_at limit 10000`,
    { graceMs },
  );
  let refunded = 0;
  for (const { id } of abandoned) {
    // One statement per charge locks one entry and one total, so sweeps cannot deadlock.
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
    `select ${getTotal('p')} as used from quota_periods p
     where workspace_id = :workspaceId and starts_at = :startsAt`,
    { workspaceId, startsAt: periodStart(now) },
  );
  return { used: period?.used ?? 0 };
}

const readUsedSql = `coalesce(
  (select ${getTotal('p')} from quota_periods p where workspace_id = :workspaceId and starts_at = :startsAt),
  0)`;

const takeSql = `
  with period as (
    insert into quota_periods as p (workspace_id, starts_at, used)
    select cast(:workspaceId as uuid), cast(:startsAt as timestamptz), cast(:renders as integer)
    where cast(:renders as integer) <= cast(:limit as float8)
    on conflict (workspace_id, starts_at) do update set ${setTotal(`${getTotal('p')} + excluded.used`)}
      where ${getTotal('p')} + excluded.used <= cast(:limit as float8)
    returning workspace_id, starts_at, ${getTotal('p')} as used
  ), entry as (
    insert into quota_entries (
      id, workspace_id, account_id, template_id, api_key_id, starts_at, renders, cause, state, instance_id
    )
    select coalesce(cast(:chargeId as uuid), gen_random_uuid()),
           workspace_id, cast(:accountId as uuid), cast(:templateId as uuid), cast(:keyId as uuid),
           starts_at, cast(:renders as integer), :cause,
           case when cast(:instanceId as uuid) is null then 'SETTLED' else 'RESERVED' end,
           cast(:instanceId as uuid)
    from period
    returning id
  )
  select (select id from entry) as "chargeId", coalesce((select used from period), ${readUsedSql}) as used`;

/**
 * Does not wait for the disk. If the database crashes and loses a reservation, that is a refund; the
 * statement that settles it comes later in the log, so it cannot survive alone.
 */
const reserveSql = `${takeSql} from set_config('synchronous_commit', 'off', true)`;

const findByCauseSql = `
  select (select id from quota_entries where cause = :cause) as "chargeId", ${readUsedSql} as used`;

/** The renders of a row of `quota_periods`: exact up to 2^53. */
function getTotal(row: string): string {
  return `(${row}.billions * cast(1e9 as float8) + ${row}.used)`;
}

/** Assigns a total: what exceeds `used` is carried to `billions`. */
function setTotal(total: string): string {
  return `billions = floor((${total}) / 1e9), used = (${total}) - floor((${total}) / 1e9) * 1e9`;
}

/** Marks the charge, inserts the refund and lowers the total of the charge's month. */
function refundSql(condition: string): string {
  return `
    with charge as (
      update quota_entries set state = 'REFUNDED' where ${condition}
      returning id, workspace_id, account_id, starts_at, renders
    ), refund as (
      insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, refund_of, state)
      select workspace_id, account_id, starts_at, -renders, 'refund of ' || id, id, 'SETTLED' from charge
      returning workspace_id, starts_at, renders
    )
    update quota_periods p set ${setTotal(`${getTotal('p')} + refund.renders`)}
    from refund where p.workspace_id = refund.workspace_id and p.starts_at = refund.starts_at
    returning ${getTotal('p')} as used`;
}

/** The start of the month, in UTC, that contains `now`: quota is counted by calendar months. */
export function periodStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** The start of the next month, when the quota resets. */
export function periodEnd(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
