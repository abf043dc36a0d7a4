import assert from 'node:assert/strict';
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

  test('a database of a newer program is not one to work with', async () => {
    await queryRows(
      database.db,
      `insert into knex_migrations (name, batch, migration_time) values ('9999-later.ts', 9, now())`,
      {},
    );
    assert.equal(await isMigrated(database.db), false);
    await assert.rejects(migrateDatabase(database.db), /9999-later\.ts/);
  });
});
