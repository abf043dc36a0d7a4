/**
 * One batch job and its rows. Functions with an `accountId` find only that account's jobs.
 */
import type { VariableValue } from '../../common/values/values.ts';
import type { RenderWarning } from '../../render/layout-report.ts';
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { BatchStatus } from './job-status.ts';
import type { OtherColumns, SourceColumn } from './submissions.ts';

export interface BatchJob {
  readonly jobId: string;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly templateName: string;
  /** Null if there is no archive, or it was removed. */
  readonly archiveKey: string | null;
  readonly archiveExpiresAt: Date | null;
  readonly callback: JobCallback | null;
  /** The first failed rows, in order. */
  readonly errors: readonly { readonly itemIndex: number; readonly error: string }[];
}

/** The delivery of a job's callback. PENDING until the job has ended. */
export interface JobCallback {
  readonly deliveryId: string;
  readonly callbackUrl: string;
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly attempts: number;
  readonly deliveredAt: Date | null;
  readonly lastError: string | null;
}

export interface BatchItem {
  readonly rowIndex: number;
  readonly filename: string;
  readonly size: number;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly error: string | null;
  readonly warningCount: number;
  /** The first warnings. */
  readonly warnings: readonly RenderWarning[];
}

/** An item with the row's values. */
export interface BatchItemWithValues extends BatchItem {
  /** In the file that the row comes from; null if it is not known. */
  readonly line: number | null;
  readonly values: Readonly<Record<string, VariableValue>>;
  /** Of the columns of the sheet that fill no variable; empty if there are none, or they are not known. */
  readonly otherCells: readonly string[];
}

/** Which items are listed, and how. */
export interface ItemList {
  readonly offset: number;
  readonly limit: number;
  /** Undefined: both. */
  readonly status?: BatchItem['status'] | undefined;
}

/** A job of an account, or null. */
export async function findBatchJob(
  db: Database,
  accountId: string,
  jobId: string,
  { maxErrors }: { readonly maxErrors: number },
): Promise<BatchJob | null> {
  const [job] = await readRows<Omit<BatchJob, 'callback'>>(
    db,
    `select id as "jobId", status, total_items as "totalItems", completed_items as "completedItems",
            failed_items as "failedItems", created_at as "createdAt", started_at as "startedAt",
            completed_at as "completedAt", template_name as "templateName", archive_key as "archiveKey",
            case when archive_key is not null then archive_expires_at end as "archiveExpiresAt",
            coalesce(
              (select jsonb_agg(
                        jsonb_build_object('itemIndex', f.row_index, 'error', f.error) order by f.row_index)
               from (select row_index, error from batch_rows
                     where job_id = batch_jobs.id and status = 'FAILED'
                     order by row_index limit :maxErrors) f),
              '[]'
            ) as errors
     from batch_jobs where id = :jobId and account_id = :accountId`,
    { jobId, accountId, maxErrors },
  );
  return job === undefined ? null : { ...job, callback: await findCallback(db, jobId) };
}

async function findCallback(db: Database, jobId: string): Promise<JobCallback | null> {
  const [callback] = await readRows<JobCallback>(
    db,
    `select j.delivery_id as "deliveryId", j.callback_url as "callbackUrl",
            coalesce(d.status, 'PENDING') as status, coalesce(d.attempts, 0) as attempts,
            d.delivered_at as "deliveredAt", d.last_error as "lastError"
     from batch_jobs j left join callback_deliveries d on d.id = j.delivery_id
     where j.id = :jobId and j.delivery_id is not null`,
    { jobId },
  );
  return callback ?? null;
}

/** A page of the rows that have an outcome, in order, and the total. Null if the account has no such job. */
export async function listBatchItems(
  db: Database,
  accountId: string,
  jobId: string,
  list: ItemList,
): Promise<{ readonly items: BatchItem[]; readonly total: number } | null> {
  return await readItems<BatchItem>(db, { accountId, jobId, columns: itemColumns }, list);
}

/** As `listBatchItems`, with the values of the rows, which may be long. */
export async function listBatchItemsWithValues(
  db: Database,
  accountId: string,
  jobId: string,
  list: ItemList,
): Promise<{ readonly items: BatchItemWithValues[]; readonly total: number } | null> {
  const columns = `${itemColumns}, variables as values, source_line as line,
    coalesce(other_cells, '[]') as "otherCells"`;
  return await readItems<BatchItemWithValues>(db, { accountId, jobId, columns }, list);
}

/** The columns of the sheet that a job's rows come from; each null if it is not known. */
export interface JobColumns {
  /** Those that gave the values, in the order of the sheet. */
  readonly columns: readonly SourceColumn[] | null;
  readonly otherColumns: OtherColumns | null;
}

