import type { VariableValue } from '../../common/values/values.ts';
import type { RenderWarning } from '../../render/layout-report.ts';
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import { isBatch, type Metadata } from './job-status.ts';

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

export interface BatchItem {
  readonly rowIndex: number;
  readonly filename: string;
  /** The id of the size that it shows; null for a job without sizes. */
  readonly sizeId: string | null;
  readonly size: number;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly error: string | null;
  readonly warningCount: number;
  /** The first warnings. */
  readonly warnings: readonly RenderWarning[];
  /** Null if the submission had none for this row. */
  readonly metadata: Metadata | null;
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

const itemColumns = `row_index as "rowIndex", filename,
  j.sizes ->> (row_index % jsonb_array_length(j.sizes)) as "sizeId",
  size_bytes::float8 as size, status, error,
  warning_count as "warningCount", coalesce(warnings, '[]') as warnings, metadata`;

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
     where j.id = :jobId and j.account_id = :accountId and j.${isBatch}
     order by r."rowIndex"`,
    { jobId, accountId, offset, limit },
  );
  const [first] = rows;
  if (first === undefined) return null;
  // A row with an index has all columns.
  const items = rows.flatMap(({ total: _total, ...item }) => (item.rowIndex === null ? [] : [item as Item]));
  return { items, total: first.total };
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
