import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { keepSetting, readSetting, writeSetting } from './settings.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('processes that make a setting at once end up with one', async () => {
  const values = await Promise.all(
    Array.from({ length: 8 }, (_, index) => keepSetting(database.db, 'made once', () => `by ${index}`)),
  );
  assert.equal(new Set(values).size, 1);
  assert.equal(await keepSetting(database.db, 'made once', () => assert.fail('made again')), values[0]);
});

test('a setting can change', async () => {
  assert.equal(await readSetting(database.db, 'changing'), null);
  await writeSetting(database.db, 'changing', 'one');
  await writeSetting(database.db, 'changing', 'two');
  assert.equal(await readSetting(database.db, 'changing'), 'two');
});