/** The columns of a job's sheet; nothing is known of the sheet if the account has no such job. */
export async function findJobColumns(db: Database, accountId: string, jobId: string): Promise<JobColumns> {
  const [job] = await readRows<JobColumns>(
    db,
    `select source_columns as columns, other_columns as "otherColumns"
     from batch_jobs where id = :jobId and account_id = :accountId`,
    { jobId, accountId },
  );
  return job ?? { columns: null, otherColumns: null };
}

const itemColumns = `row_index as "rowIndex", filename, size_bytes::float8 as size, status, error,
  warning_count as "warningCount", coalesce(warnings, '[]') as warnings`;

/** SQL: the rows with an outcome. `FAILED` has an index of its own. */
const outcomes = {
  all: { total: 'j.completed_items + j.failed_items', condition: 'status is not null' },
  SUCCESS: { total: 'j.completed_items', condition: `status = 'SUCCESS'` },
  FAILED: { total: 'j.failed_items', condition: `status = 'FAILED'` },
};

async function readItems<Item extends BatchItem>(
  db: Database,
  {
    accountId,
    jobId,
    columns,
  }: { readonly accountId: string; readonly jobId: string; readonly columns: string },
  { offset, limit, status }: ItemList,
): Promise<{ readonly items: Item[]; readonly total: number } | null> {
  const { total, condition } = outcomes[status ?? 'all'];
  // One statement, so that page and total are consistent.
  const rows = await readRows<{ readonly total: number; readonly rowIndex: number | null }>(
    db,
    `select ${total} as total, r.*
     from batch_jobs j left join lateral (
       select ${columns} from batch_rows
       where job_id = j.id and ${condition}
       order by row_index limit :limit offset :offset
     ) r on true
     where j.id = :jobId and j.account_id = :accountId
     order by r."rowIndex"`,
    { jobId, accountId, offset, limit },
  );
  const [first] = rows;
  if (first === undefined) return null;
  // A row with an index has all columns.
  const items = rows.flatMap(({ total: _total, ...item }) => (item.rowIndex === null ? [] : [item as Item]));
  return { items, total: first.total };
}

/** Whether the account has such a job. */
export async function ownsBatchJob(db: Database, accountId: string, jobId: string): Promise<boolean> {
  const jobs = await readRows(db, 'select id from batch_jobs where id = :jobId and account_id = :accountId', {
    jobId,
    accountId,
  });
  return jobs.length > 0;
}

export type DeleteOutcome =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'active'; readonly status: BatchStatus };

/**
 * Deletes a finished job with its rows. Its charge stays in the ledger, and the record of its callback for a
 * while.
 */
export async function deleteBatchJob(db: Database, accountId: string, jobId: string): Promise<DeleteOutcome> {
  return await db.transaction(async (transaction) => {
    const [job] = await queryRows<{ status: BatchStatus; isActive: boolean }>(
      transaction,
      `select status, completed_at is null as "isActive" from batch_jobs
       where id = :jobId and account_id = :accountId for update`,
      { jobId, accountId },
    );
    if (job === undefined) return { kind: 'unknown' };
    if (job.isActive) return { kind: 'active', status: job.status };
    await queryRows(transaction, 'delete from batch_jobs where id = :jobId', { jobId });
    await queryRows(
      transaction,
      'update callback_deliveries set job_deleted_at = now() where job_id = :jobId',
      { jobId },
    );
    return { kind: 'deleted' };
  });
}

/** A job as the command line follows it, whichever account it belongs to. */
export interface JobProgress {
  readonly jobId: string;
  readonly templateName: string;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
  /** Null until the job is completed, and after its archive has expired. */
  readonly archiveKey: string | null;
}

/** The progress of a job, or null. */
export async function findJobProgress(db: Database, jobId: string): Promise<JobProgress | null> {
  const [job] = await queryRows<JobProgress>(
    db,
    `select id as "jobId", template_name as "templateName", status, total_items as "totalItems",
            completed_items as "completedItems", failed_items as "failedItems",
            case when archive_expires_at > now() then archive_key end as "archiveKey"
     from batch_jobs where id = :jobId`,
    { jobId },
  );
  return job ?? null;
}

/** The lines of a job's rows in the file that they come from, by row; empty if they are not known. */
export async function listRowLines(db: Database, jobId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await queryRows<{ readonly rowIndex: number; readonly line: number }>(
    db,
    `select row_index as "rowIndex", source_line as line from batch_rows
     where job_id = :jobId and source_line is not null`,
    { jobId },
  );
  return new Map(rows.map(({ rowIndex, line }) => [rowIndex, line]));
}

/** All failed rows of a job, in order. */
export async function listFailedRows(
  db: Database,
  jobId: string,
): Promise<{ readonly itemIndex: number; readonly error: string }[]> {
  return await queryRows(
    db,
    `select row_index as "itemIndex", error from batch_rows
     where job_id = :jobId and status = 'FAILED' order by row_index`,
    { jobId },
  );
}
