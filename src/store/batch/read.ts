/**
 * One batch job and what became of its rows, as the account that submitted it sees them. To anybody else it does not exist.
 */
import type { Database } from '../database.ts';
import { readRows } from '../repeat-cut.ts';
import type { BatchStatus } from './submit.ts';

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
  /** Null where there is no archive (any more). */
  readonly archiveKey: string | null;
  readonly archiveExpiresAt: Date | null;
  readonly callback: JobCallback | null;
  /** The first rows that failed, in order. */
  readonly errors: readonly { readonly itemIndex: number; readonly error: string }[];
}

/** How the delivery of a job's callback is going. Until the job has ended, it is to come. */
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
}

/** A job of an account, or null. */
export async function findBatchJob(
  db: Database,
  accountId: string,
  jobId: string,
  { mostErrors }: { readonly mostErrors: number },
): Promise<BatchJob | null> {
  const [job] = await readRows<Omit<BatchJob, 'callback'>>(
    db,
    `select id as "jobId", status, total_items as "totalItems", completed_items as "completedItems",
            failed_items as "failedItems", created_at as "createdAt", started_at as "startedAt",
            completed_at as "completedAt",
            template_name as "templateName", archive_key as "archiveKey",
            case when archive_key is not null then archive_expires_at end as "archiveExpiresAt",
            coalesce(
              (select jsonb_agg(jsonb_build_object('itemIndex', f.row_index, 'error', f.error) order by f.row_index)
               from (select row_index, error from batch_rows
                     where job_id = batch_jobs.id and status = 'FAILED'
                     order by row_index limit :mostErrors) f),
              '[]'
            ) as errors
     from batch_jobs where id = :jobId and account_id = :accountId`,
    { jobId, accountId, mostErrors },
  );
  return job === undefined ? null : { ...job, callback: await findCallback(db, jobId) };
}

async function findCallback(db: Database, jobId: string): Promise<JobCallback | null> {
  const [callback] = await readRows<JobCallback>(
    db,
    `select j.delivery_id as "deliveryId", j.callback_url as "callbackUrl", coalesce(d.status, 'PENDING') as status,
            coalesce(d.attempts, 0) as attempts, d.delivered_at as "deliveredAt", d.last_error as "lastError"
     from batch_jobs j left join callback_deliveries d on d.id = j.delivery_id
     where j.id = :jobId and j.delivery_id is not null`,
    { jobId },
  );
  return callback ?? null;
}

/** One page of the rows of an account's job that have an outcome, in order, and how many there are. Null: no such job. */
export async function listBatchItems(
  db: Database,
  accountId: string,
  jobId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly items: BatchItem[]; readonly total: number } | null> {
  // One statement, so that the total fits the page.
  const rows = await readRows<{ total: number } & (BatchItem | Record<keyof BatchItem, null>)>(
    db,
    `select j.completed_items + j.failed_items as total, r.*
     from batch_jobs j left join lateral (
       select row_index as "rowIndex", filename, size_bytes::float8 as size, status, error from batch_rows
       where job_id = j.id and status is not null
       order by row_index limit :limit offset :offset
     ) r on true
     where j.id = :jobId and j.account_id = :accountId
     order by r."rowIndex"`,
    { jobId, accountId, offset, limit },
  );
  const [first] = rows;
  if (first === undefined) return null;
  const items = rows.flatMap(({ total: _total, ...item }) => (item.rowIndex === null ? [] : [item]));
  return { items, total: first.total };
}

/** Whether there is such a job of an account. */
export async function isBatchJobOf(db: Database, accountId: string, jobId: string): Promise<boolean> {
  const jobs = await readRows(db, 'select id from batch_jobs where id = :jobId and account_id = :accountId', {
    jobId,
    accountId,
  });
  return jobs.length > 0;
}
