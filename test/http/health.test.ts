import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../helpers/http.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test('a service that works is alive and ready', async () => {
  const health = await service.send('GET', '/healthz');
  assert.deepEqual([health.status, health.json], [200, { status: 'ok' }]);
  const ready = await service.send('GET', '/readyz');
  assert.equal(ready.status, 200);
  assert.deepEqual(ready.json, {
    status: 'ready',
    parts: { database: 'ok', storage: 'ok', renderer: 'ok', migrations: 'ok' },
  });
  assert.equal((await service.send('HEAD', '/readyz')).bytes.length, 0);
});

test('a migration that is missing makes it unready, and says so', async () => {
  await service.db.raw('alter table knex_migrations rename to knex_migrations_away');
  try {
    const ready = await service.send('GET', '/readyz');
    assert.equal(ready.status, 503);
    assert.deepEqual(ready.json, {
      status: 'unready',
      parts: { database: 'ok', storage: 'ok', renderer: 'ok', migrations: 'failing' },
    });
    assert.equal((await service.send('GET', '/healthz')).status, 200);
  } finally {
    await service.db.raw('drop table if exists knex_migrations');
    await service.db.raw('alter table knex_migrations_away rename to knex_migrations');
  }
});
