import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { archiveKey } from '../../src/domain/files/batch-files.ts';
import { sweep } from '../../src/domain/maintenance.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { addArchive, requestBatch, plainBatch, submitJob } from '../helpers/batch.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const content = randomBytes(300_000);

let database: TestDatabase;
let folder: string;
/** What the instances of one service share. */
let shared: { env: Record<string, string>; database: TestDatabase };
let service: TestService;
let tenant: Tenant;
let templateId: string;
let jobId: string;
before(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-result-'));
  shared = { env: { RATE_LIMITS: 'off', STORAGE_URL: pathToFileURL(folder).href }, database };
  service = await startTestService(shared);
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, { name: 'Grüße' });
  jobId = await addArchive(service, tenant, templateId, content);
});
after(async () => {
  await service.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const getResult = (id = jobId, query = '', headers: Record<string, string> = {}) =>
  requestBatch(service, 'GET', `/${id}/result${query}`, tenant, { headers });
const stream = (headers: Record<string, string> = {}) => getResult(jobId, '?delivery=zip', headers);
async function getUrl(id = jobId): Promise<string> {
  const answer = await getResult(id);
  assert.equal(answer.status, 200);
  return (answer.json as { downloadUrl: string }).downloadUrl;
}
async function download(url: string, init: RequestInit = {}) {
  const response = await checkedFetch(url, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isProblem = bytes.length > 0 && response.headers.get('content-type') === 'application/problem+json';
  const problem = isProblem ? (JSON.parse(bytes.toString()) as { code: string; detail: string }) : null;
  return { status: response.status, headers: response.headers, bytes, problem };
}
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pick = (headers: Headers, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, headers.get(name)]));

/** The headers of the archive in both kinds of delivery. */
const archiveHeaders = () => ({
  'content-type': 'application/zip',
  'content-length': '300000',
  'content-disposition': `attachment; filename="Gr__e.zip"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.zip`,
  'accept-ranges': 'bytes',
  etag: `"${jobId}"`,
});

test('the archive is served at its download URL without a key, and in the answer', async () => {
  const direct = await stream();
  const linked = await download(await getUrl());
  for (const { status, headers, bytes } of [direct, linked]) {
    assert.equal(status, 200);
    assert.equal(digest(bytes), digest(content));
    assert.deepEqual(pick(headers, Object.keys(archiveHeaders())), archiveHeaders());
    assert.match(headers.get('last-modified') ?? '', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
  assert.equal(linked.headers.get('cache-control'), 'private');
});

test('each download URL is valid for an hour, the one in the job too', async () => {
  const startedAt = Date.now();
  const { json } = await getResult();
  const { downloadUrl, expiresAt } = json as { downloadUrl: string; expiresAt: string };
  assert.ok(downloadUrl.startsWith(`${service.url}/files/${jobId}.zip?`));
  const ttlMs = new Date(expiresAt).getTime() - startedAt;
  assert.ok(ttlMs > 3_540_000 && ttlMs < 3_660_000, `${ttlMs} ms`);
  // Each result has a new URL; two of one millisecond are equal.
  await waitUntil(async () => (await getUrl()) !== downloadUrl);

  const job = (await requestBatch(service, 'GET', `/${jobId}`, tenant)).json as Record<string, string>;
  assert.equal((await download(job['downloadUrl'] ?? '')).status, 200);
  assert.ok(new Date(job['downloadUrlExpiresAt'] ?? '').getTime() > startedAt + 3_540_000);
});

test('a download URL answers 304 when the client has the current archive', async () => {
  const url = await getUrl();
  const etag = `"${jobId}"`;
  for (const method of ['GET', 'HEAD']) {
    const same = await download(url, { method, headers: { 'If-None-Match': etag, Range: 'bytes=0-1' } });
    assert.deepEqual([same.status, same.bytes.length, same.headers.get('etag')], [304, 0, etag]);
    const other = await download(url, { method, headers: { 'If-None-Match': '"another"' } });
    assert.equal(other.status, 200);
  }
});

test('serves byte ranges', async () => {
  const url = await getUrl();
  const ways = [(headers: Record<string, string>) => download(url, { headers }), stream];
  for (const get of ways) {
    const rest = await get({ Range: 'bytes=299990-' });
    assert.equal(rest.status, 206);
    assert.deepEqual(Buffer.from(rest.bytes), content.subarray(299_990));
    assert.deepEqual(pick(rest.headers, ['content-range', 'content-length', 'etag']), {
      'content-range': 'bytes 299990-299999/300000',
      'content-length': '10',
      etag: `"${jobId}"`,
    });
    const middle = await get({ Range: 'bytes=100-199', 'If-Range': `"${jobId}"` });
    assert.equal(middle.status, 206);
    assert.deepEqual(Buffer.from(middle.bytes), content.subarray(100, 200));
    const dated = await get({ Range: 'bytes=-1', 'If-Range': rest.headers.get('last-modified') ?? '' });
    assert.equal(dated.status, 206);

    for (const headers of [
      { Range: 'bytes=0-1,5-6' },
      { Range: 'rows=0-1' },
      { Range: 'bytes=0-1', 'If-Range': '"another"' },
    ]) {
      const all = await get(headers);
      assert.equal(all.status, 200, JSON.stringify(headers));
      assert.equal(digest(all.bytes), digest(content));
      assert.equal(all.headers.get('content-range'), null);
    }

    const beyond = await get({ Range: 'bytes=300000-' });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.problem?.code, 'RANGE_NOT_SATISFIABLE');
    assert.equal(beyond.headers.get('content-range'), 'bytes */300000');
  }
});

test('HEAD returns the headers without a body', async () => {
  for (const headers of [{}, { Range: 'bytes=0-1' }]) {
    const answer = await download(await getUrl(), { method: 'HEAD', headers });
    assert.equal(answer.status, 200);
    assert.equal(answer.bytes.length, 0);
    assert.deepEqual(pick(answer.headers, Object.keys(archiveHeaders())), archiveHeaders());
  }
});

test('a changed download URL is refused', async () => {
  const other = await addArchive(service, tenant, templateId, Buffer.from('other'));
  const url = await getUrl();
  const otherUrl = await getUrl(other);
  const { search } = new URL(url);
  const changed = [
    url.replace(jobId, other),
    otherUrl.replace(other, jobId),
    url.replace('.zip', '.png'),
    url.replace('/files/', '/files/x/'),
    url.replace(/expires=\d+/, (expires) => `${expires.slice(0, -1)}9`).replace('.zip?', '.zip?x=1&'),
    url.replace(/expires=(\d)/, 'expires=9$1'),
    url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    `${url}0`,
    `${service.url}/files/${jobId}.zip`,
    `${service.url}/files/`,
    `${service.url}/files/${randomUUID()}.zip${search}`,
  ];
  for (const changedUrl of changed) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await download(changedUrl, { method });
      assert.equal(answer.status, 403, changedUrl);
      if (method === 'GET') assert.equal(answer.problem?.code, 'DOWNLOAD_LINK_INVALID');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
  }
  const posted = await download(url, { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
});

test('the log has the route of a download, not its signature', async () => {
  const url = await getUrl();
  await download(url);
  const { search } = new URL(url);
  const lines = service.logged.filter((line) => line.includes('"route":"/files/{jobId}.zip"'));
  assert.ok(lines.length > 0);
  const signature = /signature=(\w+)/.exec(search)?.[1] ?? 'none';
  assert.ok(service.logged.every((line) => !line.includes(signature)));
});

test('a download URL stops working when it expires', async () => {
  const shortLived = await startTestService({
    env: { RATE_LIMITS: 'off', DOWNLOAD_URL_TTL: '500ms', PUBLIC_URL: 'https://images.example.org' },
  });
  try {
    const owner = await createTenant(shortLived.db);
    const id = await addArchive(shortLived, owner, await addTemplate(shortLived.db, owner), content);
    const answer = await requestBatch(shortLived, 'GET', `/${id}/result`, owner);
    const { downloadUrl, expiresAt } = answer.json as { downloadUrl: string; expiresAt: string };
    assert.ok(downloadUrl.startsWith(`https://images.example.org/files/${id}.zip?`));
    const local = downloadUrl.replace('https://images.example.org', shortLived.url);
    await waitUntil(() => Date.now() > new Date(expiresAt).getTime());
    assert.equal((await download(local)).problem?.code, 'DOWNLOAD_LINK_INVALID');
  } finally {
    await shortLived.close();
  }
});

test('an archive is served until it expires, even if its file still exists; the job stays', async () => {
  const id = await addArchive(service, tenant, templateId, content, { retentionMs: 60_000 });
  const url = await getUrl(id);
  const remainingMs = Number(/expires=([\d.]+)/.exec(url)?.[1]) * 1000 - Date.now();
  assert.ok(remainingMs < 120_000, 'the URL expires with the archive at the latest');
  await service.db('batch_jobs').where({ id }).update({ archive_expires_at: new Date() });

  const assertExpired = async () => {
    for (const query of ['', '?delivery=zip']) {
      const answer = await getResult(id, query);
      assert.deepEqual([answer.status, answer.problem.code], [410, 'BATCH_RESULT_EXPIRED']);
      assert.match(answer.problem.detail, /was kept until \d{4}-\d\d-\d\dT/);
    }
    const gone = await download(url);
    assert.deepEqual([gone.status, gone.problem?.code], [404, 'NOT_FOUND']);
    const job = (await requestBatch(service, 'GET', `/${id}`, tenant)).json as Record<string, unknown>;
    assert.deepEqual(
      ['status', 'completedItems', 'downloadUrl', 'downloadUrlExpiresAt'].map((name) => job[name]),
      ['COMPLETED', 1, null, null],
    );
  };
  await assertExpired();
  const swept = await sweep({
    db: service.db,
    storage: service.app.storage,
    log: pino({ level: 'silent' }),
    batchTimeoutMs: 60_000,
    plans: DEFAULT_PLANS,
    urlCacheTtlMs: 3_600_000,
    urlCacheBytes: 1e9,
    callbackOffsetsMs: [0],
  });
  assert.equal(swept.expiredArchives, 1);
  assert.equal(await service.app.storage.sizeBytes(archiveKey(id, 0)), null);
  await assertExpired();
});

test('an archive that is missing in storage is not found', async () => {
  const id = await addArchive(service, tenant, templateId, content);
  const url = await getUrl(id);
  await service.app.storage.delete(archiveKey(id, 0));
  for (const query of ['', '?delivery=zip']) {
    const answer = await getResult(id, query);
    assert.deepEqual([answer.status, answer.problem.code], [404, 'BATCH_RESULT_NOT_FOUND']);
  }
  for (const method of ['GET', 'HEAD']) assert.equal((await download(url, { method })).status, 404);
});

test('a job without an archive gets 409', async () => {
  const id = await submitJob(service, tenant, plainBatch(templateId));
  const assertNotReady = async (status: string) => {
    const answer = await getResult(id);
    assert.deepEqual([answer.status, answer.problem.code], [409, 'BATCH_RESULT_NOT_READY']);
    assert.ok(answer.problem.detail.includes(status));
  };
  await assertNotReady('PENDING');
  await service.db('batch_jobs').where({ id }).update({ status: 'PROCESSING' });
  await assertNotReady('PROCESSING');
  await finishBatchJob(service.db, id, { status: 'CANCELLED' });
  await assertNotReady('CANCELLED');
});

test('other accounts cannot get a result or learn that it exists', async () => {
  const colleague = await createTenant(service.db, { workspaceId: tenant.workspaceId });
  for (const query of ['', '?delivery=zip']) {
    const [foreign, unknown] = [
      await requestBatch(service, 'GET', `/${jobId}/result${query}`, colleague),
      await requestBatch(service, 'GET', `/${randomUUID()}/result${query}`, colleague),
    ];
    assert.deepEqual([foreign.status, foreign.problem.code], [404, 'BATCH_NOT_FOUND']);
    assert.deepEqual([unknown.status, unknown.problem.code], [404, 'BATCH_NOT_FOUND']);
  }
});

test('a download URL works at every instance with the same signing secret', async () => {
  const { pathname, search } = new URL(await getUrl());
  for (const [secret, status] of [
    [undefined, 200],
    ['another one', 403],
  ] as const) {
    const env = { ...shared.env, ...(secret === undefined ? {} : { SIGNING_SECRET: secret }) };
    const other = await startTestService({ ...shared, env });
    try {
      assert.equal((await download(other.url + pathname + search)).status, status);
    } finally {
      await other.close();
    }
  }
});
