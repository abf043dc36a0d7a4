import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { startTransactionPooler } from '../../test/helpers/transaction-pooler.ts';
import { openDatabase } from './database.ts';
import { openStore } from './open-store.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

async function open(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl, dataDir: tmpdir() }, pino({ level: 'silent' }));
  await store.close();
}

test('accepts a direct connection', async () => {
  await open(database.url);
});

test('refuses a database that is not in UTF-8', async () => {
  const url = new URL(database.url);
  const name = `${url.pathname.slice(1)}_latin`;
  await database.db.raw(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  try {
    url.pathname = `/${name}`;
    await assert.rejects(open(url.href), /^Error: The database of DATABASE_URL .*encoding is LATIN1.* UTF8/);
    const latin = openDatabase(() => url.href);
    assert.equal(await latin.schema.hasTable('knex_migrations'), false);
    await latin.destroy();
  } finally {
    await database.db.raw(`drop database ${name} with (force)`);
  }
});

test('refuses a pooler that gives every transaction another session', async () => {
  const pooler = await startTransactionPooler(database.url);
  try {
    await assert.rejects(open(pooler.url), /pool_mode = transaction.*pool_mode = session/);
  } finally {
    await pooler.close();
  }
});
