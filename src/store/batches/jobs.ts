/**
 * One batch job and its rows. Functions with an `accountId` find only that account's jobs.
 */
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import { isBatch, isRender, type BatchStatus, type Metadata } from './job-status.ts';
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
  /** Null if the submission had none. */
  readonly metadata: Metadata | null;
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

/** A batch job of an account, or null. */
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
            completed_at as "completedAt", template_name as "templateName", metadata,
            archive_key as "archiveKey",
            case when archive_key is not null then archive_expires_at end as "archiveExpiresAt",
            coalesce(
              (select jsonb_agg(
                        jsonb_build_object('itemIndex', f.row_index, 'error', f.error) order by f.row_index)
               from (select row_index, error from batch_rows
                     where job_id = batch_jobs.id and status = 'FAILED'
                     order by row_index limit :maxErrors) f),
              '[]'
            ) as errors
     from batch_jobs where id = :jobId and account_id = :accountId and ${isBatch}`,
    { jobId, accountId, maxErrors },
  );
  return job === undefined ? null : { ...job, callback: await findCallback(db, jobId) };
}

/** The callback of a job of any kind; null if it has none. */
export async function findCallback(db: Database, jobId: string): Promise<JobCallback | null> {
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
     from batch_jobs where id = :jobId and account_id = :accountId and ${isBatch}`,
    { jobId, accountId },
  );
  return job ?? { columns: null, otherColumns: null };
}

/** Whether the account has such a batch job. */
export async function ownsBatchJob(db: Database, accountId: string, jobId: string): Promise<boolean> {
  const jobs = await readRows(
    db,
    `select id from batch_jobs where id = :jobId and account_id = :accountId and ${isBatch}`,
    { jobId, accountId },
  );
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
export async function deleteBatchJob(
  db: Database,
  accountId: string,
  jobId: string,
  kind: 'batch' | 'render' = 'batch',
): Promise<DeleteOutcome> {
  return await db.transaction(async (transaction) => {
    const [job] = await queryRows<{ status: BatchStatus; isActive: boolean }>(
      transaction,
      `select status, completed_at is null as "isActive" from batch_jobs
       where id = :jobId and account_id = :accountId and ${kind === 'batch' ? isBatch : isRender}
       for update`,
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
     from batch_jobs where id = :jobId and ${isBatch}`,
    { jobId },
  );
  return job ?? null;
}
