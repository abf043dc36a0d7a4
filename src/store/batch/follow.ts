/**
 * What somebody who waits for a batch job looks at, whoever submitted it.
 */
import { queryRow, queryRows, type Database } from '../database.ts';
import type { BatchStatus } from './submit.ts';

export interface FollowedJob {
  readonly jobId: string;
  readonly templateName: string;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
  /** Null before the job is completed, and once its archive has expired. */
  readonly archiveKey: string | null;
}

/** A job as it stands, or null where there is none (any more). */
export async function findFollowedJob(db: Database, jobId: string): Promise<FollowedJob | null> {
  const [job] = await queryRows<FollowedJob>(
    db,
    `select id as "jobId", template_name as "templateName", status, total_items as "totalItems",
            completed_items as "completedItems", failed_items as "failedItems",
            case when archive_expires_at > now() then archive_key end as "archiveKey"
     from batch_jobs where id = :jobId`,
    { jobId },
  );
  return job ?? null;
}

/** Every row of a job that failed, in order. */
export async function listFailedRows(
  db: Database,
  jobId: string,
): Promise<{ readonly itemIndex: number; readonly error: string }[]> {
  return await queryRows(
    db,
    `select row_index as "itemIndex", error from batch_rows where job_id = :jobId and status = 'FAILED' order by row_index`,
    { jobId },
  );
}

/**
 * Whether some process is at work on batch jobs.
 *
 * @param silentMs after how long without a sign of life a process counts as gone.
 */
export async function hasBatchWorkers(
  db: Database,
  { silentMs }: { readonly silentMs: number },
): Promise<boolean> {
  const { found } = await queryRow<{ found: boolean }>(
    db,
    `select exists (
       select from worker_pools p join instances i on i.id = p.instance_id
       where i.beat_at > now() - cast(:silentMs as double precision) * interval '1 millisecond'
     ) as found`,
    { silentMs },
  );
  return found;
}
