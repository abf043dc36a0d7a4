/**
 * Advisory locks for tasks that one process at a time may run. A lock ends with the connection of its holder.
 */
import { sleep } from '../async/abortable.ts';
import { queryRow, type Database } from './database.ts';

/** Keys of PostgreSQL's advisory locks: the first letters of the names in ASCII. */
const lockKeys = {
  sweep: 0x7377656570,
  recover: 0x7265636f7665,
  clear: 0x636c656172,
  claim: 0x636c61696d,
  import: 0x696d706f7274,
  demo: 0x64656d6f,
} as const;

/**
 * PostgreSQL ends transactions that are idle for long (see `database.ts`), so the lock's transaction runs a
 * query.
 */
const keepAliveIntervalMs = 3_000;

/** Asking again is better than a statement that waits: that would look like a database that hangs. */
const retryMs = 200;

type LockName = keyof typeof lockKeys;

/** Runs a task once the lock is free. */
export async function withLock<Result>(
  db: Database,
  name: LockName,
  run: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const outcome = await withLockOrSkip(db, name, async () => ({ result: await run() }));
    if (outcome !== null) return outcome.result;
    await sleep(retryMs);
  }
}

/** Runs a task, or returns null at once if another process holds the lock. */
export async function withLockOrSkip<Result>(
  db: Database,
  name: LockName,
  run: () => Promise<Result>,
): Promise<Result | null> {
  return await db.transaction(async (transaction) => {
    const { locked } = await queryRow<{ locked: boolean }>(
      transaction,
      'select pg_try_advisory_xact_lock(:key) as locked',
      { key: lockKeys[name] },
    );
    return locked ? await keepAliveDuring(transaction, run) : null;
  });
}

async function keepAliveDuring<Result>(transaction: Database, run: () => Promise<Result>): Promise<Result> {
  let query: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    query = transaction.raw('select 1').catch(() => undefined);
  }, keepAliveIntervalMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
    await query;
  }
}
