/**
 * Share links of several processes, one of which is killed.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { cleanUpShares } from '../../src/domain/shares/clean-up.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { readUsage } from '../../src/store/quota.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';
import { writePlans } from '../helpers/plans.ts';
import { fetchPublicFile } from '../helpers/shares.ts';
import { ageFiles } from '../helpers/storages.ts';
import { waitUntil } from '../helpers/wait-until.ts';

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

/** Creates a workspace, with a function that publishes a render of its template. */
async function createPublisher() {
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

test('two processes together respect the limit, and each serves the links of the other', async () => {
  const members = [await fleet.serve(), await fleet.serve()] as const;
  const { publish, used } = await createPublisher();
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
    for (const { url } of members) assert.equal((await fetchPublicFile(url + pathname)).status, 200);
  }
});

test('a process that is killed between writing the file and inserting the link leaves nothing', async () => {
  const killed = await fleet.serve();
  const { tenant, publish, used } = await createPublisher();
  const before = await files();
  const held = await database.db.transaction();
  await held('workspaces').where('id', tenant.workspaceId).forNoKeyUpdate();
  const publishing = publish(killed.url).catch((error: unknown) => error);
  await waitUntil(async () => {
    // PostgreSQL would end an idle transaction.
    await held.raw('select 1');
    return (await files()).length > before.length;
  });
  await killed.kill();
  await held.rollback();
  assert.ok((await publishing) instanceof Error);
  assert.equal(await used(), 1);
  await ageFiles(folder);
  const parts = { db: database.db, storage, log: pino({ level: 'silent' }) };
  assert.deepEqual(await cleanUpShares(parts), {
    expiredShareLinks: 0,
    unpublishedFiles: 0,
    heldBackFiles: 0,
  });
  assert.equal(
    (await files()).length,
    before.length + 1,
    'the charge is still RESERVED: the file may still be published',
  );

  // Another process presumes the first one dead and refunds its charge.
  await fleet.serve();
  await waitUntil(async () => (await used()) <= 0);
  // Unless the other process's sweep has already deleted the file.
  await cleanUpShares(parts);
  assert.deepEqual(await files(), before);
  assert.deepEqual(await database.db('share_links').where('workspace_id', tenant.workspaceId), []);
});
