/**
 * Duties of which at most one process at a time may be at work.
 */
import { queryRow, type Database } from './database.ts';

/** Keys of PostgreSQL's advisory locks. */
const lockKeys = { sweep: 0x7377656570 } as const;

/**
 * Does a duty while no other process does it; the lock goes with the process that holds it.
 *
 * @param wait whether to wait for another process that is at it, or to return null at once.
 */
export async function doAlone<Result>(
  db: Database,
  duty: keyof typeof lockKeys,
  { wait }: { readonly wait: boolean },
  act: () => Promise<Result>,
): Promise<Result | null> {
  return await db.transaction(async (transaction) => {
    const key = lockKeys[duty];
    if (wait) {
      await transaction.raw('select pg_advisory_xact_lock(?)', [key]);
    } else {
      const { locked } = await queryRow<{ locked: boolean }>(
        transaction,
        'select pg_try_advisory_xact_lock(:key) as locked',
        { key },
      );
      if (!locked) return null;
    }
    return await act();
  });
}
