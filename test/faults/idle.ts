/** Whether the service is idle: nothing in progress, waiting or to be refunded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRow, type Database } from '../../src/store/database.ts';

/** Counts of open work; all 0 when idle. */
type PendingWork = Readonly<Record<'jobs' | 'deliveries' | 'charges' | 'tasks' | 'refunds', number>>;

/** A refund that the database did not accept is retried in the background at least every minute. */
const timeoutMs = 120_000;

/**
 * Waits up to two minutes until the service is idle.
 *
 * @param rejected causes (in the ledger) of rejected requests, whose charges must be refunded
 * @returns the work that is still open, or null when idle.
 */
export async function waitUntilIdle(db: Database, rejected: readonly string[]): Promise<PendingWork | null> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const pending = await readPendingWork(db, rejected).catch(() => null);
    if (pending !== null && Object.values(pending).every((count) => count === 0)) return null;
    if (performance.now() > endsAt)
      return pending ?? { jobs: -1, deliveries: -1, charges: -1, tasks: -1, refunds: -1 };
    await sleep(250);
  }
}

async function readPendingWork(db: Database, rejected: readonly string[]): Promise<PendingWork> {
  return await queryRow<PendingWork>(
    db,
    `select
       (select count(*)::int from batch_jobs where status in ('PENDING', 'PROCESSING')) as jobs,
       (select count(*)::int from callback_deliveries where status = 'PENDING') as deliveries,
       (select count(*)::int from quota_entries where state = 'RESERVED') as charges,
       (select count(*)::int from graphile_worker.jobs) as tasks,
       (select count(*)::int from quota_entries
        where cause = any(:rejected) and renders > 0 and state <> 'REFUNDED') as refunds`,
    { rejected: [...rejected] },
  );
}
