/**
 * The database that the configuration asks for, embedded or not, at the schema that this program needs.
 */
import knex from 'knex';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded/embedded-database.ts';
import { isMigrated, migrateDatabase } from './migrations.ts';

export interface Store {
  readonly db: Database;
  /** What was applied to the schema in opening the store. */
  readonly appliedMigrations: readonly string[];
  /** Opens another pool to the same database, which its opener closes before the store. */
  openPool(options: DatabaseOptions): Database;
  close(): Promise<void>;
}

/**
 * Opens the database and brings its schema up to date.
 *
 * @param embedding the embedded database, where somebody has begun to start it already
 * @throws Error of one line where it cannot be reached or started.
 */
export async function openStore(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  embedding?: Promise<EmbeddedDatabase | null>,
): Promise<Store> {
  const embedded = databaseUrl === null ? await (embedding ?? openEmbeddedDatabase({ dataDir, log })) : null;
  const findUrl = (): string => embedded?.url ?? databaseUrl ?? '';
  const openPool = (options: DatabaseOptions): Database => openDatabase(findUrl, options);
  const db = openPool({});
  const close = async (): Promise<void> => {
    await db.destroy();
    await embedded?.close();
  };
  try {
    const appliedMigrations = (await isMigrated(db)) ? [] : (await migrateDatabase(db)).applied;
    return { db, appliedMigrations, openPool, close };
  } catch (error) {
    await close();
    const which = databaseUrl === null ? 'The database' : 'The database of DATABASE_URL';
    throw new Error(`${which} cannot be used: ${explain(error)}`, { cause: error });
  }
}

/** An attempt at several addresses of one name fails with an error that has no message of its own. */
function explain(error: unknown): string {
  // Its own message is about pools and transactions, of which there are none yet.
  if (error instanceof knex.KnexTimeoutError) return 'it does not answer.';
  if (error instanceof AggregateError) return error.errors.map(explain).join('; ');
  return error instanceof Error ? error.message : String(error);
}
