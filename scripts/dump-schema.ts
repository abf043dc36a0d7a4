/**
 * Writes migrations/schema.sql: applies all migrations to an empty database and dumps its catalogue. With
 * --check it writes nothing and exits with 1 if the file is out of date.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openDatabase, queryRows, type Database } from '../src/store/database.ts';
import { openEmbeddedDatabase } from '../src/store/embedded/embedded-database.ts';
import { migrateDatabase } from '../src/store/migrations.ts';

const file = path.join(import.meta.dirname, '..', 'migrations', 'schema.sql');

interface Table {
  readonly name: string;
  readonly isUnlogged: boolean;
  readonly settings: string[] | null;
  readonly columns: string[];
  readonly constraints: string[];
  readonly indexes: string[];
  readonly triggers: string[];
}

const tablesSql = `
  select c.relname as name, c.relpersistence = 'u' as "isUnlogged", c.reloptions as settings,
    array(
      select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
             || case when a.attnotnull then ' not null' else '' end
             || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
    ) as columns,
    array(
      select format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f')
      order by array_position(array['p', 'u', 'c', 'f'], k.contype::text), k.conname
    ) as constraints,
    array(
      select pg_get_indexdef(i.indexrelid)
      from pg_index i join pg_class n on n.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      order by n.relname
    ) as indexes,
    array(
      select pg_get_triggerdef(t.oid) from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal
      order by t.tgname
    ) as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'knex%'
  order by c.relname`;

/** The job queue's own schema belongs to its library and is not dumped. */
const functionsSql = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace
  order by p.proname`;

async function dumpSchema(db: Database): Promise<string> {
  const functions = await queryRows<{ definition: string }>(db, functionsSql, {});
  const definitions = functions.map(({ definition }) => `${definition.trimEnd()};\n`);
  const tables = await queryRows<Table>(db, tablesSql, {});
  const statements = tables.map(({ name, isUnlogged, settings, columns, constraints, indexes, triggers }) => {
    const parts = [...columns, ...constraints].map((part) => `  ${part}`).join(',\n');
    const suffix = settings === null ? '' : ` with (${settings.join(', ')})`;
    const table = `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n${parts}\n)${suffix};\n`;
    return [table, ...[...indexes, ...triggers].map((statement) => `${statement};\n`)].join('');
  });
  const heading = '-- What the migrations come to. Written by scripts/dump-schema.ts; never edited.\n';
  return [heading, ...definitions, ...statements].join('\n');
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-schema-'));
let schema: string;
try {
  const embedded = await openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }), durable: false });
  const db = openDatabase(() => embedded.url);
  try {
    await migrateDatabase(db);
    schema = await dumpSchema(db);
  } finally {
    await db.destroy();
    await embedded.close();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

if (!process.argv.includes('--check')) {
  await writeFile(file, schema);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== schema) {
  console.error('migrations/schema.sql is out of date; run: node scripts/dump-schema.ts');
  process.exitCode = 1;
}
