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

  test('applies every migration once, whoever else is at it', async () => {
    assert.equal(await isMigrated(database.db), false);
    for (let i = 0; i < 4; i += 1) pools.push(openDatabase(() => database.url, { poolSize: 3 }));
    const results = await Promise.all(pools.map((pool) => migrateDatabase(pool)));
    const applied = results.flatMap((result) => result.applied);
    assert.equal(new Set(applied).size, applied.length);
    assert.ok(applied.includes('0001-tenants.ts'));
    assert.equal(results.filter((result) => result.applied.length > 0).length, 1);
    assert.equal(await isMigrated(database.db), true);
  });

  test('goes on after a process that was killed in the middle', async () => {
    await queryRows(database.db, 'update knex_migrations_lock set is_locked = 1', {});
    assert.deepEqual(await migrateDatabase(database.db), { applied: [] });
  });

  test('a database of a newer release is one to work with, beside it', async () => {
    await addMigrationOfNewerRelease(database.db, '9998-later.ts');
    assert.equal(await isMigrated(database.db), true);
    assert.deepEqual(await migrateDatabase(database.db), { applied: [] });
  });

  test('what is missing is applied below the migration of a newer release', async () => {
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

  test('gives way to those at work, whom it would lock out or be in a deadlock with', async () => {
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
      // What the migration holds by now.
      await transaction.raw('lock table workspaces in row exclusive mode');
    });
    assert.deepEqual(await migrating, { applied: ['0007-callback-deliveries.ts'] });
  });

  test('a database that a newer release has taken something from is refused by name', async () => {
    await addMigrationOfNewerRelease(database.db, '9999-later.breaking.ts');
    assert.equal(await isMigrated(database.db), false);
    await assert.rejects(migrateDatabase(database.db), /9999-later\.breaking\.ts/);
  });
});

test('a migration that takes away what the release before may use says so in its name', async () => {
  const folder = path.join(import.meta.dirname, '..', '..', 'migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  assert.ok(names.length >= 7);
  for (const name of names.filter((each) => !each.endsWith('.breaking.ts'))) {
    const sql = await readFile(path.join(folder, name), 'utf8');
    assert.doesNotMatch(sql, takesAway, `${name} should end in .breaking.ts, or leave what is there alone`);
  }
  for (const sql of [
    'drop table if exists a',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'alter column a set not null',
  ])
    assert.match(sql, takesAway);
});

/** What earlier releases read or write is gone, is called differently, or has to be given. */
const takesAway =
  /\bdrop\s+(table|column|view|function|schema|type)\b|\brename\s+(to|column)\b|\balter\s+column\s+\w+\s+(set\s+not\s+null|(set\s+data\s+)?type)\b/i;

async function addMigrationOfNewerRelease(db: Database, name: string): Promise<void> {
  await queryRows(db, 'insert into knex_migrations (name, batch, migration_time) values (:name, 9, now())', {
    name,
  });
}
