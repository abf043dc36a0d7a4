/**
 * The outcomes of a batch job's rows. Each is recorded once, and only by the row's latest attempt: an earlier
 * one, whose process was presumed dead, records nothing.
 */
import type { RenderWarning } from '../../render/layout-report.ts';
import { queryPrepared, queryRows, type Database } from '../database.ts';
import { toClaim, type Claim, type ClaimedRow, type FoundRow, type RowsToClaim } from './rows.ts';
import { dispatchFinish } from './tasks.ts';

/** An attempt at a row. */
export type RowAttempt = Pick<ClaimedRow, 'rowIndex' | 'attempt'>;

/** The warnings of a row's render: their number, and the first of them. */
export interface RowWarnings {
  readonly count: number;
  readonly listed: readonly RenderWarning[];
}

/**
 * The size, checksum and pages of the row's file, or the error as the client sees it. Default: no warnings,
 * and pages that are not known.
 */
export type RowOutcome =
  | {
      readonly status: 'SUCCESS';
      readonly bytes: number;
      readonly crc32: number;
      readonly pages?: number;
      readonly warnings?: RowWarnings;
    }
  | { readonly status: 'FAILED'; readonly error: string };

export interface FinishedAttempt extends RowAttempt {
  readonly outcome: RowOutcome;
}

export type Recording =
  /** Rows that are missing from `rowIndexes` have an outcome or a later attempt already. */
  | { readonly kind: 'recorded'; readonly rowIndexes: ReadonlySet<number>; readonly next: Claim }
  /** The job is no longer active. Nothing has changed. */
  | { readonly kind: 'ended' };

/**
 * Records outcomes of a group of rows and updates the job's counters. If every outcome of the group was
 * recorded, it also claims the next rows as `claimRows` does: one statement, because it runs for every group.
 * With the job's last outcome, it adds the finishing task.
 */
export async function recordRows(
  db: Database,
  finished: readonly FinishedAttempt[],
  rows: RowsToClaim,
): Promise<Recording> {
  const found = await queryPrepared<
    FoundRow & { readonly isLast: boolean | null; readonly recorded: readonly number[] | null }
  >(
    db,
    // The job's row is locked first. An outcome is recorded only if `attempts` is still this attempt and the
    // row has none: after waiting for a lock, PostgreSQL reads the rows that it updates again.
    // `recorded` compares the row numbers twice, so that PostgreSQL always looks up each row by its key.
    // `progressed_at` is indexed, so it changes at most once a second: other updates write no index entries.
    `with lease as (select from worker_pools where id = :poolId),
     job as materialized (
       select completed_items + failed_items + :count >= total_items as is_last from batch_jobs
       where id = :jobId and status = 'PROCESSING' for update
     ),
     recorded as (
       update batch_rows r set status = o.status, size_bytes = o.bytes, crc32 = o.crc32, error = o.error,
         warning_count = o.warning_count, warnings = cast(o.warnings as jsonb), page_count = o.pages
       from unnest(
         cast(:rowIndexes as integer[]), cast(:attempts as integer[]), cast(:statuses as text[]),
         cast(:bytes as bigint[]), cast(:checksums as bigint[]), cast(:errors as text[]),
         cast(:warningCounts as integer[]), cast(:warnings as text[]), cast(:pages as integer[])
       ) o (row_index, attempt, status, bytes, crc32, error, warning_count, warnings, pages)
       where r.job_id = :jobId and r.row_index = any (cast(:rowIndexes as integer[]))
         and r.row_index = o.row_index and r.attempts = o.attempt and r.status is null
         and exists (select from job where not is_last)
       returning r.row_index, r.status
     ),
     counted as (
       update batch_jobs j set
         completed_items = completed_items + (select count(*) from recorded where status = 'SUCCESS'),
         failed_items = failed_items + (select count(*) from recorded where status = 'FAILED'),
         progressed_at = case when progressed_at < now() - interval '1 second' then now()
                              else progressed_at end
       where j.id = :jobId and exists (select from recorded)
     ),
     next as materialized (
       select row_index, attempts > forgiven as is_suspect from batch_rows
       where job_id = :jobId and status is null and row_index >= :from and row_index < :to
         and row_index <> all (cast(:rowIndexes as integer[])) and (select count(*) from recorded) = :count
       order by row_index limit :limit for update
     ),
     chosen as materialized (
       select row_index from next
       where not exists (select from next where is_suspect) or row_index = (select min(row_index) from next)
     ),
     claimed as (
       update batch_rows r set attempts = r.attempts + 1
       where r.job_id = :jobId and r.row_index = any (array(select row_index from chosen))
         and exists (select from lease)
       returning r.row_index, r.attempts, r.attempts - r.forgiven as counted_attempts, r.variables
     )
     select (select is_last from job) as "isLast", (select array_agg(row_index) from recorded) as recorded,
       exists (select from lease) as "isLeased", claimed.row_index as "rowIndex", claimed.attempts as attempt,
       claimed.counted_attempts as "countedAttempts", claimed.variables
     from (select) one left join claimed on true order by claimed.row_index`,
    { ...bindOutcomes(finished), count: finished.length, ...rows },
  );
  const { isLast = null, recorded = null } = found[0] ?? {};
  if (isLast === null) return { kind: 'ended' };
  if (isLast) return await recordLastRows(db, finished, rows.jobId);
  return { kind: 'recorded', rowIndexes: new Set(recorded), next: toClaim(found) };
}

