/**
 * Opens the configured database, embedded or not, and migrates it.
 */
import knex from 'knex';
import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/log.ts';
import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { checkDatabase } from './check-database.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded/embedded-database.ts';
import { isMigrated, migrateDatabase } from './migrations.ts';

export interface Store {
  readonly db: Database;
  /** Migrations that opening the store applied. */
  readonly appliedMigrations: readonly string[];
  /** Opens another pool to the same database. The caller closes it before the store. */
  openPool(options: DatabaseOptions): Database;
  close(): Promise<void>;
}

/**
 * Opens the database and migrates its schema.
 *
 * @param starting the embedded database, if it is being started already
 * @param statementTimeoutMs of the store's own pool; as in `DatabaseOptions`
 * @param isMigrating false: the schema stays as it is, or missing
 * @throws Error with a one-line message if the database cannot be reached or started
 */
export async function openStore(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  starting?: Promise<EmbeddedDatabase | null>,
  {
    statementTimeoutMs,
    isMigrating = true,
  }: Pick<DatabaseOptions, 'statementTimeoutMs'> & { readonly isMigrating?: boolean } = {},
): Promise<Store> {
  const embedded = databaseUrl === null ? await (starting ?? openEmbeddedDatabase({ dataDir, log })) : null;
  const findUrl = (): string => embedded?.url ?? databaseUrl ?? '';
  const openPool = (options: DatabaseOptions): Database => openDatabase(findUrl, options);
  const db = openPool(statementTimeoutMs === undefined ? {} : { statementTimeoutMs });
  const close = async (): Promise<void> => {
    await db.destroy();
    await embedded?.close();
  };
  try {
    await checkDatabase(db);
    const appliedMigrations = !isMigrating || (await isMigrated(db)) ? [] : await migrate(openPool);
    return { db, appliedMigrations, openPool, close };
  } catch (error) {
    await close();
    const which = databaseUrl === null ? 'The database' : 'The database of DATABASE_URL';
    throw new Error(`${which} cannot be used: ${explain(error)}`, { cause: error });
  }
}

/** A migration of large tables takes its time. */
async function migrate(openPool: Store['openPool']): Promise<readonly string[]> {
  const db = openPool({ poolSize: 3, applicationName: 'platen migration', statementTimeoutMs: 0 });
  try {
    return (await migrateDatabase(db)).applied;
  } finally {
    await db.destroy();
  }
}

/** AggregateError: a host name with several addresses, none of which answered. It has no message itself. */
function explain(error: unknown): string {
  // Its message is about full pools and transactions, which do not exist yet.
  if (error instanceof knex.KnexTimeoutError) return 'it does not answer.';
  if (error instanceof AggregateError) return error.errors.map(explain).join('; ');
  return error instanceof Error ? error.message : String(error);
}
