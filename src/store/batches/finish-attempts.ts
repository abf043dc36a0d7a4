/**
 * Attempts to finish a batch job: to build its archive from the rows' files. Only the latest attempt may
 * finish the job.
 */
import type { OutputFormat } from '../../render/job.ts';
import type { SheetGrid } from '../../common/sheets/sheet-grid.ts';
import type { RowWarnings } from './row-outcomes.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { isRender } from './job-status.ts';
import { dispatchRows } from './tasks.ts';

export type FinishAttempt =
  | {
      readonly kind: 'attempt';
      readonly attempt: number;
      /** Earlier attempts that could not store the archive. */
      readonly faults: number;
      readonly completedItems: number;
      readonly format: OutputFormat;
      readonly createdAt: Date;
      /** Whether the archive lists the warnings of its rows. */
      readonly includeWarnings: boolean;
      /** How the rows are laid out on sheets; null: the archive has a file for each row. */
      readonly sheet: SheetGrid | null;
      /** Whether it is a single render, whose result is the file of its row. */
      readonly isRender: boolean;
      readonly templateName: string;
      /** Of the trace in which the job was submitted. */
      readonly traceparent: string | null;
    }
  /** The job is not active, or rows have no outcome yet. */
  | { readonly kind: 'ended' }
  /** The pool was presumed dead: its tasks belong to other workers. */
  | { readonly kind: 'superseded' };

/**
 * Starts an attempt to finish a job whose rows all have an outcome. Earlier attempts can no longer finish it.
 */
export async function startFinish(
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
    includeWarnings: boolean;
    sheet: SheetGrid | null;
    isRender: boolean;
    templateName: string;
    traceparent: string | null;
  }>(
    db,
    `with lease as (select from worker_pools where id = :poolId),
     started as (
       update batch_jobs set finish_attempts = finish_attempts + 1
       where id = :jobId and status = 'PROCESSING' and completed_items + failed_items = total_items
         and exists (select from lease)
       returning finish_attempts, finish_faults, completed_items, format, created_at, include_warnings,
         sheet, ${isRender} as is_render, template_name, traceparent
     )
     select exists (select from lease) as "isLeased", started.finish_attempts as attempt,
       started.finish_faults as faults, started.completed_items as "completedItems", started.format,
       started.created_at as "createdAt", started.include_warnings as "includeWarnings", started.sheet,
       started.is_render as "isRender", started.template_name as "templateName", started.traceparent
     from (select) one left join started on true`,
    { jobId, poolId },
  );
  if (!found.isLeased) return { kind: 'superseded' };
  const { isLeased: _, attempt, ...job } = found;
  return attempt === null ? { kind: 'ended' } : { kind: 'attempt', attempt, ...job };
}

/**
 * Records that an attempt could not store its archive. Returns the count of such attempts; null if a later
 * one has started.
 */
export async function recordFinishFault(
  db: Database,
  { jobId, attempt }: { readonly jobId: string; readonly attempt: number },
): Promise<number | null> {
  const [recorded] = await queryRows<{ faults: number }>(
    db,
    `update batch_jobs set finish_faults = finish_faults + 1
     where id = :jobId and status = 'PROCESSING' and finish_attempts = :attempt
     returning finish_faults as faults`,
    { jobId, attempt },
  );
  return recorded?.faults ?? null;
}

/** A row with a file in storage. */
export interface RenderedRow {
  readonly rowIndex: number;
  /** The attempt that wrote the file. */
  readonly attempt: number;
  readonly filename: string;
  readonly bytes: number;
  /** Null for rows that an older release rendered. */
  readonly crc32: number | null;
  readonly warnings: RowWarnings;
  /** How many cells of sheets it fills. */
  readonly copies: number;
}

/** The number of cells that the rows with a file fill together. */
export async function countLabels(db: Database, jobId: string): Promise<number> {
  const { labels } = await queryRow<{ labels: number }>(
    db,
    `select coalesce(sum(copies), 0)::int as labels from batch_rows
     where job_id = :jobId and status = 'SUCCESS'`,
    { jobId },
  );
  return labels;
}

/** Rows with a file, in order, starting at row `from`. A `limit` of null means all. */
export async function listRenderedRows(
  db: Database,
  { jobId, from, limit }: { readonly jobId: string; readonly from: number; readonly limit: number | null },
): Promise<RenderedRow[]> {
  return await queryRows<RenderedRow>(
    db,
    `select row_index as "rowIndex", attempts as attempt, filename, size_bytes::float8 as bytes,
            crc32::float8 as crc32, copies,
            jsonb_build_object('count', warning_count, 'listed', coalesce(warnings, '[]')) as warnings
     from batch_rows
     where job_id = :jobId and row_index >= :from and status = 'SUCCESS'
     order by row_index limit :limit`,
    { jobId, from, limit },
  );
}

/**
 * Dispatches rows again whose files are lost, as if they had no outcome. The last of them dispatches the
 * job's finish again.
 *
 * @param attempt the attempt to finish the job that missed the files
 * @returns false if the job is not active, or a later attempt has started. Then nothing has changed.
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
      `select id from batch_jobs
       where id = :jobId and status = 'PROCESSING' and finish_attempts = :attempt for update`,
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
         update batch_jobs set completed_items = completed_items - (select count(*) from reopened)
         where id = :jobId
       )
       select row_index as "rowIndex" from reopened order by row_index`,
      { jobId, rows: JSON.stringify(rows) },
    );
    const rowIndexes = reopened.map(({ rowIndex }) => rowIndex);
    // Empty if an earlier call has done it and its result was lost.
    if (rowIndexes.length > 0) await dispatchRows(transaction, jobId, rowIndexes);
    return true;
  });
}
