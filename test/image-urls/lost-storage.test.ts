/** Pictures at image URLs while their storage is full, or a bucket that is gone: right answers, paid once. */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { makeDisk } from '../faults/disk.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';
import { startObjectStore, type ObjectStore } from '../helpers/object-store.ts';

let database: TestDatabase;
let tenant: Tenant;
let key: TestUrlKey;
let templateId: string;
before(async () => {
  database = await createTestDatabase();
  tenant = await createTenant(database.db, { plan: 'enterprise' });
  key = await addUrlKey(database.db, tenant);
  templateId = await addTemplate(database.db, tenant);
});
after(() => database.close());

let titles = 0;
const newPicture = () => signedTarget(key, { templateId, query: `v.title=${(titles += 1)}` });

async function get(service: TestService, target: string): Promise<string> {
  const { status, bytes } = await service.send('GET', target);
  assert.equal(status, 200);
  return Buffer.from(bytes).toString('base64');
}

/** Renders that were charged and not refunded. */
async function countCharges(): Promise<number> {
  const entries = await database.db<{ state: string }>('quota_entries').where('state', 'SETTLED').select();
  return entries.length;
}

const start = (STORAGE_URL: string): Promise<TestService> =>
  startTestService({ database, env: { RATE_LIMITS: 'off', STORAGE_URL } });

describe('a bucket', () => {
  let store: ObjectStore;
  let url: string;
  let service: TestService;
  /** It has nothing in memory. */
  let other: TestService;
  before(async () => {
    store = await startObjectStore();
    url = await store.createBucket();
    [service, other] = await Promise.all([start(url), start(url)]);
  });
  after(async () => {
    await Promise.all([service.close(), other.close()]);
    await store.close();
  });

  /** The keys of the pictures in the bucket. */
  const listPictures = async (): Promise<string[]> => {
    const { Contents = [] } = await store.client.send(
      new ListObjectsV2Command({ Bucket: new URL(url).host }),
    );
    return Contents.flatMap(({ Key = '' }) => (Key.includes('/images/') ? [Key] : []));
  };

  test('that is deleted costs no render, and is filled again once it is back', async () => {
    const [stored, unstored] = [newPicture(), newPicture()];
    const right = await get(service, stored);
    assert.equal((await listPictures()).length, 1);
    const paid = await countCharges();

    const Bucket = new URL(url).host;
    const { Contents = [] } = await store.client.send(new ListObjectsV2Command({ Bucket }));
    const Objects = Contents.map(({ Key }) => ({ Key }));
    await store.client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    await store.client.send(new DeleteBucketCommand({ Bucket }));
    assert.equal(await get(service, stored), right);
    assert.equal(await get(other, stored), right);
    assert.equal(await countCharges(), paid);
    const rightLater = await get(service, unstored);
    assert.equal(await countCharges(), paid + 1);

    const CreateBucketConfiguration = { LocationConstraint: 'eu-central-1' } as const;
    await store.client.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration }));
    assert.equal(await get(other, unstored), rightLater);
    assert.equal(await countCharges(), paid + 1);
    assert.equal((await listPictures()).length, 1);
  });
});

test('a disk that is full, or away where none can be filled', async () => {
  const disk = await makeDisk(await mkdtemp(path.join(tmpdir(), 'platen-full-')));
  const [service, other] = await Promise.all([start(disk.url), start(disk.url)]);
  try {
    const [stored, unstored] = [newPicture(), newPicture()];
    const right = await get(service, stored);
    const paid = await countCharges();
    await (disk.canFill ? disk.fill() : disk.hide());
    assert.equal(await get(service, stored), right);
    assert.equal(await get(other, stored), right);
    assert.equal(await countCharges(), paid);
    const rightLater = await get(service, unstored);
    assert.equal(await countCharges(), paid + 1);
    assert.ok(service.logged.some((line) => line.includes('a picture could not be stored')));

    await disk.restore();
    assert.equal(await get(other, unstored), rightLater);
    assert.equal(await countCharges(), paid + 1);
    const { keys } = await disk.list();
    assert.equal(keys.filter((each) => each.startsWith('images/')).length, 2);
  } finally {
    await Promise.all([service.close(), other.close()]);
    await disk.close();
  }
});
