/**
 * Duties of which at most one process at a time may be at work.
 */
import { queryRow, type Database } from './database.ts';

/** Keys of PostgreSQL's advisory locks: the (first letters of the) names in ASCII. */
const lockKeys = { sweep: 0x7377656570, recover: 0x7265636f7665, clear: 0x636c656172 } as const;

/** How often the lock's connection gives a sign of life: a transaction that is silent for long is ended. */
const signIntervalMs = 3_000;

type Duty = keyof typeof lockKeys;

/** Does a duty once no other process does it; the lock goes with the process that holds it. */
export async function doAlone<Result>(db: Database, duty: Duty, act: () => Promise<Result>): Promise<Result> {
  return await db.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(?)', [lockKeys[duty]]);
    return await holdWhile(transaction, act);
  });
}

/** Does a duty unless another process is at it: returns null at once then. */
export async function doUnlessTaken<Result>(
  db: Database,
  duty: Duty,
  act: () => Promise<Result>,
): Promise<Result | null> {
  return await db.transaction(async (transaction) => {
    const { locked } = await queryRow<{ locked: boolean }>(
      transaction,
      'select pg_try_advisory_xact_lock(:key) as locked',
      { key: lockKeys[duty] },
    );
    return locked ? await holdWhile(transaction, act) : null;
  });
}

async function holdWhile<Result>(transaction: Database, act: () => Promise<Result>): Promise<Result> {
  let sign: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sign = transaction.raw('select 1').catch(() => undefined);
  }, signIntervalMs);
  try {
    return await act();
  } finally {
    clearInterval(timer);
    await sign;
  }
}
