import { isBatch } from './batches/job-status.ts';
import { queryRow, queryRows, type Database } from './database.ts';

/** State of the whole service, for its metrics. */
export interface ServiceStats {
  /** Batch jobs by status. A status without jobs may be missing. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Rows of active jobs, and single renders in the background, that have no outcome yet. */
  readonly rowsWaiting: number;
  /** Callbacks whose next attempt is overdue. */
  readonly callbacksDue: number;
  /** Endpoints of callbacks. */
  readonly pausedEndpoints: number;
}

/**
 * Reads the stats. The statements read active jobs and one row per account and status only, never all jobs.
 */
export async function readServiceStats(db: Database): Promise<ServiceStats> {
  const counts = await queryRows<{ status: string; jobs: number }>(
    db,
    `select status, sum(jobs)::float8 as jobs from batch_job_counts where ${isBatch} group by status`,
    {},
  );
  const waiting = await queryRow<Omit<ServiceStats, 'jobs'>>(
    db,
    `select (select coalesce(sum(total_items - completed_items - failed_items), 0)::float8
             from batch_jobs where status in ('PENDING', 'PROCESSING')) as "rowsWaiting",
            (select count(*)::float8 from callback_deliveries
             where status = 'PENDING' and next_attempt_at <= now()) as "callbacksDue",
            (select count(*)::float8 from callback_endpoints
             where paused_at is not null) as "pausedEndpoints"`,
    {},
  );
  return { jobs: Object.fromEntries(counts.map(({ status, jobs }) => [status, jobs])), ...waiting };
}
