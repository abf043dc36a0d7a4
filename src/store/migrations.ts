/**
 * The schema's history: the files in `migrations/`, in the order of their names, each applied once and never undone; and
 * the schema of the queue, which has a history of its own.
 *
 * While a release takes over from the one before, both work on one database, at the schema of the newer. So a program takes
 * migrations that it does not know for additions, which do not concern it, unless their names end in `.breaking.ts`: those take away
 * what the release before still needs.
 */
import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isLockRefused, type Database } from './database.ts';
import { installQueueSchema, isQueueSchemaInstalled } from './job-queue.ts';

const folder = new URL('../../migrations/', import.meta.url);

/** One key of PostgreSQL's advisory locks, held while migrating: "platen" in ASCII. */
const lockKey = 0x706c6174656e;

/**
 * How long a migration waits for a table that others are at work on. Less than the second after which PostgreSQL looks for
 * deadlocks and ends one of those in them, which may be a request; and requests wait behind whoever waits for a whole table.
 */
const lockTimeoutMs = 400;
const lockAttempts = 200;

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => (await readdir(folder)).filter((name) => /^\d{4}-.*\.ts$/.test(name)).sort(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const { up } = (await import(new URL(name, folder).href)) as Pick<Knex.Migration, 'up'>;
    const upSoon = async (transaction: Knex): Promise<void> => {
      await transaction.raw(`set local lock_timeout = ${lockTimeoutMs}`);
      await up(transaction);
    };
    return { up: upSoon, down: () => Promise.reject(new Error('Migrations only go forward.')) };
  },
};
// Otherwise a database with a migration that has no file here would be refused.
const settings: Knex.MigratorConfig = { migrationSource: source, disableMigrationsListValidation: true };

/**
 * Brings the schema up to date. Several processes may do so at once: all but one wait, and find it done.
 *
 * @throws Error of one line where the database is that of a newer release which this one cannot work beside.
 */
export async function migrateDatabase(db: Database): Promise<{ readonly applied: readonly string[] }> {
  return await db.transaction(async (transaction) => {
    // It only holds the lock, for as long as it takes.
    await transaction.raw('set local idle_in_transaction_session_timeout = 0');
    await transaction.raw('select pg_advisory_xact_lock(?)', [lockKey]);
    // The advisory lock goes with its holder; the lock row of knex would stay behind a process that was killed.
    if (await db.schema.hasTable('knex_migrations_lock')) {
      await db.migrate.forceFreeMigrationsLock(settings);
      const {
        breaking: [breaking],
      } = await compareMigrations(db);
      if (breaking !== undefined) {
        throw new Error(
          `a newer release has applied ${breaking}, and this one cannot work with what that left.`,
        );
      }
    }
    if (!(await isQueueSchemaInstalled(db))) await installQueueSchema(db);
    return { applied: await applyPending(db) };
  });
}

/** Applies all that are pending or none; gives way to those at work, and tries again. */
async function applyPending(db: Database): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [, applied] = (await db.migrate.latest(settings)) as [number, string[]];
      return applied;
    } catch (error) {
      if (attempt === lockAttempts || !isLockRefused(error)) throw error;
      await pause(100 + Math.min(attempt, 10) * 50);
    }
  }
}

/** Whether the schema is the one that this program was written for, or a later one that has all of it. */
export async function isMigrated(db: Database): Promise<boolean> {
  try {
    const { pending, breaking } = await compareMigrations(db);
    if (pending.length > 0 || breaking.length > 0) return false;
    return await isQueueSchemaInstalled(db);
  } catch {
    return false;
  }
}

interface Comparison {
  /** Those that the database lacks. */
  readonly pending: readonly unknown[];
  /** Names of those that only a newer release knows, and after which this one cannot work. */
  readonly breaking: readonly string[];
}

async function compareMigrations(db: Database): Promise<Comparison> {
  const [completed, pending] = (await db.migrate.list(settings)) as [{ readonly name: string }[], unknown[]];
  const known = new Set(await source.getMigrations([]));
  const breaking = completed
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.breaking.ts') && !known.has(name));
  return { pending, breaking };
}
