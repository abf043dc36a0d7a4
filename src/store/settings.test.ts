import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { getOrCreateSetting, readSetting, writeSetting } from './settings.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('processes that create a setting concurrently get the same value', async () => {
  const values = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      getOrCreateSetting(database.db, 'created once', () => `by ${index}`),
    ),
  );
  assert.equal(new Set(values).size, 1);
  assert.equal(
    await getOrCreateSetting(database.db, 'created once', () => assert.fail('created again')),
    values[0],
  );
});

test('a setting can change', async () => {
  assert.equal(await readSetting(database.db, 'changing'), null);
  await writeSetting(database.db, 'changing', 'one');
  await writeSetting(database.db, 'changing', 'two');
  assert.equal(await readSetting(database.db, 'changing'), 'two');
});
