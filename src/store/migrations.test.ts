import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { openDatabase, queryRows, type Database } from './database.ts';
import { isMigrated, migrateDatabase } from './migrations.ts';

describe('migrateDatabase', () => {
  let database: TestDatabase;
  const pools: Database[] = [];

  before(async () => {
    database = await createTestDatabase();
    await database.db.raw('drop schema public cascade; create schema public');
  });
  after(async () => {
    await Promise.all(pools.map((pool) => pool.destroy()));
    await database.close();
  });

  test('applies every migration once if several processes migrate', async () => {
    assert.equal(await isMigrated(database.db), false);
    for (let i = 0; i < 4; i += 1) pools.push(openDatabase(() => database.url, { poolSize: 3 }));
    const results = await Promise.all(pools.map((pool) => migrateDatabase(pool)));
    const applied = results.flatMap((result) => result.applied);
    assert.equal(new Set(applied).size, applied.length);
    assert.ok(applied.includes('0001-tenants.ts'));
    assert.equal(results.filter((result) => result.applied.length > 0).length, 1);
    assert.equal(await isMigrated(database.db), true);
  });

  test('continues after a process was killed while it migrated', async () => {
    await queryRows(database.db, 'update knex_migrations_lock set is_locked = 1', {});
    assert.deepEqual(await migrateDatabase(database.db), { applied: [] });
  });

  test('accepts the database of a newer release', async () => {
    await addMigrationOfNewerRelease(database.db, '9998-later.ts');
    assert.equal(await isMigrated(database.db), true);
    assert.deepEqual(await migrateDatabase(database.db), { applied: [] });
  });

  test('applies a missing migration although a newer release has applied later ones', async () => {
    await queryRows(
      database.db,
      `delete from knex_migrations where name = '0007-callback-deliveries.ts'`,
      {},
    );
    await queryRows(database.db, 'drop table callback_deliveries cascade', {});
    assert.equal(await isMigrated(database.db), false);
    assert.deepEqual(await migrateDatabase(database.db), { applied: ['0007-callback-deliveries.ts'] });
    assert.equal(await isMigrated(database.db), true);
  });

  test('does not block requests or deadlock with them', async () => {
    await queryRows(
      database.db,
      `delete from knex_migrations where name = '0007-callback-deliveries.ts'`,
      {},
    );
    await queryRows(database.db, 'drop table callback_deliveries cascade', {});
    let migrating: Promise<unknown> | undefined;
    await database.db.transaction(async (transaction) => {
      await transaction.raw('lock table batch_jobs in access exclusive mode');
      migrating = migrateDatabase(database.db);
      for (;;) {
        const waiting = await queryRows(
          transaction,
          `select from pg_locks where not granted and relation = 'batch_jobs'::regclass`,
          {},
        );
        if (waiting.length > 0) break;
      }
      // The migration holds a lock on this table now.
      await transaction.raw('lock table workspaces in row exclusive mode');
    });
    assert.deepEqual(await migrating, { applied: ['0007-callback-deliveries.ts'] });
  });

  test('refuses a database with a breaking migration of a newer release and names it', async () => {
    await addMigrationOfNewerRelease(database.db, '9999-later.breaking.ts');
    assert.equal(await isMigrated(database.db), false);
    await assert.rejects(migrateDatabase(database.db), /9999-later\.breaking\.ts/);
  });
});

test('a migration that removes what the previous release uses ends in .breaking.ts', async () => {
  const folder = path.join(import.meta.dirname, '..', '..', 'migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  assert.ok(names.length >= 7);
  for (const name of names.filter((each) => !each.endsWith('.breaking.ts'))) {
    const sql = await readFile(path.join(folder, name), 'utf8');
    assert.doesNotMatch(sql, breaks, `${name} should end in .breaking.ts, or only add`);
  }
  for (const sql of [
    'drop table if exists a',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'alter column a set not null',
  ])
    assert.match(sql, breaks);
});

/** SQL that removes, renames or requires something that earlier releases read or write. */
const breaks = new RegExp(
  [
    String.raw`\bdrop\s+(table|column|view|function|schema|type)\b`,
    String.raw`\brename\s+(to|column)\b`,
    String.raw`\balter\s+column\s+\w+\s+(set\s+not\s+null|(set\s+data\s+)?type)\b`,
  ].join('|'),
  'i',
);

async function addMigrationOfNewerRelease(db: Database, name: string): Promise<void> {
  await queryRows(db, 'insert into knex_migrations (name, batch, migration_time) values (:name, 9, now())', {
    name,
  });
}
