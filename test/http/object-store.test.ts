/**
 * The whole service with its files in an object store, which fails now and then.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRow } from '../../src/store/database.ts';
import { addArchive } from '../helpers/archives.ts';
import { ask, plainBatch, submitJob } from '../helpers/batch.ts';
import { startFaultyProxy, type Fate, type FaultyProxy } from '../helpers/faulty-proxy.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { fetchElsewhere } from '../helpers/requests.ts';
import { startObjectStore, type ObjectStore } from '../helpers/object-store.ts';
import { addShare, look, publish, revokeShare, sharedFiles, writePlans } from '../helpers/shares.ts';
import { listZip } from '../helpers/zip.ts';

let store: ObjectStore;
let proxy: FaultyProxy;
let fate: (method: string, target: string) => Fate;
let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  fate = () => 'pass';
  store = await startObjectStore();
  proxy = await startFaultyProxy(store.endpoint, (method, target) => fate(method, target));
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
  fate = () => 'pass';
});
after(async () => {
  fate = () => 'pass';
  await service.close();
  await proxy.close();
  await store.close();
  await plans.remove();
});

/** Fails every tenth request, each time in another way. */
function failATenth(): () => number {
  const faults: readonly Fate[] = ['reset', 500, 'lose answer', 503, 'break off'];
  let count = 0;
  let failed = 0;
  fate = () => {
    count += 1;
    if (count % 10 !== 0) return 'pass';
    failed += 1;
    return faults[failed % faults.length] ?? 'pass';
  };
  return () => failed;
}

async function waitForEnd(jobId: string): Promise<Record<string, string>> {
  for (;;) {
    const job = (await ask(service, 'GET', `/${jobId}`, tenant)).json as Record<string, string>;
    if (job['completedAt'] !== null) return job;
    await sleep(50);
  }
}

async function keysOf(prefix: string): Promise<string[]> {
  return await Array.fromAsync(service.app.storage.list(prefix));
}

test('an archive is downloaded from the store, whole or in part', async () => {
  const jobId = await submitJob(service, tenant, plainBatch(templateId, 12));
  const job = await waitForEnd(jobId);
  assert.equal(job['status'], 'COMPLETED');
  const { downloadUrl, expiresAt } = (await ask(service, 'GET', `/${jobId}/result`, tenant)).json as {
    downloadUrl: string;
    expiresAt: string;
  };
  const through = (await ask(service, 'GET', `/${jobId}/result?delivery=zip`, tenant)).bytes;
  assert.equal((await listZip(Buffer.from(through))).length, 12);
  assert.match(expiresAt, /:\d\d\.000Z$/, 'whole seconds');
  assert.ok(new Date(expiresAt).getTime() <= Date.now() + 3_600_000);

  for (const url of [downloadUrl, job['downloadUrl'] ?? '']) {
    assert.ok(url.startsWith(`${proxy.url}/files-1/some/prefix/batches/${jobId}/`), url);
    const whole = await fetchElsewhere(url);
    assert.equal(whole.status, 200);
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), Buffer.from(through));
    assert.equal(whole.headers.get('content-type'), 'application/zip');
    assert.equal(
      whole.headers.get('content-disposition'),
      `attachment; filename="Gr__e.zip"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.zip`,
    );
    const part = await fetchElsewhere(url, { headers: { Range: 'bytes=10-19' } });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), Buffer.from(through).subarray(10, 20));
    assert.equal((await fetchElsewhere(`${url}0`)).status, 403, 'a changed one leads nowhere');
  }
  // Rows and pictures go once the job has ended.
  while ((await keysOf(`batches/${jobId}/`)).length > 1) await sleep(20);
  assert.deepEqual(await keysOf(`batches/${jobId}/`), [`batches/${jobId}/archive-1.zip`]);
});

