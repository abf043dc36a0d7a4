/**
 * The archive of a batch job, as whoever wants to have it needs to know it.
 */
import { queryRows, type Database } from '../database.ts';
import type { BatchStatus } from './submit.ts';

export interface ArchivedJob {
  readonly jobId: string;
  readonly status: BatchStatus;
  readonly templateName: string;
  readonly completedAt: Date | null;
  /** Null where it never had one, or has none any more. */
  readonly archiveKey: string | null;
  readonly archiveBytes: number | null;
  /** Stays when the archive goes; null where it never had one. */
  readonly archiveExpiresAt: Date | null;
  /** By the database's clock, whether the archive is still there or not. */
  readonly isExpired: boolean;
}

/**
 * A job with what there is to know of its archive, or null.
 *
 * @param accountId whose it has to be; null where the asker has shown otherwise that the archive may be had.
 */
export async function findArchivedJob(
  db: Database,
  { jobId, accountId }: { readonly jobId: string; readonly accountId: string | null },
): Promise<ArchivedJob | null> {
  const [job] = await queryRows<ArchivedJob>(
    db,
    `select id as "jobId", status, template_name as "templateName", completed_at as "completedAt",
       archive_key as "archiveKey", archive_bytes::float8 as "archiveBytes",
       archive_expires_at as "archiveExpiresAt", coalesce(archive_expires_at <= now(), false) as "isExpired"
     from batch_jobs
     where id = :jobId and account_id = coalesce(:accountId, account_id)`,
    { jobId, accountId },
  );
  return job ?? null;
}
