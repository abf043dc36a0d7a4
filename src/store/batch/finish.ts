/**
 * The end of the work on a batch job: attempts at its archive, of which only the latest may end it.
 */
import type { OutputFormat } from '../../render/scene.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { dispatchRows } from './work.ts';

export type FinishAttempt =
  | {
      readonly kind: 'attempt';
      readonly attempt: number;
      /** Earlier attempts at which the archive could not be stored. */
      readonly faults: number;
      readonly completedItems: number;
      readonly format: OutputFormat;
      readonly createdAt: Date;
      /** Of the trace that the job was submitted in. */
      readonly traceparent: string | null;
    }
  /** The job is not active. */
  | { readonly kind: 'ended' }
  /** The pool was taken for gone, and its tasks were given to others. */
  | { readonly kind: 'superseded' };

/** Begins an attempt at the end of a job whose rows all have an outcome. From here on, earlier attempts cannot end it. */
export async function beginFinish(
  db: Database,
  { jobId, poolId }: { readonly jobId: string; readonly poolId: string },
): Promise<FinishAttempt> {
  const found = await queryRow<{
    isLeased: boolean;
    attempt: number | null;
    faults: number;
    completedItems: number;
    format: OutputFormat;
    createdAt: Date;
    traceparent: string | null;
  }>(
    db,
    `with lease as (select from worker_pools where id = :poolId),
     begun as (
       update batch_jobs set finish_attempts = finish_attempts + 1
       where id = :jobId and status = 'PROCESSING' and completed_items + failed_items = total_items
         and exists (select from lease)
       returning finish_attempts, finish_faults, completed_items, format, created_at, traceparent
     )
     select exists (select from lease) as "isLeased", begun.finish_attempts as attempt,
       begun.finish_faults as faults, begun.completed_items as "completedItems", begun.format,
       begun.created_at as "createdAt", begun.traceparent
     from (select) one left join begun on true`,
    { jobId, poolId },
  );
  if (!found.isLeased) return { kind: 'superseded' };
  const { isLeased: _, attempt, ...job } = found;
  return attempt === null ? { kind: 'ended' } : { kind: 'attempt', attempt, ...job };
}

/** Notes that an attempt's archive could not be stored. Returns how often that has been so, or null where it was overtaken. */
export async function noteFinishFault(
  db: Database,
  { jobId, attempt }: { readonly jobId: string; readonly attempt: number },
): Promise<number | null> {
  const [noted] = await queryRows<{ faults: number }>(
    db,
    `update batch_jobs set finish_faults = finish_faults + 1
     where id = :jobId and status = 'PROCESSING' and finish_attempts = :attempt
     returning finish_faults as faults`,
    { jobId, attempt },
  );
  return noted?.faults ?? null;
}

/** A row that has a file. */
export interface RenderedRow {
  readonly rowIndex: number;
  /** Whose file it is. */
  readonly attempt: number;
  readonly filename: string;
  readonly bytes: number;
  /** Null where it is not known, since the row was rendered before that was noted. */
  readonly crc32: number | null;
}

/** Some of a job's rows that have a file, in their order, from `from` on. */
export async function listRenderedRows(
  db: Database,
  {
    jobId,
    from,
    limit,
  }: {
    readonly jobId: string;
    readonly from: number;
    /** Null: all of them. */ readonly limit: number | null;
  },
): Promise<RenderedRow[]> {
  return await queryRows<RenderedRow>(
    db,
    `select row_index as "rowIndex", attempts as attempt, filename, size_bytes::float8 as bytes, crc32::float8 as crc32
     from batch_rows
     where job_id = :jobId and row_index >= :from and status = 'SUCCESS' order by row_index limit :limit`,
    { jobId, from, limit },
  );
}

/**
 * Hands out rows anew whose files are lost, as if they had no outcome. The last of them hands out the job's end again.
 *
 * @param attempt at the end of the job, which found the loss
 * @returns false where the job has ended, or a later attempt has taken over; nothing has changed then.
 */
export async function reopenRows(
  db: Database,
  {
    jobId,
    attempt,
    rows,
  }: {
    readonly jobId: string;
    readonly attempt: number;
    readonly rows: readonly Pick<RenderedRow, 'rowIndex' | 'attempt'>[];
  },
): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const [job] = await queryRows(
      transaction,
      `select id from batch_jobs where id = :jobId and status = 'PROCESSING' and finish_attempts = :attempt for update`,
      { jobId, attempt },
    );
    if (job === undefined) return false;
    const reopened = await queryRows<{ rowIndex: number }>(
      transaction,
      `with reopened as (
         update batch_rows r set status = null, size_bytes = 0
         from jsonb_to_recordset(cast(:rows as jsonb)) as lost ("rowIndex" integer, attempt integer)
         where r.job_id = :jobId and r.row_index = lost."rowIndex" and r.attempts = lost.attempt
           and r.status = 'SUCCESS'
         returning r.row_index
       ), counted as (
         update batch_jobs set completed_items = completed_items - (select count(*) from reopened) where id = :jobId
       )
       select row_index as "rowIndex" from reopened order by row_index`,
      { jobId, rows: JSON.stringify(rows) },
    );
    // None where it has been done, and the answer was lost.
    if (reopened.length === 0) return true;
    await dispatchRows(
      transaction,
      jobId,
      reopened.map(({ rowIndex }) => rowIndex),
    );
    return true;
  });
}