test('no address outlives its archive, and a file that is gone is missed', async () => {
  const jobId = await addArchive(service, tenant, templateId, Buffer.from('an archive'), {
    retentionMs: 5_500,
  });
  const { archiveExpiresAt } = await queryRow<{ archiveExpiresAt: Date }>(
    service.db,
    'select archive_expires_at as "archiveExpiresAt" from batch_jobs where id = :jobId',
    { jobId },
  );
  const result = async () => await ask(service, 'GET', `/${jobId}/result`, tenant);
  const { expiresAt } = (await result()).json as { expiresAt: string };
  const shortByMs = archiveExpiresAt.getTime() - new Date(expiresAt).getTime();
  assert.ok(shortByMs >= 0 && shortByMs < 1_000, `${shortByMs} ms`);
  const [key = ''] = await keysOf(`batches/${jobId}/`);
  await service.app.storage.delete(key);
  const gone = await result();
  assert.deepEqual([gone.status, gone.problem.code], [404, 'BATCH_RESULT_NOT_FOUND']);
});

test('batches lose nothing when a tenth of the requests fail', async () => {
  const failed = failATenth();
  const rows = Array.from({ length: 40 }, (_, index) => ({ title: `Row ${index}` }));
  const template = { templateId, output: { filenamePattern: '{title}' } };
  const jobId = await submitJob(service, tenant, { template, rows });
  const job = await waitForEnd(jobId);
  fate = () => 'pass';
  assert.equal(job['status'], 'COMPLETED');
  assert.equal(Number(job['completedItems']) + Number(job['failedItems']), 40);
  const archive = (await ask(service, 'GET', `/${jobId}/result?delivery=zip`, tenant)).bytes;
  const entries = await listZip(Buffer.from(archive));
  assert.equal(entries.length, Number(job['completedItems']), 'what is not there was reported');
  for (const { content } of entries) assert.equal(content.subarray(1, 4).toString(), 'PNG');
  assert.ok(failed() >= 8, `${failed()} requests failed`);
});

test('links lose nothing when a tenth of the requests fail', async () => {
  const failed = failATenth();
  const made: { id: string; url: string; fileSize: number }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const answer = await publish(service, tenant, templateId);
    if (answer.status === 200) made.push(answer.json as (typeof made)[number]);
    else assert.ok([502, 503].includes(answer.status), JSON.stringify(answer.json));
  }
  for (const { url, fileSize } of made) assert.equal((await look(url)).bytes.length, fileSize);
  for (const { id } of made) assert.equal((await revokeShare(service, tenant, id)).status, 204);
  assert.ok(failed() >= 6, `${failed()} requests failed`);
  fate = () => 'pass';
  assert.deepEqual(await sharedFiles(service), []);
});

test('a link is read in parts, and not at all once it is revoked', async () => {
  const { id, url, fileSize } = await addShare(service, tenant, templateId);
  assert.ok(url.startsWith(`${service.url}/s/`), 'the store stays out of sight');
  const whole = await look(url);
  assert.equal(whole.bytes.length, fileSize);
  const part = await look(url, { headers: { Range: 'bytes=1-3' } });
  assert.deepEqual([part.status, part.bytes.toString()], [206, 'PNG']);
  assert.equal((await revokeShare(service, tenant, id)).status, 204);
  assert.equal((await look(url)).status, 404);
});

test('a store that does not answer makes the service unready, and links impossible for a while', async () => {
  const { id, url } = await addShare(service, tenant, templateId);
  const ready = async () => {
    const { status, json } = await service.send('GET', '/readyz');
    return [status, (json as { parts: { storage: string } }).parts.storage];
  };
  assert.deepEqual(await ready(), [200, 'ok']);
  for (const what of ['hang', 'reset'] as const) {
    fate = () => what;
    assert.deepEqual(await ready(), [503, 'failing']);
    const refused = await publish(service, tenant, templateId);
    assert.deepEqual([refused.status, refused.problem.code], [503, 'SHARING_UNAVAILABLE']);
  }
  assert.ok([502, 503].includes((await revokeShare(service, tenant, id)).status));
  fate = () => 'pass';
  assert.deepEqual(await ready(), [200, 'ok']);
  assert.equal((await look(url)).status, 200);
  assert.equal((await revokeShare(service, tenant, id)).status, 204);
});
