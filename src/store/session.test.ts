import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startCutProxy } from '../../test/faults/cut-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { openDatabase, queryRow, queryRows, type Database } from './database.ts';
import { openQueuePool } from './job-queue.ts';
import { isDatabaseAway } from './outages.ts';
import { DatabaseSilentError } from './session.ts';

/** Each would change what a statement means, returns or waits for. */
const hostile: Readonly<Record<string, string>> = {
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  client_encoding: 'LATIN1',
  statement_timeout: '5ms',
  lock_timeout: '1ms',
  idle_session_timeout: '50ms',
  idle_in_transaction_session_timeout: '50ms',
};

const expected: Readonly<Record<string, string>> = {
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  client_encoding: 'UTF8',
  statement_timeout: '1min',
  lock_timeout: '0',
  idle_session_timeout: '0',
  idle_in_transaction_session_timeout: '15s',
};

const readSettings = `select name, current_setting(name) as value
  from unnest(array[${Object.keys(expected)
    .map((name) => `'${name}'`)
    .join(', ')}]) as name`;

const toObject = (rows: readonly { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]));

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(hostile))
    await database.db.raw(`alter database ${name} set ${setting} = '${value}'`);
  db = openDatabase(() => database.url);
});
after(async () => {
  await db.destroy();
  await database.close();
});

describe('settings of the database that would change what statements mean', () => {
  test('do not reach the sessions of a pool', async () => {
    assert.deepEqual(toObject(await queryRows(db, readSettings, {})), expected);
    const { instant, bytes, third } = await queryRow<{ instant: Date; bytes: Buffer; third: number }>(
      db,
      `select timestamptz '2026-03-04 05:06:07Z' as instant, '\\x00ff'::bytea as bytes,
              (1 / 3.0)::float8 as third, pg_sleep(0.1)::text`,
      {},
    );
    assert.equal(instant.toISOString(), '2026-03-04T05:06:07.000Z');
    assert.deepEqual([...bytes], [0, 255]);
    assert.equal(third, 1 / 3);
  });

  test('do not reach the sessions of the queue', async () => {
    const pool = openQueuePool(db, 1);
    try {
      const { rows } = await pool.query<{ name: string; value: string }>(readSettings);
      assert.deepEqual(toObject(rows), expected);
    } finally {
      await pool.end();
    }
  });
});

describe('a statement', () => {
  test('is cancelled after the time of its pool', async () => {
    const strict = openDatabase(() => database.url, { statementTimeoutMs: 50 });
    try {
      await assert.rejects(queryRows(strict, 'select pg_sleep(3600)', {}), isDatabaseAway);
    } finally {
      await strict.destroy();
    }
  });

  test('fails if the server is silent for longer, and its connection is not used again', async () => {
    const url = new URL(database.url);
    const proxy = await startCutProxy(Number(url.port));
    url.port = String(proxy.port);
    const strict = openDatabase(() => url.href, { poolSize: 1, statementTimeoutMs: 50 });
    try {
      const readPid = async () =>
        (await queryRow<{ pid: number }>(strict, 'select pg_backend_pid() as pid', {})).pid;
      const pid = await readPid();
      await proxy.stallDuring(() => assert.rejects(readPid(), DatabaseSilentError));
      assert.notEqual(await readPid(), pid);
    } finally {
      await strict.destroy();
      await proxy.close();
    }
  });
});
