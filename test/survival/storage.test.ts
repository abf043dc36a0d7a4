/** A start beside another installation's files, as when a database is recreated before its restore. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openStorage } from '../../src/storage/open-storage.ts';
import { runPlaten } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send } from '../helpers/http.ts';
import { ageFiles } from '../helpers/storages.ts';

const linkCount = 31;

let original: TestDatabase;
let recreated: TestDatabase;
let folder: string;
let fleets: readonly [Fleet, Fleet];
before(async () => {
  original = await createTestDatabase();
  recreated = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-installation-'));
  const env = { RATE_LIMITS: 'off' };
  fleets = [createFleet(original, folder, env), createFleet(recreated, folder, env)];
});
afterEach(() => Promise.all(fleets.map((fleet) => fleet.close())));
after(async () => {
  await Promise.all([original.close(), recreated.close()]);
  await rm(folder, { recursive: true });
});

const listFiles = async () => {
  const storage = await openStorage(pathToFileURL(path.join(folder, 'files')).href, null);
  return await Array.fromAsync(storage.list('shares/'));
};
const run = (words: readonly string[], { url }: TestDatabase) =>
  runPlaten(words, { DATABASE_URL: url, DATA_DIR: folder });

test('beside an empty database nothing starts or deletes files, until the storage is adopted', async () => {
  const service = await fleets[0].serve();
  const tenant = await createTenant(original.db, { plan: 'enterprise' });
  const templateId = await addTemplate(original.db, tenant);
  for (let count = 0; count < linkCount; count += 1) {
    const answer = await send(service.url, 'POST', `/api/v1/templates/${templateId}/generate`, {
      key: tenant.apiKey,
      json: { variables: {}, delivery: 'link' },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
  }
  await service.stop();
  await ageFiles(folder);

  for (const words of [['serve'], ['worker'], ['sweep']]) {
    const { code, stderr } = await run(words, recreated);
    assert.equal(code, 1, words.join(' '));
    assert.match(stderr, /does not belong to this database: .* platen storage adopt\n$/);
  }
  assert.equal((await listFiles()).length, linkCount);

  const adopted = await run(['--json', 'storage', 'adopt'], recreated);
  assert.equal(adopted.code, 0, adopted.stderr);
  const { installationId, previousIds } = JSON.parse(adopted.stdout) as {
    installationId: string;
    previousIds: string[];
  };
  assert.equal(previousIds.length, 1);
  assert.notEqual(previousIds[0], installationId);
  await fleets[1].serve();
  // Even then, a large number of files is only deleted on purpose.
  const swept = await run(['--json', 'sweep'], recreated);
  assert.equal((JSON.parse(swept.stdout) as { heldBackFiles: number }).heldBackFiles, linkCount);
  assert.match(swept.stderr, /platen sweep --force/);
  assert.equal((await listFiles()).length, linkCount);
  const forced = await run(['--json', 'sweep', '--force'], recreated);
  assert.equal((JSON.parse(forced.stdout) as { unpublishedFiles: number }).unpublishedFiles, linkCount);
  assert.equal((await listFiles()).length, 0);

  const { code } = await run(['serve'], original);
  assert.equal(code, 1, 'the storage belongs to the other database now');
});
