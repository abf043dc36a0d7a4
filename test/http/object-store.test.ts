/**
 * The service with its files in an object store that sometimes fails.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { queryRow } from '../../src/store/database.ts';
import { addArchive, requestBatch, plainBatch, submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { startFaultyProxy, type Fate, type FaultyProxy } from '../helpers/faulty-proxy.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { fetchExternal } from '../helpers/requests.ts';
import { startObjectStore, type ObjectStore } from '../helpers/object-store.ts';
import { writePlans } from '../helpers/plans.ts';
import { addShare, fetchPublicFile, publish, revokeShare, sharedFiles } from '../helpers/shares.ts';
import { listZip } from '../helpers/zip.ts';

let store: ObjectStore;
let proxy: FaultyProxy;
let fault: (method: string, target: string) => Fate;
let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  fault = () => 'pass';
  store = await startObjectStore();
  proxy = await startFaultyProxy(store.endpoint, (method, target) => fault(method, target));
  plans = await writePlans({ studio: { activeShareLinks: 1_000 } });
  service = await startTestService({
    env: {
      RATE_LIMITS: 'off',
      STORAGE_URL: await store.createBucket(proxy.url),
      PLANS_FILE: plans.file,
    },
    worksOnBatches: true,
  });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, { name: 'Grüße' });
});
beforeEach(() => {
  fault = () => 'pass';
});
after(async () => {
  fault = () => 'pass';
  await service.close();
  await proxy.close();
  await store.close();
  await plans.remove();
});

/** Makes every tenth request fail, in rotating ways. Returns a function that counts the failures. */
function failEveryTenth(): () => number {
  const kinds: readonly Fate[] = ['reset', 500, 'lose answer', 503, 'break off'];
  let count = 0;
  let failed = 0;
  fault = () => {
    count += 1;
    if (count % 10 !== 0) return 'pass';
    failed += 1;
    return kinds[failed % kinds.length] ?? 'pass';
  };
  return () => failed;
}

async function waitForEnd(jobId: string): Promise<Record<string, string>> {
  for (;;) {
    const job = (await requestBatch(service, 'GET', `/${jobId}`, tenant)).json as Record<string, string>;
    if (job['completedAt'] !== null) return job;
    await sleep(50);
  }
}

async function getKeys(prefix: string): Promise<string[]> {
  return await Array.fromAsync(service.app.storage.list(prefix));
}

test('an archive is downloaded from the object store, whole or in part', async () => {
  const jobId = await submitJob(service, tenant, plainBatch(templateId, 12));
  const job = await waitForEnd(jobId);
  assert.equal(job['status'], 'COMPLETED');
  const { downloadUrl, expiresAt } = (await requestBatch(service, 'GET', `/${jobId}/result`, tenant))
    .json as {
    downloadUrl: string;
    expiresAt: string;
  };
  const direct = (await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant)).bytes;
  assert.equal((await listZip(Buffer.from(direct))).length, 12);
  assert.match(expiresAt, /:\d\d\.000Z$/, 'whole seconds');
  assert.ok(new Date(expiresAt).getTime() < Date.now() + 3_660_000);

  for (const url of [downloadUrl, job['downloadUrl'] ?? '']) {
    assert.ok(url.startsWith(`${proxy.url}/files-1/some/prefix/batches/${jobId}/`), url);
    const full = await fetchExternal(url);
    assert.equal(full.status, 200);
    assert.deepEqual(Buffer.from(await full.arrayBuffer()), Buffer.from(direct));
    assert.equal(full.headers.get('content-type'), 'application/zip');
    assert.equal(
      full.headers.get('content-disposition'),
      `attachment; filename="Gr__e.zip"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.zip`,
    );
    const part = await fetchExternal(url, { headers: { Range: 'bytes=10-19' } });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), Buffer.from(direct).subarray(10, 20));
    assert.equal((await fetchExternal(`${url}0`)).status, 403, 'a changed URL is refused');
  }
  // The rendered rows are deleted after the job has ended.
  await waitUntil(async () => (await getKeys(`batches/${jobId}/`)).length <= 1);
  assert.deepEqual(await getKeys(`batches/${jobId}/`), [`batches/${jobId}/archive-1.zip`]);
});

