/**
 * What is known of the files of batch jobs: which of them nobody needs any more.
 */
import { queryRows, type Database } from '../database.ts';

export interface JobFiles {
  readonly jobId: string;
  /** Null where it has no archive, or none any more. */
  readonly archiveKey: string | null;
}

/** Jobs whose archive is past its time, and has not been removed. */
export async function listExpiredArchives(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<{ readonly jobId: string; readonly archiveKey: string }[]> {
  return await queryRows(
    db,
    `select id as "jobId", archive_key as "archiveKey" from batch_jobs
     where archive_key is not null and archive_expires_at <= now()
     order by archive_expires_at limit :limit`,
    { limit },
  );
}

/** Notes that a job's archive is gone. When it expired stays known. */
export async function forgetArchive(db: Database, jobId: string): Promise<void> {
  await queryRows(db, 'update batch_jobs set archive_key = null, archive_bytes = null where id = :jobId', {
    jobId,
  });
}

/** Jobs that have ended, and of which more than the archive may be in storage; those that ended first come first. */
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

/** Notes that nothing of a job is in storage but its archive, and forgets the pictures that its rows have shared. */
export async function noteCleared(db: Database, jobId: string): Promise<void> {
  await queryRows(
    db,
    `with cleared as (update batch_jobs set cleared_at = now() where id = :jobId returning id)
     delete from batch_images where job_id in (select id from cleared)`,
    { jobId },
  );
}

/** Which of some jobs there are, and whether they are under way. */
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
