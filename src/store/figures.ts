/**
 * Figures of the whole service, for those who watch it.
 */
import { queryRow, queryRows, type Database } from './database.ts';

export interface ServiceFigures {
  /** Batch jobs that there are, by their status. A status that no job has may be missing. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Rows without an outcome of jobs that have not ended. */
  readonly rowsWaiting: number;
  /** Callbacks whose next attempt should have begun. */
  readonly callbacksDue: number;
}

/** Reads the figures. None of the statements looks at more than what is under way and one row for each account and status. */
export async function readServiceFigures(db: Database): Promise<ServiceFigures> {
  const counts = await queryRows<{ status: string; jobs: number }>(
    db,
    'select status, sum(jobs)::float8 as jobs from batch_job_counts group by status',
    {},
  );
  const waiting = await queryRow<Omit<ServiceFigures, 'jobs'>>(
    db,
    `select (select coalesce(sum(total_items - completed_items - failed_items), 0)::float8
             from batch_jobs where status in ('PENDING', 'PROCESSING')) as "rowsWaiting",
            (select count(*)::float8 from callback_deliveries
             where status = 'PENDING' and next_attempt_at <= now()) as "callbacksDue"`,
    {},
  );
  return { jobs: Object.fromEntries(counts.map(({ status, jobs }) => [status, jobs])), ...waiting };
}
