/**
 * Share links and processes that come and go.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { tidyShares } from '../../src/domain/shares/expire.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { readUsage } from '../../src/store/quota.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';
import { look, writePlans } from '../helpers/shares.ts';

let database: TestDatabase;
let folder: string;
let plans: Awaited<ReturnType<typeof writePlans>>;
let storage: Storage;
let fleet: Fleet;
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-shares-'));
  plans = await writePlans({ personal: { activeShareLinks: 3 } });
  const files = pathToFileURL(path.join(folder, 'files')).href;
  storage = await openStorage(files, null);
  fleet = createFleet(database, folder, {
    STORAGE_URL: files,
    PLANS_FILE: plans.file,
    RATE_LIMITS: 'off',
  });
});
afterEach(() => fleet.close());
after(async () => {
  await database.close();
  await plans.remove();
  await rm(folder, { recursive: true });
});

const files = () => Array.fromAsync(storage.list('shares/'));

/** A workspace of its own, and how to publish a render of its template. */
async function join() {
  const tenant = await createTenant(database.db, { plan: 'personal' });
  const templateId = await addTemplate(database.db, tenant);
  const publish = (url: string) =>
    send(url, 'POST', `/api/v1/templates/${templateId}/generate`, {
      key: tenant.apiKey,
      json: { variables: {}, delivery: 'link' },
    });
  const used = async () => (await readUsage(database.db, tenant.workspaceId, new Date())).used;
  return { tenant, publish, used };
}

test('two processes together keep to the cap, and each shows what the other has published', async () => {
  const members = [await fleet.serve(), await fleet.serve()] as const;
  const { publish, used } = await join();
  const before = (await files()).length;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => publish(members[index % 2 === 0 ? 0 : 1].url)),
  );
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 3);
  assert.ok(
    answers.every(({ status, problem }) => status === 200 || problem.code === 'SHARE_LINK_LIMIT_REACHED'),
  );
  assert.equal(await used(), 3);
  assert.equal((await files()).length, before + 3);
  for (const { json } of made) {
    const { pathname } = new URL((json as { url: string }).url);
    for (const { url } of members) assert.equal((await look(url + pathname)).status, 200);
  }
});

test('a process that is killed between the file and its record leaves nothing in the end', async () => {
  const doomed = await fleet.serve();
  const { tenant, publish, used } = await join();
  const before = await files();
  const held = await database.db.transaction();
  await held('workspaces').where('id', tenant.workspaceId).forNoKeyUpdate();
  const publishing = publish(doomed.url).catch((error: unknown) => error);
  // A transaction that is silent for long is ended.
  while ((await files()).length === before.length) await held.raw('select pg_sleep(0.02)');
  await doomed.kill();
  await held.rollback();
  assert.ok((await publishing) instanceof Error);
  assert.equal(await used(), 1);
  assert.deepEqual(await tidyShares({ db: database.db, storage }), {
    expiredShareLinks: 0,
    unpublishedFiles: 0,
  });
  assert.equal(
    (await files()).length,
    before.length + 1,
    'nobody can know yet that it will not be published',
  );

  // Another process finds that the first one is gone.
  await fleet.serve();
  while ((await used()) > 0) await sleep(100);
  // It may have been the other one's own sweep that has come to the file.
  await tidyShares({ db: database.db, storage });
  assert.deepEqual(await files(), before);
  assert.deepEqual(await database.db('share_links').where('workspace_id', tenant.workspaceId), []);
});
