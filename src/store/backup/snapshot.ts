/** A consistent view of all tables, for a backup. */
import type { Database } from '../database.ts';
import { queryRows } from '../database.ts';
import { copyTarget, startCopyOut, type CopyOut } from './connection.ts';
import { sortByReferences, type Reference } from './sort-tables.ts';

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Snapshot {
  /** Names of the applied migrations, in their order. */
  readonly migrations: readonly string[];
  /** A table comes after those that its rows refer to. */
  readonly tables: readonly BackupTable[];
  /** Starts to read a table's rows. Must be read to its end before the next one is started. */
  copyTable(table: BackupTable): Promise<CopyOut>;
  /** Starts to read the keys of the files that the database refers to, one a line, in the order of bytes. */
  copyFileKeys(): Promise<CopyOut>;
}

/**
 * Tables that a backup leaves out: what running processes know of themselves, and counters of the last
 * seconds. The migrations' own tables are made by the migrations.
 */
const leftOut = [
  'knex_migrations',
  'knex_migrations_lock',
  'instances',
  'worker_pools',
  'template_viewers',
  'image_flights',
  'rate_limits',
  // Answers are kept for a day: after a restore, a repeated request is rendered again.
  'generate_keys',
];

/**
 * Reads all tables as they are at one moment, in one transaction that changes nothing.
 *
 * @param db a pool without a time limit for statements
 */
export async function withSnapshot<Result>(
  db: Database,
  run: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const options = { isolationLevel: 'repeatable read', readOnly: true } as const;
  return await db.transaction(async (transaction) => {
    // The receiver of the backup may be slow.
    await transaction.raw('set local idle_in_transaction_session_timeout = 0');
    const migrations = await queryRows<{ name: string }>(
      transaction,
      'select name from knex_migrations order by name',
      {},
    );
    return await run({
      migrations: migrations.map(({ name }) => name),
      tables: await findTables(transaction),
      copyTable: (table) => startCopyOut(transaction, copyTarget(table)),
      copyFileKeys: () => startCopyOut(transaction, `(${fileKeys})`),
    });
  }, options);
}

/** Row files of batches are not among them: a lost one is rendered again. */
const fileKeys = `
  select key from (
    select 'blobs/' || left(encode(hash, 'hex'), 2) || '/' || encode(hash, 'hex') as key from blobs
    union all
    select file_key from share_links
    union all
    select archive_key from batch_jobs where archive_key is not null
  ) as files
  order by key collate "C"`;

async function findTables(db: Database): Promise<BackupTable[]> {
  const tables = await queryRows<BackupTable>(
    db,
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname <> all(:leftOut)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.oid, c.relname order by c.relname`,
    { leftOut },
  );
  const references = await queryRows<Reference>(
    db,
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
     from pg_constraint where contype = 'f' and not condeferrable and connamespace = 'public'::regnamespace`,
    {},
  );
  return sortByReferences(tables, references);
}
