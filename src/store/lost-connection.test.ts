import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { openDatabase, queryPrepared, queryRow, queryRows, type Database } from './database.ts';
import { readPrepared, readRows, retryOnLostConnection } from './lost-connection.ts';

/** A proxy between pool and database. It closes a connection after forwarding a statement, `cuts` times. */
let database: TestDatabase;
let db: Database;
let cuts = 0;
const sockets = new Set<Socket>();
const proxy = createServer((client) => {
  const { hostname, port } = new URL(database.url);
  const server = connect(Number(port), hostname);
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => [client, server].forEach((each) => each.destroy()));
  }
  server.pipe(client);
  client.on('data', (data: Buffer) => {
    server.write(data);
    if (cuts === 0 || !data.includes('probe')) return;
    cuts -= 1;
    client.destroy();
  });
});

before(async () => {
  database = await createTestDatabase();
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(database.url);
  url.port = String((proxy.address() as AddressInfo).port);
  db = openDatabase(() => url.href);
});
after(async () => {
  await db.destroy();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await database.close();
});

const sql = 'select :value::int as probe';

describe('a statement whose connection is lost', () => {
  for (const [name, read, once] of [
    ['plain', readRows, queryRows],
    ['prepared', readPrepared, queryPrepared],
  ] as const) {
    test(`is retried if it is a read (${name}), and not otherwise`, async () => {
      cuts = 1;
      await assert.rejects(once(db, sql, { value: 1 }));
      cuts = 1;
      assert.deepEqual(await read(db, sql, { value: 1 }), [{ probe: 1 }]);
      assert.equal(cuts, 0);
    });
  }

  test('is retried twice', async () => {
    cuts = 3;
    await assert.rejects(readRows(db, sql, { value: 1 }));
    assert.equal(cuts, 0);
  });

  test('is not retried in a transaction, nor if the database refuses it', async () => {
    cuts = 1;
    let runs = 0;
    await assert.rejects(
      db.transaction((transaction) =>
        retryOnLostConnection(transaction, () => {
          runs += 1;
          return queryRow(transaction, sql, { value: 1 });
        }),
      ),
    );
    const refused = (): Promise<unknown> => {
      runs += 1;
      return queryRows(db, 'select nothing', {});
    };
    await assert.rejects(retryOnLostConnection(db, refused), /nothing/);
    assert.equal(runs, 2);
  });
});

test('reads succeed after all connections were ended', async () => {
  // Statements that overlap need a connection each.
  await Promise.all(Array.from({ length: 5 }, () => readRows(db, 'select pg_sleep(0.05)', {})));
  await queryRows(
    database.db,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
    {},
  );
  const answers = await Promise.all(Array.from({ length: 5 }, () => readPrepared(db, sql, { value: 2 })));
  assert.deepEqual(answers.flat(), new Array(5).fill({ probe: 2 }));
});
