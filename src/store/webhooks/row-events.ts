/** Events of single rows of batches, which a plan limits by day. */
import { queryRow, queryRows, type Database } from '../database.ts';
import { emitEvents } from './events.ts';

/** Rows of a job that have got an outcome. */
export interface CompletedRows {
  readonly workspaceId: string;
  readonly jobId: string;
  readonly rowIndexes: readonly number[];
  /** Of the workspace in a day (UTC). */
  readonly maxPerDay: number;
}

/** As the event has it. */
interface CompletedRow {
  readonly rowIndex: number;
  readonly status: string;
  readonly filename: string;
  readonly error: string | null;
  /** What the client has given with the row; null: nothing. */
  readonly metadata: object | null;
}

/**
 * Writes the events of rows in the transaction that records their outcomes: a few statements for all of
 * them. Rows beyond the day's limit are counted with the job, whose own event says how many they are.
 */
export async function emitRowEvents(
  transaction: Database,
  { workspaceId, jobId, rowIndexes, maxPerDay }: CompletedRows,
): Promise<void> {
  if (rowIndexes.length === 0) return;
  const rows = await queryRows<CompletedRow>(
    transaction,
    `select row_index as "rowIndex", status, filename, error, metadata from batch_rows
     where job_id = :jobId and row_index = any (cast(:rowIndexes as integer[])) order by row_index`,
    { jobId, rowIndexes: [...rowIndexes] },
  );
  const granted = await takeDaily(transaction, { workspaceId, wanted: rows.length, maxPerDay });
  if (granted < rows.length) {
    await queryRows(
      transaction,
      `update batch_jobs set row_events_left_out = row_events_left_out + :leftOut where id = :jobId`,
      { jobId, leftOut: rows.length - granted },
    );
  }
  await emitEvents(transaction, {
    workspaceId,
    type: 'batch.row.completed',
    occurredAt: new Date(),
    data: rows
      .slice(0, granted)
      .map(({ metadata, ...row }) => ({ jobId, ...row, ...(metadata && { metadata }) })),
  });
}

/** Takes events from the day's allowance and returns how many are granted. */
async function takeDaily(
  transaction: Database,
  {
    workspaceId,
    wanted,
    maxPerDay,
  }: { readonly workspaceId: string; readonly wanted: number; readonly maxPerDay: number },
): Promise<number> {
  const { granted } = await queryRow<{ granted: number }>(
    transaction,
    `insert into webhook_row_events as r (workspace_id, day, sent, left_out, granted)
     select :workspaceId, (now() at time zone 'utc')::date, least(wanted, allowed),
       greatest(0, wanted - allowed), least(wanted, allowed)
     from (select cast(:wanted as integer) as wanted, cast(:maxPerDay as integer) as allowed) given
     on conflict (workspace_id, day) do update set
       sent = r.sent + ${open}, left_out = r.left_out + cast(:wanted as bigint) - ${open}, granted = ${open}
     returning granted`,
    { workspaceId, wanted, maxPerDay },
  );
  return granted;
}

/** SQL: what is left of the day, at most what is wanted. */
const open = `greatest(0, least(cast(:wanted as bigint), cast(:maxPerDay as bigint) - r.sent))`;

/** A day's events of rows. */
export interface RowEventUse {
  readonly sent: number;
  readonly leftOut: number;
}

/** The events of rows of a workspace today (UTC). */
export async function readRowEventUse(db: Database, workspaceId: string): Promise<RowEventUse> {
  const [use] = await queryRows<RowEventUse>(
    db,
    `select sent::float8 as sent, left_out::float8 as "leftOut" from webhook_row_events
     where workspace_id = :workspaceId and day = (now() at time zone 'utc')::date`,
    { workspaceId },
  );
  return use ?? { sent: 0, leftOut: 0 };
}

/** Removes the counts of days before the last ones. */
export async function removeOldRowEventCounts(db: Database): Promise<void> {
  await queryRows(db, `delete from webhook_row_events where day < now() - interval '7 days'`, {});
}
