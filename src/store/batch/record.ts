/**
 * The outcomes of a batch job's rows, each recorded once. An attempt that has been overtaken, because its process was taken for
 * gone, records nothing.
 */
import { queryPrepared, queryRows, type Database } from '../database.ts';
import { claimedColumns, claimedRows, describeClaim, dispatchFinish } from './work.ts';
import type { Claim, ClaimedRow, FoundRow, RowsToClaim } from './work.ts';

/** An attempt at a row. */
export type RowAttempt = Pick<ClaimedRow, 'rowIndex' | 'attempt'>;

/** How a row ended, with what its file has to be, or the reason in the caller's words. */
export type RowOutcome =
  | { readonly status: 'SUCCESS'; readonly bytes: number; readonly crc32: number }
  | { readonly status: 'FAILED'; readonly error: string };

/** An attempt at a row that has ended. */
export interface EndedAttempt extends RowAttempt {
  readonly outcome: RowOutcome;
}

export type Recording =
  /** Of rows that are not among those that were recorded, there is an outcome or a later attempt. */
  | { readonly kind: 'recorded'; readonly rowIndexes: ReadonlySet<number>; readonly next: Claim }
  /** The job has ended in the meantime. Nothing has changed. */
  | { readonly kind: 'ended' };

/**
 * Records outcomes of a job's rows and counts them, in one transaction; the one that records the last of a job hands out the job's end.
 *
 * @param rows of which those next without outcome are claimed in the same breath, as `claimRows` does, if all were recorded.
 */
export async function recordRows(
  db: Database,
  ended: readonly EndedAttempt[],
  rows: RowsToClaim,
): Promise<Recording> {
  const found = await queryPrepared<
    FoundRow & { readonly isLast: boolean | null; readonly recorded: readonly number[] | null }
  >(
    db,
    // The job's row is locked before anything is looked at that depends on it, and tells what whoever held the lock has written.
    `with lease as (select from worker_pools where id = :poolId),
     job as materialized (
       select completed_items + failed_items + :count >= total_items as is_last from batch_jobs
       where id = :jobId and status = 'PROCESSING' for update
     ),
     recorded as (${recordOutcomes} and exists (select from job where not is_last) returning r.row_index, r.status),
     counted as (${countOutcomes}),
     ${claimedRows(
       'row_index >= :from and row_index < :to and row_index <> all (cast(:rowIndexes as integer[]))',
       '(select count(*) from recorded) = :count',
     )}
     select (select is_last from job) as "isLast", (select array_agg(row_index) from recorded) as recorded,
       exists (select from lease) as "isLeased", ${claimedColumns}
     from (select) one left join claimed on true order by claimed.row_index`,
    { ...bind(ended), count: ended.length, ...rows },
  );
  const { isLast = null, recorded = null } = found[0] ?? {};
  if (isLast === null) return { kind: 'ended' };
  if (isLast) return await recordLast(db, ended, rows.jobId);
  return { kind: 'recorded', rowIndexes: new Set(recorded), next: describeClaim(found) };
}

/** Records what may be the last outcomes of a job: the end of the job is a statement more, and needs the row's lock meanwhile. */
async function recordLast(db: Database, ended: readonly EndedAttempt[], jobId: string): Promise<Recording> {
  return await db.transaction(async (transaction) => {
    // A statement of its own, so that the next one sees what whoever held the lock has written.
    const [job] = await queryRows(
      transaction,
      `select id from batch_jobs where id = :jobId and status = 'PROCESSING' for update`,
      { jobId },
    );
    if (job === undefined) return { kind: 'ended' };
    const [counted] = await queryRows<{ isLast: boolean; recorded: readonly number[] }>(
      transaction,
      `with recorded as (${recordOutcomes} returning r.row_index, r.status),
       counted as (${countOutcomes} returning completed_items + failed_items = total_items as is_last)
       select is_last as "isLast", (select array_agg(row_index) from recorded) as recorded from counted`,
      { ...bind(ended), jobId },
    );
    if (counted?.isLast === true) await dispatchFinish(transaction, jobId);
    return { kind: 'recorded', rowIndexes: new Set(counted?.recorded), next: { kind: 'done' } };
  });
}

/** Notes that attempts ended for a reason that is not their rows', so that they do not count against them. */
export async function forgiveAttempts(
  db: Database,
  jobId: string,
  attempts: readonly RowAttempt[],
): Promise<void> {
  await changeAttempts(db, jobId, attempts, 'forgiven = forgiven + 1');
}

/** Gives back rows that were claimed, and of whose attempts nothing has been done. */
export async function unclaimRows(
  db: Database,
  jobId: string,
  attempts: readonly RowAttempt[],
): Promise<void> {
  await changeAttempts(db, jobId, attempts, 'attempts = attempts - 1');
}

async function changeAttempts(
  db: Database,
  jobId: string,
  attempts: readonly RowAttempt[],
  change: string,
): Promise<void> {
  if (attempts.length === 0) return;
  await queryRows(
    db,
    `update batch_rows r set ${change}
     from unnest(cast(:rowIndexes as integer[]), cast(:attempts as integer[])) a (row_index, attempt)
     where r.job_id = :jobId and r.row_index = a.row_index and r.attempts = a.attempt and r.status is null`,
    { jobId, ...bindAttempts(attempts) },
  );
}

/** The second look at the indexes has the rows found one by one, whatever is known of the table. */
const recordOutcomes = `
  update batch_rows r set status = o.status, size_bytes = o.bytes, crc32 = o.crc32, error = o.error
  from unnest(
    cast(:rowIndexes as integer[]), cast(:attempts as integer[]), cast(:statuses as text[]),
    cast(:bytes as bigint[]), cast(:checksums as bigint[]), cast(:errors as text[])
  ) o (row_index, attempt, status, bytes, crc32, error)
  where r.job_id = :jobId and r.row_index = any (cast(:rowIndexes as integer[]))
    and r.row_index = o.row_index and r.attempts = o.attempt and r.status is null`;

/** Progress is noted once a second: it is in an index, and with it unchanged the row's new version needs no entry in any. */
const countOutcomes = `
  update batch_jobs j set
    completed_items = completed_items + (select count(*) from recorded where status = 'SUCCESS'),
    failed_items = failed_items + (select count(*) from recorded where status = 'FAILED'),
    progressed_at = case when progressed_at < now() - interval '1 second' then now() else progressed_at end
  where j.id = :jobId and exists (select from recorded)`;

function bind(ended: readonly EndedAttempt[]) {
  const outcomes = ended.map(({ outcome }) => outcome);
  return {
    ...bindAttempts(ended),
    statuses: outcomes.map(({ status }) => status),
    bytes: outcomes.map((outcome) => (outcome.status === 'SUCCESS' ? outcome.bytes : 0)),
    checksums: outcomes.map((outcome) => (outcome.status === 'SUCCESS' ? outcome.crc32 : null)),
    errors: outcomes.map((outcome) => (outcome.status === 'FAILED' ? outcome.error : null)),
  };
}

function bindAttempts(attempts: readonly RowAttempt[]) {
  return {
    rowIndexes: attempts.map(({ rowIndex }) => rowIndex),
    attempts: attempts.map(({ attempt }) => attempt),
  };
}
