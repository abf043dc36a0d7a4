/** Makes a database from the tables of a backup, in one transaction. */
import { queryRow, queryRows, type Database } from '../database.ts';
import { SILENT_MS } from '../instances.ts';
import { migrateWithin, MIGRATION_LOCK } from '../migrations.ts';
import { copyTarget, quoteName, startCopyIn, type CopyIn } from './connection.ts';
import type { BackupTable } from './snapshot.ts';

export interface TableRestore {
  /** Where the tables are. It has one connection, which `copyTable` uses. */
  readonly transaction: Database;
  /** Starts to write a table's rows. Must be ended before the next one is started. */
  copyTable(table: BackupTable): Promise<CopyIn>;
}

/** The database cannot take the backup; nothing was changed. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

/**
 * Makes the tables by the migrations of the backup, lets `run` fill them, and commits. A failure changes
 * nothing. The caller migrates the database afterwards.
 *
 * @param db a pool without a time limit for statements
 * @param migrations names of the migrations that the backup's database had
 * @param isReplacing removes what the database has; otherwise it may have no workspace
 * @throws DatabaseInUseError before anything is changed
 */
export async function restoreTables(
  db: Database,
  {
    migrations,
    tables,
    isReplacing,
  }: {
    readonly migrations: readonly string[];
    readonly tables: readonly BackupTable[];
    readonly isReplacing: boolean;
  },
  run: (restore: TableRestore) => Promise<void>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    // The backup may come slowly.
    await transaction.raw('set local idle_in_transaction_session_timeout = 0');
    await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await checkUnused(transaction, isReplacing);
    await dropAll(transaction);
    await migrateWithin(transaction, migrations);
    await transaction.raw('set local lock_timeout = 0');
    // What triggers would write is in the backup. Foreign keys are checked all the same.
    for (const { name } of tables) {
      await transaction.raw(`alter table ${quoteName(name)} disable trigger user`);
      // A migration may have written rows.
      await transaction.raw(`truncate ${quoteName(name)} cascade`);
    }
    await run({ transaction, copyTable: (table) => startCopyIn(transaction, copyTarget(table)) });
    await forgetTasks(transaction, tables);
    await transaction.raw('set constraints all immediate');
    for (const { name } of tables)
      await transaction.raw(`alter table ${quoteName(name)} enable trigger user`);
    await setSequences(transaction);
  });
}

async function checkUnused(db: Database, isReplacing: boolean): Promise<void> {
  const relations = await queryRows<{ name: string }>(
    db,
    `select relname::text as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by relname`,
    {},
  );
  if (relations.length === 0) return;
  const names = relations.map(({ name }) => name);
  const some = names.slice(0, 5).join(', ');
  if (!names.includes('knex_migrations') || !names.includes('workspaces'))
    throw new DatabaseInUseError(`the database is not Platen's: it has ${some}`);
  const { isUsed } = await queryRow<{ isUsed: boolean }>(
    db,
    'select exists (select from workspaces) as "isUsed"',
    {},
  );
  if (isUsed && !isReplacing)
    throw new DatabaseInUseError(
      'the database has workspaces; name an empty one, or add --replace to lose what it has',
    );
  if (!names.includes('instances')) return;
  const { running } = await queryRow<{ running: number }>(
    db,
    `select count(*)::integer as running from instances
     where beat_at > now() - ${SILENT_MS} * interval '1 millisecond'`,
    {},
  );
  if (running > 0)
    throw new DatabaseInUseError(
      `${running} ${running === 1 ? 'process uses' : 'processes use'} the database, or did so ` +
        `${SILENT_MS / 1000} seconds ago; stop all processes`,
    );
}

/** Drops the objects of the schema one by one: its owner may be somebody else. */
async function dropAll(db: Database): Promise<void> {
  await db.raw('drop schema if exists graphile_worker cascade');
  const statements = await queryRows<{ sql: string }>(
    db,
    `select format('drop table if exists %I.%I cascade', 'public', relname) as sql from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     union all
     select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc p
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    {},
  );
  for (const { sql } of statements) await db.raw(sql);
}

/**
 * The queue's tasks are not in a backup. Recovery creates new ones for all that has none, so nothing may
 * point to a task that another row's will be.
 */
async function forgetTasks(db: Database, tables: readonly BackupTable[]): Promise<void> {
  const has = (table: string, column: string): boolean =>
    tables.some(({ name, columns }) => name === table && columns.includes(column));
  if (has('batch_jobs', 'task_ids'))
    await db.raw(`update batch_jobs set task_ids = '{}' where task_ids <> '{}'`);
  if (has('callback_deliveries', 'task_id'))
    await db.raw('update callback_deliveries set task_id = null where task_id is not null');
  if (has('webhook_deliveries', 'task_id'))
    await db.raw('update webhook_deliveries set task_id = null where task_id is not null');
}

/** Sets the counters of columns behind their largest value. */
async function setSequences(db: Database): Promise<void> {
  const sequences = await queryRows<{ sequence: string; table: string; column: string }>(
    db,
    `select d.objid::regclass::text as sequence, d.refobjid::regclass::text as "table",
       a.attname::text as "column"
     from pg_depend d
     join pg_class s on s.oid = d.objid and s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
    {},
  );
  for (const { sequence, table, column } of sequences)
    await db.raw(
      `select setval(?::regclass, greatest((select max(${quoteName(column)}) from ${table}), 1))`,
      [sequence],
    );
}