/**
 * Records what may be the last outcomes of a job. Adding the finishing task needs a transaction that holds
 * the lock of the job's row.
 */
async function recordLastRows(
  db: Database,
  finished: readonly FinishedAttempt[],
  jobId: string,
): Promise<Recording> {
  return await db.transaction(async (transaction) => {
    // A separate statement: the snapshot of the next one includes what the lock's previous holder has
    // written.
    const [job] = await queryRows(
      transaction,
      `select id from batch_jobs where id = :jobId and status = 'PROCESSING' for update`,
      { jobId },
    );
    if (job === undefined) return { kind: 'ended' };
    const [counted] = await queryRows<{ isLast: boolean; recorded: readonly number[] }>(
      transaction,
      `with recorded as (
         update batch_rows r set status = o.status, size_bytes = o.bytes, crc32 = o.crc32, error = o.error,
           warning_count = o.warning_count, warnings = cast(o.warnings as jsonb), page_count = o.pages
         from unnest(
           cast(:rowIndexes as integer[]), cast(:attempts as integer[]), cast(:statuses as text[]),
           cast(:bytes as bigint[]), cast(:checksums as bigint[]), cast(:errors as text[]),
           cast(:warningCounts as integer[]), cast(:warnings as text[]), cast(:pages as integer[])
         ) o (row_index, attempt, status, bytes, crc32, error, warning_count, warnings, pages)
         where r.job_id = :jobId and r.row_index = any (cast(:rowIndexes as integer[]))
           and r.row_index = o.row_index and r.attempts = o.attempt and r.status is null
         returning r.row_index, r.status
       ),
       counted as (
         update batch_jobs j set
           completed_items = completed_items + (select count(*) from recorded where status = 'SUCCESS'),
           failed_items = failed_items + (select count(*) from recorded where status = 'FAILED'),
           progressed_at = now()
         where j.id = :jobId and exists (select from recorded)
         returning completed_items + failed_items = total_items as is_last
       )
       select is_last as "isLast", (select array_agg(row_index) from recorded) as recorded from counted`,
      { ...bindOutcomes(finished), jobId },
    );
    if (counted?.isLast === true) await dispatchFinish(transaction, jobId);
    return { kind: 'recorded', rowIndexes: new Set(counted?.recorded), next: { kind: 'done' } };
  });
}

/** Marks attempts whose failure was not caused by the row. They do not count. */
export async function forgiveAttempts(
  db: Database,
  jobId: string,
  attempts: readonly RowAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  await queryRows(
    db,
    `update batch_rows r set forgiven = forgiven + 1
     from unnest(cast(:rowIndexes as integer[]), cast(:attempts as integer[])) a (row_index, attempt)
     where r.job_id = :jobId and r.row_index = a.row_index and r.attempts = a.attempt and r.status is null`,
    { jobId, ...bindAttempts(attempts) },
  );
}

/** Releases claimed rows whose attempts have not started. */
export async function unclaimRows(
  db: Database,
  jobId: string,
  attempts: readonly RowAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  await queryRows(
    db,
    `update batch_rows r set attempts = attempts - 1
     from unnest(cast(:rowIndexes as integer[]), cast(:attempts as integer[])) a (row_index, attempt)
     where r.job_id = :jobId and r.row_index = a.row_index and r.attempts = a.attempt and r.status is null`,
    { jobId, ...bindAttempts(attempts) },
  );
}

function bindOutcomes(finished: readonly FinishedAttempt[]) {
  const outcomes = finished.map(({ outcome }) => outcome);
  return {
    ...bindAttempts(finished),
    statuses: outcomes.map(({ status }) => status),
    bytes: outcomes.map((outcome) => (outcome.status === 'SUCCESS' ? outcome.bytes : 0)),
    checksums: outcomes.map((outcome) => (outcome.status === 'SUCCESS' ? outcome.crc32 : null)),
    errors: outcomes.map((outcome) => (outcome.status === 'FAILED' ? outcome.error : null)),
    pages: outcomes.map((outcome) => (outcome.status === 'SUCCESS' ? (outcome.pages ?? null) : null)),
    warningCounts: outcomes.map((outcome) => getWarnings(outcome).count),
    warnings: outcomes.map((outcome) => {
      const { listed } = getWarnings(outcome);
      return listed.length === 0 ? null : JSON.stringify(listed);
    }),
  };
}

function getWarnings(outcome: RowOutcome): RowWarnings {
  return (outcome.status === 'SUCCESS' ? outcome.warnings : undefined) ?? { count: 0, listed: [] };
}

function bindAttempts(attempts: readonly RowAttempt[]) {
  return {
    rowIndexes: attempts.map(({ rowIndex }) => rowIndex),
    attempts: attempts.map(({ attempt }) => attempt),
  };
}
