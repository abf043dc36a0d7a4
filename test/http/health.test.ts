import assert from 'node:assert/strict';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '../helpers/wait-until.ts';
import { startTestService, type Answer, type TestService } from '../helpers/http.ts';

let folder: string;
let service: TestService;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-health-'));
  service = await startTestService({
    databaseProxy: true,
    env: { STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href },
  });
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Results are cached, so an answer may be as old as a second. */
async function untilStatus(status: number): Promise<Answer> {
  for (;;) {
    const ready = await service.send('GET', '/readyz');
    if (ready.status === status) return ready;
    await sleep(50);
  }
}

/** Each part has its own cache. */
async function untilFailing(part: string): Promise<void> {
  for (;;) {
    const { status, json } = await service.send('GET', '/readyz');
    if (status === 503 && (json as { parts: Record<string, string> }).parts[part] === 'failing') return;
    await sleep(50);
  }
}

test('a working service is alive and ready', async () => {
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

test('a missing migration makes the service unready', async () => {
  await service.db.raw('alter table knex_migrations rename to knex_migrations_away');
  try {
    const ready = await untilStatus(503);
    assert.deepEqual(ready.json, {
      status: 'unready',
      parts: { database: 'ok', storage: 'ok', renderer: 'ok', migrations: 'failing' },
    });
    assert.equal((await service.send('GET', '/healthz')).status, 200);
    const requestId = ready.headers.get('x-request-id') ?? '';
    const find = () => service.logged.find((each) => each.includes(requestId));
    await waitUntil(() => find() !== undefined);
    const { level, code, cause } = JSON.parse(find() ?? '') as Record<string, unknown>;
    assert.deepEqual([level, code, cause], [50, 'SERVICE_UNAVAILABLE', 'failing: migrations']);
  } finally {
    await service.db.raw('drop table if exists knex_migrations');
    await service.db.raw('alter table knex_migrations_away rename to knex_migrations');
  }
});

test('a database that takes no writes makes the service unready, as does one that is away', async () => {
  await untilStatus(200);
  await service.db.raw(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'read-only' using errcode = '25006'; end $$`,
  );
  await service.db.raw('create trigger refuse before update on instances execute function refuse()');
  try {
    await untilFailing('database');
  } finally {
    await service.db.raw('drop function refuse cascade');
  }
  await untilStatus(200);
  await service.databaseProxy?.refuseDuring(async () => {
    await untilFailing('database');
    assert.equal((await service.send('GET', '/healthz')).status, 200);
  });
  await untilStatus(200);
});

test('a folder that takes no files makes the service unready; trying leaves nothing behind', async () => {
  const files = path.join(folder, 'files');
  await untilStatus(200);
  assert.ok(!(await readdir(files)).includes('probes'));
  // A file in the place of the folder for unfinished files: the folder itself can still be read.
  await rename(path.join(files, 'tmp'), path.join(files, 'away'));
  await writeFile(path.join(files, 'tmp'), '');
  try {
    await untilFailing('storage');
  } finally {
    await rm(path.join(files, 'tmp'));
    await rename(path.join(files, 'away'), path.join(files, 'tmp'));
  }
  await untilStatus(200);
});
