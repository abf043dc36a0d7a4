/**
 * Migrates the schema: the files in `migrations/`, in the order of their names, forward only; and
 * graphile-worker's schema.
 *
 * During an upgrade, the old and the new release work on one database with the new schema. So a program
 * ignores migrations that it does not know: they only add. Those that end in `.breaking.ts` remove what the
 * previous release needs.
 */
import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import { retry } from '../async/retry.ts';
import { isLockRefused, type Database } from './database.ts';
import { installQueueSchema, isQueueSchemaInstalled } from './job-queue.ts';

const folder = new URL('../../migrations/', import.meta.url);

/** Key of the advisory lock that is held while migrating: "platen" in ASCII. */
export const MIGRATION_LOCK = 0x706c6174656e;

/**
 * How long a migration waits for a table's lock; requests queue behind it meanwhile. Below the second after
 * which PostgreSQL breaks deadlocks, which could end a request.
 */
const lockTimeoutMs = 400;

/** Delays between attempts: 199, growing to 600 ms. */
const lockDelaysMs = Array.from({ length: 199 }, (_, index) => 100 + Math.min(index + 1, 10) * 50);

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => (await readdir(folder)).filter((name) => /^\d{4}-.*\.ts$/.test(name)).sort(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const { up } = (await import(new URL(name, folder).href)) as Pick<Knex.Migration, 'up'>;
    const upWithTimeout = async (transaction: Knex): Promise<void> => {
      await transaction.raw(`set local lock_timeout = ${lockTimeoutMs}`);
      await up(transaction);
    };
    return { up: upWithTimeout, down: () => Promise.reject(new Error('Migrations only go forward.')) };
  },
};
// Without this, knex refuses a database with migrations of a newer release.
const settings: Knex.MigratorConfig = { migrationSource: source, disableMigrationsListValidation: true };

/**
 * Migrates the schema. If several processes do this at once, one migrates and the others wait.
 *
 * @throws Error with a one-line message if a newer release has applied a breaking migration
 */
export async function migrateDatabase(db: Database): Promise<{ readonly applied: readonly string[] }> {
  return await db.transaction(async (transaction) => {
    // This transaction only holds the lock, and is idle meanwhile.
    await transaction.raw('set local idle_in_transaction_session_timeout = 0');
    await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    // The advisory lock ends with its process. knex's own lock row would outlive a killed process.
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
    // All pending migrations or none. Retried while requests hold locks on the tables.
    const [, applied] = (await retry(() => db.migrate.latest(settings), {
      delaysMs: lockDelaysMs,
      shouldRetry: isLockRefused,
    })) as [number, string[]];
    return { applied };
  });
}

/** Whether the schema is this release's, or a newer one that is compatible. */
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
  /** Not applied yet. */
  readonly pending: readonly unknown[];
  /** Names of applied migrations that break this release. */
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

/** Whether any release has migrated the database. */
export async function hasMigrations(db: Database): Promise<boolean> {
  return await db.schema.hasTable('knex_migrations');
}

/** The names of this release's migrations, in their order. */
export async function listMigrations(): Promise<string[]> {
  return await source.getMigrations([]);
}

/** Applies only these migrations, in a transaction: the schema becomes that of an older release. */
export async function migrateWithin(transaction: Database, names: readonly string[]): Promise<void> {
  const getMigrations = async (): Promise<string[]> =>
    (await source.getMigrations([])).filter((name) => names.includes(name));
  await transaction.migrate.latest({ ...settings, migrationSource: { ...source, getMigrations } });
}
