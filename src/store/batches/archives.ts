/**
 * The files of finished batch jobs in storage: the archive, and the files of rows and images that have to be
 * removed.
 */
import type { OutputFormat } from '../../render/job.ts';
import { queryRows, type Database } from '../database.ts';
import { isRender, type BatchStatus } from './job-status.ts';

export interface ArchivedJob {
  readonly jobId: string;
  /** Whether it is a single render, whose archive is the file itself. */
  readonly isRender: boolean;
  readonly status: BatchStatus;
  readonly templateName: string;
  readonly completedAt: Date | null;
  /** Null if the job never had an archive, or it was removed. */
  readonly archiveKey: string | null;
  readonly archiveBytes: number | null;
  /** Stays after the archive is removed. Null if the job never had one. */
  readonly archiveExpiresAt: Date | null;
  /** By the database's clock, whether the archive was removed or not. */
  readonly isExpired: boolean;
}

/**
 * A job with its archive, or null.
 *
 * @param accountId the owner; null for a signed download URL, which needs none
 */
export async function findArchivedJob(
  db: Database,
  { jobId, accountId }: { readonly jobId: string; readonly accountId: string | null },
): Promise<ArchivedJob | null> {
  const [job] = await queryRows<ArchivedJob>(
    db,
    `select id as "jobId", ${isRender} as "isRender", status, template_name as "templateName",
       completed_at as "completedAt",
       archive_key as "archiveKey", archive_bytes::float8 as "archiveBytes",
       archive_expires_at as "archiveExpiresAt", coalesce(archive_expires_at <= now(), false) as "isExpired"
     from batch_jobs
     where id = :jobId and account_id = coalesce(:accountId, account_id)`,
    { jobId, accountId },
  );
  return job ?? null;
}

/** A row whose outcome is known. */
export interface ArchivedRow {
  readonly status: 'SUCCESS' | 'FAILED';
  /** In the archive of its job. */
  readonly filename: string;
  readonly format: OutputFormat;
  /** Of its job. */
  readonly templateId: string;
  /** In the file that the row comes from, else in its batch; counts from 1. */
  readonly line: number;
}

/** A row with an outcome of a job, or null. */
export async function findArchivedRow(
  db: Database,
  { jobId, rowIndex }: { readonly jobId: string; readonly rowIndex: number },
): Promise<ArchivedRow | null> {
  const [row] = await queryRows<ArchivedRow>(
    db,
    `select r.status, r.filename, j.format, j.template_id as "templateId",
       coalesce(r.source_line, r.row_index + 1) as line
     from batch_rows r join batch_jobs j on j.id = r.job_id
     where r.job_id = :jobId and r.row_index = :rowIndex and r.status is not null`,
    { jobId, rowIndex },
  );
  return row ?? null;
}

export interface JobFiles {
  readonly jobId: string;
  /** Null if the job never had an archive, or it was removed. */
  readonly archiveKey: string | null;
}

/** Jobs with an archive that expired `graceMs` ago and has not been removed. */
export async function listExpiredArchives(
  db: Database,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
): Promise<{ readonly jobId: string; readonly archiveKey: string }[]> {
  return await queryRows(
    db,
    `select id as "jobId", archive_key as "archiveKey" from batch_jobs
     where archive_key is not null
       and archive_expires_at <= now() - cast(:graceMs as float8) * interval '1 millisecond'
     order by archive_expires_at limit :limit`,
    { graceMs, limit },
  );
}

/** Records that a job's archive was removed. The job keeps the time of its expiry. */
export async function recordArchiveRemoved(db: Database, jobId: string): Promise<void> {
  await queryRows(db, 'update batch_jobs set archive_key = null, archive_bytes = null where id = :jobId', {
    jobId,
  });
}

/** Finished jobs that may have more than the archive in storage, by the time of their end. */
export async function listUnclearedJobs(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<JobFiles[]> {
  return await queryRows(
    db,
    `select id as "jobId", archive_key as "archiveKey" from batch_jobs
     where cleared_at is null and status in ('COMPLETED', 'FAILED', 'CANCELLED')
     order by completed_at limit :limit`,
    { limit },
  );
}

/** Records that only a job's archive is left in storage, and deletes its entries in `batch_images`. */
export async function recordCleared(db: Database, jobId: string): Promise<void> {
  await queryRows(
    db,
    `with cleared as (update batch_jobs set cleared_at = now() where id = :jobId returning id)
     delete from batch_images where job_id in (select id from cleared)`,
    { jobId },
  );
}

/** Which of these jobs exist, and whether they are active. */
export async function findJobFiles(
  db: Database,
  jobIds: readonly string[],
): Promise<(JobFiles & { readonly isActive: boolean })[]> {
  return await queryRows(
    db,
    `select id as "jobId", archive_key as "archiveKey", completed_at is null as "isActive"
     from batch_jobs where id = any(cast(:jobIds as uuid[]))`,
    { jobIds },
  );
}