test('a download URL expires with its archive, and a missing file is a 404', async () => {
  const jobId = await addArchive(service, tenant, templateId, Buffer.from('an archive'), {
    retentionMs: 5_500,
  });
  const { archiveExpiresAt } = await queryRow<{ archiveExpiresAt: Date }>(
    service.db,
    'select archive_expires_at as "archiveExpiresAt" from batch_jobs where id = :jobId',
    { jobId },
  );
  const result = async () => await requestBatch(service, 'GET', `/${jobId}/result`, tenant);
  const { expiresAt } = (await result()).json as { expiresAt: string };
  const shortByMs = archiveExpiresAt.getTime() - new Date(expiresAt).getTime();
  assert.ok(shortByMs >= 0 && shortByMs < 1_000, `${shortByMs} ms`);
  const [key = ''] = await getKeys(`batches/${jobId}/`);
  await service.app.storage.delete(key);
  const gone = await result();
  assert.deepEqual([gone.status, gone.problem.code], [404, 'BATCH_RESULT_NOT_FOUND']);
});

test('batches lose no rows when a tenth of the store requests fail', async () => {
  const failed = failEveryTenth();
  const rows = Array.from({ length: 40 }, (_, index) => ({ title: `Row ${index}` }));
  const template = { templateId, output: { filenamePattern: '{title}' } };
  const jobId = await submitJob(service, tenant, { template, rows });
  const job = await waitForEnd(jobId);
  fault = () => 'pass';
  assert.equal(job['status'], 'COMPLETED');
  assert.equal(Number(job['completedItems']) + Number(job['failedItems']), 40);
  const archive = (await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant)).bytes;
  const entries = await listZip(Buffer.from(archive));
  assert.equal(entries.length, Number(job['completedItems']), 'each row is in the archive or failed');
  for (const { content } of entries) assert.equal(content.subarray(1, 4).toString(), 'PNG');
  assert.ok(failed() >= 8, `${failed()} requests failed`);
});

test('share links lose no files when a tenth of the store requests fail', async () => {
  const failed = failEveryTenth();
  const created: { id: string; url: string; fileSize: number }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const answer = await publish(service, tenant, templateId);
    if (answer.status === 200) created.push(answer.json as (typeof created)[number]);
    else assert.ok([502, 503].includes(answer.status), JSON.stringify(answer.json));
  }
  for (const { url, fileSize } of created) assert.equal((await fetchPublicFile(url)).bytes.length, fileSize);
  for (const { id } of created) assert.equal((await revokeShare(service, tenant, id)).status, 204);
  assert.ok(failed() >= 6, `${failed()} requests failed`);
  fault = () => 'pass';
  assert.deepEqual(await sharedFiles(service), []);
});

test('a share link serves byte ranges, and 404 once it is revoked', async () => {
  const { id, url, fileSize } = await addShare(service, tenant, templateId);
  assert.ok(url.startsWith(`${service.url}/s/`), 'the URL is that of the service, not of the store');
  const full = await fetchPublicFile(url);
  assert.equal(full.bytes.length, fileSize);
  const part = await fetchPublicFile(url, { headers: { Range: 'bytes=1-3' } });
  assert.deepEqual([part.status, part.bytes.toString()], [206, 'PNG']);
  assert.equal((await revokeShare(service, tenant, id)).status, 204);
  assert.equal((await fetchPublicFile(url)).status, 404);
});

test('while the store does not answer, the service is unready and refuses share links', async () => {
  const { id, url } = await addShare(service, tenant, templateId);
  const ready = async () => {
    const { status, json } = await service.send('GET', '/readyz');
    return [status, (json as { parts: { storage: string } }).parts.storage];
  };
  const untilReady = (expected: unknown[]) =>
    waitUntil(async () => isDeepStrictEqual(await ready(), expected));
  await untilReady([200, 'ok']);
  for (const kind of ['hang', 'reset'] as const) {
    fault = () => kind;
    await untilReady([503, 'failing']);
    const refused = await publish(service, tenant, templateId);
    assert.deepEqual([refused.status, refused.problem.code], [503, 'SHARING_UNAVAILABLE']);
  }
  assert.ok([502, 503].includes((await revokeShare(service, tenant, id)).status));
  fault = () => 'pass';
  await untilReady([200, 'ok']);
  assert.equal((await fetchPublicFile(url)).status, 200);
  assert.equal((await revokeShare(service, tenant, id)).status, 204);
});
