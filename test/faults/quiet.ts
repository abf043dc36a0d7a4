/**
 * Whether the service has come to rest: nothing is under way, waits or is owed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRow, type Database } from '../../src/store/database.ts';

/** What is still to come. All are 0 at rest. */
type Unrest = Readonly<Record<'jobs' | 'deliveries' | 'charges' | 'tasks' | 'owed', number>>;

/** A charge whose refund the database did not take is given back in the background, at last after 36 s. */
const patienceMs = 120_000;

/**
 * Waits until it is at rest.
 *
 * @param refused the ledger's causes of what was refused for certain, and must come to be without a charge
 * @returns what is left of unrest after two minutes, or null.
 */
export async function waitForRest(db: Database, refused: readonly string[]): Promise<Unrest | null> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    const unrest = await readUnrest(db, refused).catch(() => null);
    if (unrest !== null && Object.values(unrest).every((count) => count === 0)) return null;
    if (performance.now() > endsAt)
      return unrest ?? { jobs: -1, deliveries: -1, charges: -1, tasks: -1, owed: -1 };
    await sleep(250);
  }
}

async function readUnrest(db: Database, refused: readonly string[]): Promise<Unrest> {
  return await queryRow<Unrest>(
    db,
    `select
       (select count(*)::int from batch_jobs where status in ('PENDING', 'PROCESSING')) as jobs,
       (select count(*)::int from callback_deliveries where status = 'PENDING') as deliveries,
       (select count(*)::int from quota_entries where state = 'RESERVED') as charges,
       (select count(*)::int from graphile_worker.jobs) as tasks,
       (select count(*)::int from quota_entries
        where cause = any(:refused) and renders > 0 and state <> 'REFUNDED') as owed`,
    { refused: [...refused] },
  );
}
