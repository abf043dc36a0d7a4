/**
 * The outcomes of a batch job's rows, each recorded once. An attempt that has been overtaken, because its process was taken for
 * gone, records nothing.
 */
import { queryPreparedRow, queryRows, type Database } from '../database.ts';
import { describeClaim, dispatchFinish } from './work.ts';
import type { Claim, ClaimedRow, FoundRow, RowsToClaim } from './work.ts';

/** An attempt at a row. */
export type RowAttempt = Pick<ClaimedRow, 'jobId' | 'rowIndex' | 'attempt'>;

/** How a row ended, with what its file has to be, or the reason in the caller's words. */
export type RowOutcome =
  | { readonly status: 'SUCCESS'; readonly bytes: number; readonly crc32: number }
  | { readonly status: 'FAILED'; readonly error: string };

/** `ended`: the job has ended in the meantime. `superseded`: the row has an outcome or a later attempt. Nothing has changed then. */
export type Recording = 'recorded' | 'ended' | 'superseded';

/**
 * Records a row's outcome and counts it, in one transaction; the one that records the last of a job hands out the job's end.
 *
 * @param rows of which the first without outcome is claimed in the same breath, as `claimRow` does.
 * @returns with what was claimed; null where nothing was recorded.
 */
export async function recordRow(
  db: Database,
  row: RowAttempt,
  outcome: RowOutcome,
  rows: RowsToClaim,
): Promise<
  | { readonly recording: 'recorded'; readonly next: Claim }
  | { readonly recording: Exclude<Recording, 'recorded'>; readonly next: null }
> {
  const found = await queryPreparedRow<
    FoundRow & { readonly isLast: boolean | null; readonly isRecorded: boolean }
  >(
    db,
    // The job's row is locked before anything is looked at that depends on it, and tells what whoever held the lock has written.
    `with lease as (select from worker_pools where id = :poolId),
     job as materialized (
       select completed_items + failed_items + 1 >= total_items as is_last from batch_jobs
       where id = :jobId and status = 'PROCESSING' for update
     ),
     recorded as (
       update batch_rows set ${setOutcome}
       where ${isAttempt} and exists (select from job where not is_last)
       returning status
     ),
     counted as (update batch_jobs j set ${count} from recorded where j.id = :jobId),
     next as materialized (
       select row_index from batch_rows
       where job_id = :jobId and row_index >= :from and row_index < :to and status is null
         and row_index <> :rowIndex and exists (select from recorded)
       order by row_index limit 1 for update
     ),
     claimed as (
       update batch_rows r set attempts = r.attempts + 1
       from next where r.job_id = :jobId and r.row_index = next.row_index and exists (select from lease)
       returning r.row_index, r.attempts, r.attempts - r.forgiven as tries, r.variables
     )
     select (select is_last from job) as "isLast", exists (select from recorded) as "isRecorded",
       exists (select from lease) as "isLeased",
       claimed.row_index as "rowIndex", claimed.attempts as attempt, claimed.tries, claimed.variables
     from (select) one left join claimed on true`,
    { ...bind(row, outcome), from: rows.from, to: rows.to, poolId: rows.poolId },
  );
  if (found.isRecorded) return { recording: 'recorded', next: describeClaim(row.jobId, found) };
  if (found.isLast === null) return { recording: 'ended', next: null };
  if (!found.isLast) return { recording: 'superseded', next: null };
  const recording = await recordLast(db, row, outcome);
  return recording === 'recorded' ? { recording, next: { kind: 'done' } } : { recording, next: null };
}

/** Records what may be the last outcome of a job: the end of the job is a statement more, and needs the row's lock meanwhile. */
async function recordLast(db: Database, row: RowAttempt, outcome: RowOutcome): Promise<Recording> {
  return await db.transaction(async (transaction) => {
    // A statement of its own, so that the next one sees what whoever held the lock has written.
    const [job] = await queryRows(
      transaction,
      `select id from batch_jobs where id = :jobId and status = 'PROCESSING' for update`,
      { jobId: row.jobId },
    );
    if (job === undefined) return 'ended';
    const [counted] = await queryRows<{ isLast: boolean }>(
      transaction,
      `with recorded as (update batch_rows set ${setOutcome} where ${isAttempt} returning status)
       update batch_jobs j set ${count} from recorded where j.id = :jobId
       returning completed_items + failed_items = total_items as "isLast"`,
      bind(row, outcome),
    );
    if (counted === undefined) return 'superseded';
    if (counted.isLast) await dispatchFinish(transaction, row.jobId);
    return 'recorded';
  });
}

/** Notes that an attempt ended for a reason that is not the row's, so that it does not count against the row. */
export async function forgiveAttempt(db: Database, { jobId, rowIndex, attempt }: RowAttempt): Promise<void> {
  await queryRows(db, `update batch_rows set forgiven = forgiven + 1 where ${isAttempt}`, {
    jobId,
    rowIndex,
    attempt,
  });
}

const isAttempt = `job_id = :jobId and row_index = :rowIndex and attempts = :attempt and status is null`;

const setOutcome = `status = :status, size_bytes = :bytes, crc32 = :crc32, error = :error`;

/** Progress is noted once a second: it is in an index, and with it unchanged the row's new version needs no entry in any. */
const count = `
  completed_items = completed_items + case recorded.status when 'SUCCESS' then 1 else 0 end,
  failed_items = failed_items + case recorded.status when 'FAILED' then 1 else 0 end,
  progressed_at = case when progressed_at < now() - interval '1 second' then now() else progressed_at end`;

function bind({ jobId, rowIndex, attempt }: RowAttempt, outcome: RowOutcome) {
  const isSuccess = outcome.status === 'SUCCESS';
  return {
    jobId,
    rowIndex,
    attempt,
    status: outcome.status,
    bytes: isSuccess ? outcome.bytes : 0,
    crc32: isSuccess ? outcome.crc32 : null,
    error: isSuccess ? null : outcome.error,
  };
}
