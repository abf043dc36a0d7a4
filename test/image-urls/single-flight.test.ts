/** One render for any number of requests, over two processes, and after the loss of processes and files. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import { pino } from 'pino';
import { cleanUpImages } from '../../src/domain/image-urls/clean-up.ts';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { countCharges, createImageFleet, type ImageFleet } from '../helpers/image-fleet.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { ageFiles } from '../helpers/storages.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const photoTemplate = {
  variables: [{ name: 'photo', type: 'image' as const, label: 'Photo', required: false }],
  elements: [{ type: 'image' as const, id: 'photo', x: 0, y: 0, width: 8, height: 8, src: '{{photo}}' }],
};

const getHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('two processes', () => {
  let images: ImageFleet;
  beforeEach(async () => {
    images = await createImageFleet();
  });
  afterEach(() => images.close());

  test('1,000 requests for one URL cause one render and one charge', { timeout: 120_000 }, async () => {
    const { database, fleet, origin, tenant, key } = images;
    const members = await Promise.all([fleet.serve(), fleet.serve()]);
    const templateId = await addTemplate(database.db, tenant, photoTemplate);
    // The picture takes a while, so that all requests come before its end.
    origin.answer('/slow.png', (response) => void setTimeout(() => response.end(origin.image), 1_000));
    const query = `v.photo=${encodeURIComponent(`${origin.url}/slow.png`)}`;
    const target = signedTarget(key, { templateId, query });
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, async (_, number) => {
        const response = await checkedFetch(`${members[number % 2]?.url}${target}`);
        return `${response.status} ${getHash(new Uint8Array(await response.arrayBuffer()))}`;
      }),
    );
    assert.equal(new Set(answers).size, 1);
    assert.match(answers[0] ?? '', /^200 /);
    assert.equal(origin.requests('/slow.png'), 1);
    assert.deepEqual(await countCharges(database.db), { SETTLED: 1 });
    assert.deepEqual(await database.db('image_flights').select(), []);
  });

  test(
    'when a process is killed in a render, another one renders and charges it once',
    { timeout: 120_000 },
    async () => {
      const { database, fleet, origin, tenant, key } = images;
      const [first, second] = await Promise.all([fleet.serve(), fleet.serve()]);
      const templateId = await addTemplate(database.db, tenant, photoTemplate);
      let hangs = true;
      origin.answer('/slow.png', (response) => void (hangs ? undefined : response.end(origin.image)));
      const query = `v.photo=${encodeURIComponent(`${origin.url}/slow.png`)}`;
      const target = signedTarget(key, { templateId, query });
      const lost = checkedFetch(first.url + target).catch(() => null);
      await waitUntil(async () => (await countCharges(database.db))['RESERVED'] === 1);
      const waiting = checkedFetch(second.url + target);
      hangs = false;
      await first.kill();
      assert.equal(await lost, null);
      const response = await waiting;
      assert.equal(response.status, 200);
      await waitUntil(async () => ((await countCharges(database.db))['RESERVED'] ?? 0) <= 0);
      assert.deepEqual(await countCharges(database.db), { SETTLED: 1, REFUNDED: 1, refund: 1 });
    },
  );
});

describe('files', () => {
  let database: TestDatabase;
  let service: TestService;
  let tenant: Tenant;
  let key: TestUrlKey;
  let templateId: string;
  before(async () => {
    database = await createTestDatabase();
    service = await startTestService({ database, env: { RATE_LIMITS: 'off' } });
    tenant = await createTenant(service.db, { plan: 'enterprise' });
    key = await addUrlKey(service.db, tenant);
    templateId = await addTemplate(service.db, tenant);
  });
  after(async () => {
    await service.close();
    await database.close();
  });

  let titles = 0;
  const newPicture = () => signedTarget(key, { templateId, query: `v.title=${(titles += 1)}` });
  const get = async (target: string) => {
    const { status, bytes } = await service.send('GET', target);
    assert.equal(status, 200);
    return getHash(bytes);
  };
  const charges = async () => (await countCharges(service.db))['SETTLED'] ?? 0;
  const files = async () => {
    const folder = path.join(service.filesFolder, 'images');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name));
  };
  /** Another process: it has nothing in memory. */
  const getElsewhere = async (target: string, prepare: (other: TestService) => void = () => undefined) => {
    const env = { RATE_LIMITS: 'off', STORAGE_URL: pathToFileURL(service.filesFolder).href };
    const other = await startTestService({ database, env });
    try {
      prepare(other);
      const { status, bytes } = await other.send('GET', target);
      assert.equal(status, 200);
      return getHash(bytes);
    } finally {
      await other.close();
    }
  };

  test('a file that is missing, torn or damaged is rendered again, for free', async () => {
    const target = newPicture();
    const known = new Set(await files());
    const right = await get(target);
    const [file = ''] = (await files()).filter((each) => !known.has(each));
    const paid = await charges();
    for (const harm of [
      () => unlink(file),
      () => truncate(file, 40),
      () => truncate(file, 0),
      () => writeFile(file, Buffer.alloc(200, 7)),
    ]) {
      await harm();
      assert.equal(await getElsewhere(target), right);
      assert.equal(await charges(), paid);
      // It was repaired.
      assert.deepEqual(
        (await files()).filter((each) => each === file),
        [file],
      );
    }
  });

  test('a picture that cannot be stored is served, charged once, and stored later', async () => {
    const target = newPicture();
    const paid = await charges();
    const full = mock.method(service.app.storage, 'writeUnsynced', () =>
      Promise.reject(new StorageUnavailableError('the disk is full')),
    );
    const before = (await files()).length;
    const right = await get(target);
    full.mock.restore();
    assert.equal(await charges(), paid + 1);
    assert.equal((await files()).length, before);
    assert.equal(await getElsewhere(target), right);
    assert.equal(await charges(), paid + 1);
    assert.equal((await files()).length, before + 1);
    assert.ok(service.logged.some((line) => line.includes('a picture could not be stored')));
  });

  test('a cached picture out of reach is rendered again, for free', async () => {
    const target = newPicture();
    const right = await get(target);
    const paid = await charges();
    const shown = await getElsewhere(target, ({ app: { storage } }) => {
      mock.method(storage, 'read', () => Promise.reject(new StorageUnavailableError('no route')));
      mock.method(storage, 'writeUnsynced', () => Promise.reject(new StorageUnavailableError('no route')));
    });
    assert.equal(shown, right);
    assert.equal(await charges(), paid);
  });

  test('a restart serves the same picture from storage', async () => {
    const target = newPicture();
    const right = await get(target);
    const paid = await charges();
    assert.equal(await getElsewhere(target), right);
    assert.equal(await charges(), paid);
  });

  test('the cache keeps its size and its time, and files without a record are removed', async () => {
    const parts = { db: service.db, storage: service.app.storage, log: pino({ level: 'silent' }) };
    const size = async () => {
      const rows = await service.db<{ bytes: string }>('cached_images').select('bytes');
      return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    };
    // How many pictures the other tests leave depends on when their files are stored.
    await cleanUpImages({ ...parts, urlCacheTtlMs: 1, urlCacheBytes: 0 });
    assert.deepEqual(await files(), []);
    const oldest = newPicture();
    await get(oldest);
    await service.db('cached_images').update({ last_used_at: new Date(Date.now() - 3_600_000) });
    for (let count = 0; count < 3; count += 1) await get(newPicture());
    const urlCacheBytes = Math.ceil((await size()) / 2);
    const limits = { urlCacheTtlMs: 3_600_000, urlCacheBytes };
    const swept = await cleanUpImages({ ...parts, ...limits });
    assert.ok(swept.evictedImages > 0);
    assert.ok((await size()) <= urlCacheBytes);
    const left = await service.db<{ last_used_at: Date }>('cached_images').select();
    assert.ok(left.every(({ last_used_at: at }) => at.getTime() > Date.now() - 600_000));
    assert.equal((await files()).length, left.length);

    const expired = await cleanUpImages({ ...parts, ...limits, urlCacheTtlMs: 1 });
    assert.equal(expired.expiredImages, left.length);
    assert.deepEqual(await files(), []);
    await get(newPicture());
    await service.db('cached_images').delete();
    await ageFiles(service.filesFolder);
    assert.equal((await cleanUpImages({ ...parts, ...limits, force: true })).unrecordedImages, 1);
    assert.deepEqual(await files(), []);
  });
});
