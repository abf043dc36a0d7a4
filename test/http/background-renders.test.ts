import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { pino } from 'pino';
import type { components } from '../../generated/openapi.ts';
import type { TemplateDocument } from '../../generated/template.ts';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { verifyCallback } from '../../src/domain/callbacks/signature.ts';
import { sweep } from '../../src/domain/maintenance.ts';
import { listLoggedDeliveries } from '../../src/store/callbacks/delivery-log.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { readLedger, recordOutcomes, requestBatch, plainBatch, submitJob } from '../helpers/batch.ts';
import {
  completeRender,
  readRender,
  requestRender,
  startRender,
  submitRender,
  waitForRender,
} from '../helpers/background-renders.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { createAuthority, startReceiver, trust, type Receiver } from '../helpers/receiver.ts';
import { getTableDocument, makeEntries } from '../helpers/tables.ts';
import { waitUntil } from '../helpers/wait-until.ts';

let service: TestService;
/** A service without workers: its renders stay PENDING. */
let idle: TestService;
let db: Database;
let tenant: Tenant;
let templateId: string;
let receiver: Receiver;
before(async () => {
  const authority = await createAuthority();
  trust(authority);
  receiver = await startReceiver(await authority.issue({ ip: '127.0.0.1' }), (response) => response.end());
  service = await startTestService({
    env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' },
    worksOnBatches: true,
  });
  idle = await startTestService({ env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' } });
  ({ db } = service);
  tenant = await createTenant(db, { plan: 'business' });
  templateId = await addTemplate(db, tenant);
});
after(async () => {
  receiver.close();
  await Promise.all([service.close(), idle.close()]);
});

const start = (json: Parameters<typeof submitRender>[3] = {}, who = tenant, id = templateId) =>
  startRender(service, who, id, json);
const end = (renderId: string, who = tenant) => waitForRender(service, who, renderId);

/** A tenant of its own, with a template whose picture cannot be fetched. */
async function prepareFailing(): Promise<{ readonly owner: Tenant; readonly templateId: string }> {
  const owner = await createTenant(db);
  const id = await addTemplate(db, owner, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
  return { owner, templateId: id };
}

/** The body of the callback of a render, once it has arrived. */
async function receive(renderId: string): Promise<{ readonly body: object; readonly isSigned: boolean }> {
  const find = () => receiver.received.find(({ body }) => body.includes(renderId));
  await waitUntil(() => Promise.resolve(find() !== undefined));
  const found = find();
  assert.ok(found !== undefined);
  const { secret } = await queryRow<{ secret: string }>(
    db,
    'select callback_secret as secret from workspaces where id = :workspaceId',
    { workspaceId: tenant.workspaceId },
  );
  const headers = Object.fromEntries(
    Object.entries(found.headers).map(([name, value]) => [name, String(value)]),
  );
  const verdict = verifyCallback({ headers, body: found.body }, { secret, now: new Date() });
  const isSigned = verdict.service === null && verdict.standardWebhooks === null;
  return { body: JSON.parse(found.body.toString()) as object, isSigned };
}

test('a render gets a file, a signed callback and its metadata back, and is charged once', async () => {
  const owner = await createTenant(db, { plan: 'business' });
  const metadata = { z: 1, order: 'A-1047', nested: { list: [1.5, null, 'ü'] } };
  const renderId = await start({ format: 'pdf', metadata }, owner, await addTemplate(db, owner));
  const render = await end(renderId, owner);
  assert.partialDeepStrictEqual(render, {
    renderId,
    status: 'COMPLETED',
    format: 'pdf',
    metadata,
    error: null,
    pageCount: 1,
    completionCallback: null,
  });
  assert.equal(JSON.stringify(render.metadata), JSON.stringify(metadata), 'the order of its keys is kept');
  const { json } = await requestRender(service, 'GET', `/${renderId}/file`, owner);
  const { downloadUrl } = json as components['schemas']['RenderDownload'];
  for (const url of [downloadUrl, render.downloadUrl ?? '']) {
    const { pathname, search } = new URL(url);
    const file = await service.send('GET', pathname + search);
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf']);
    assert.equal(file.bytes.byteLength, render.fileSize);
    assert.equal((await PDFDocument.load(file.bytes)).getPageCount(), 1);
  }
  assert.deepEqual(await readLedger(db, owner.workspaceId), { used: 1, sum: 1, entries: 1 });
  const { values } = await queryRow<{ values: object }>(
    db,
    'select variables as values from batch_rows where job_id = :renderId',
    { renderId },
  );
  assert.deepEqual(values, {}, 'the values are not kept');
});

test('the callback of a render is signed, and says how it ended', async () => {
  const callbackUrl = `https://127.0.0.1:${receiver.port}/hook`;
  const renderId = await start({ callbackUrl, metadata: { order: 17 } });
  const { completedAt, completionCallback } = await end(renderId);
  assert.ok(completionCallback !== null);
  const { deliveryId } = completionCallback;
  assert.deepEqual(await receive(renderId), {
    isSigned: true,
    body: { deliveryId, renderId, status: 'COMPLETED', error: null, completedAt, metadata: { order: 17 } },
  });
  const jobId = await submitJob(service, tenant, { ...plainBatch(templateId, 1), callbackUrl });
  await receive(jobId);
  // The app has a page for the job of a delivery, but none for a render.
  const scope = { workspaceId: tenant.workspaceId, accountId: null };
  const { deliveries } = await listLoggedDeliveries(db, scope, {}, { offset: 0, limit: 100 });
  const kinds = new Map(deliveries.map((delivery) => [delivery.jobId, delivery.isRender]));
  assert.deepEqual([kinds.get(renderId), kinds.get(jobId)], [true, false]);
});

test('a render without a file is FAILED with its reason, refunded and called back', async () => {
  const { owner, templateId: id } = await prepareFailing();
  const renderId = await start(
    {
      variables: { photo: `https://127.0.0.1:1/photo.png` },
      callbackUrl: `https://127.0.0.1:${receiver.port}/hook`,
    },
    owner,
    id,
  );
  const { status, error, downloadUrl, fileSize, pageCount } = await end(renderId, owner);
  assert.deepEqual([status, downloadUrl, fileSize, pageCount], ['FAILED', null, null, null]);
  assert.match(error ?? '', /Variable "photo"/);
  assert.equal((await readLedger(db, owner.workspaceId)).used, 0);
  const { body } = await receive(renderId);
  assert.partialDeepStrictEqual(body, { renderId, status: 'FAILED', error, metadata: null });
});

test('a render that is given up or cancelled is refunded, though it was rendered', async () => {
  const owner = await createTenant(idle.db, { plan: 'business' });
  const id = await addTemplate(idle.db, owner);
  for (const how of [{ status: 'FAILED', keepCompleted: true }, { status: 'CANCELLED' }] as const) {
    const renderId = await startRender(idle, owner, id);
    await recordOutcomes(idle.db, renderId, { succeeded: [0] });
    assert.ok(await finishBatchJob(idle.db, renderId, how));
    const { status, error, expiresAt, warningCount } = await readRender(idle, owner, renderId);
    assert.deepEqual([status, error === null, warningCount], [how.status, how.status === 'CANCELLED', 0]);
    assert.ok(expiresAt !== null);
    assert.equal((await readLedger(idle.db, owner.workspaceId)).used, 0);
  }
});

test('an equal request with the same key gets the first render, and another one is refused', async () => {
  const owner = await createTenant(db, { plan: 'business' });
  const id = await addTemplate(db, owner);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => submitRender(service, owner, id, { key, format: 'png' })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
  const ids = new Set(answers.map(({ json }) => (json as { renderId: string }).renderId));
  assert.equal(ids.size, 1);
  const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  assert.equal(replayed.length, 4);
  const other = await submitRender(service, owner, id, { key, format: 'jpeg' });
  assert.deepEqual([other.status, other.problem.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
  assert.equal((await readLedger(db, owner.workspaceId)).used, 1);
  // A batch with the key is something else.
  const batch = await service.send('POST', '/api/v1/batch-jobs', {
    key: owner.apiKey,
    json: plainBatch(id, 1),
    headers: { 'Idempotency-Key': key },
  });
  assert.deepEqual([batch.status, batch.headers.get('idempotent-replayed')], [202, null]);
});

test('renders are no batches, and batches no renders', async () => {
  const owner = await createTenant(db, { plan: 'business' });
  const id = await addTemplate(db, owner);
  const renderId = await start({}, owner, id);
  const jobId = await submitJob(service, owner, plainBatch(id, 1));
  for (const path of ['', '/items', '/result'])
    assert.equal((await requestBatch(service, 'GET', `/${renderId}${path}`, owner)).status, 404, path);
  assert.equal((await requestBatch(service, 'POST', `/${renderId}/cancel`, owner)).status, 404);
  assert.equal((await requestBatch(service, 'DELETE', `/${renderId}`, owner)).status, 404);
  for (const path of ['', '/file'])
    assert.equal((await requestRender(service, 'GET', `/${jobId}${path}`, owner)).status, 404, path);
  assert.equal((await requestRender(service, 'DELETE', `/${jobId}`, owner)).status, 404);
  const batches = await requestBatch(service, 'GET', '', owner);
  assert.partialDeepStrictEqual(batches.json, { data: [{ jobId }], pagination: { totalElements: 1 } });
  const renders = await requestRender(service, 'GET', `?templateId=${id}`, owner);
  assert.partialDeepStrictEqual(renders.json, { data: [{ renderId }], pagination: { totalElements: 1 } });
  const others = await requestRender(service, 'GET', `?templateId=${randomUUID()}`, owner);
  assert.partialDeepStrictEqual(others.json, { data: [], pagination: { totalElements: 0 } });
  assert.equal((await end(renderId, owner)).status, 'COMPLETED');
});

test('deleting an active render cancels, refunds and calls back; its file is gone', async () => {
  const owner = await createTenant(idle.db, { plan: 'business' });
  const id = await addTemplate(idle.db, owner);
  const callbackUrl = `https://127.0.0.1:${receiver.port}/hook`;
  const renderId = await startRender(idle, owner, id, { callbackUrl });
  assert.equal((await requestRender(idle, 'DELETE', `/${renderId}`, owner)).status, 204);
  assert.equal((await requestRender(idle, 'GET', `/${renderId}`, owner)).status, 404);
  assert.equal((await readLedger(idle.db, owner.workspaceId)).used, 0);
  const { body } = await queryRow<{ body: string }>(
    idle.db,
    'select body from callback_deliveries where job_id = :renderId',
    { renderId },
  );
  assert.partialDeepStrictEqual(JSON.parse(body), { renderId, status: 'CANCELLED' });

  const done = await startRender(idle, owner, id);
  await completeRender(idle, done);
  assert.equal((await requestRender(idle, 'DELETE', `/${done}`, owner)).status, 204);
  assert.equal((await readLedger(idle.db, owner.workspaceId)).used, 1, 'it was rendered');
  for await (const key of idle.app.storage.list(`batches/${done}/`)) assert.fail(key);
});

test('a render is removed with its file once it has expired', async () => {
  const owner = await createTenant(idle.db, { plan: 'business' });
  const id = await addTemplate(idle.db, owner);
  const [expired, kept, failed] = [
    await startRender(idle, owner, id),
    await startRender(idle, owner, id),
    await startRender(idle, owner, id),
  ];
  await completeRender(idle, expired, { retentionMs: 0 });
  await completeRender(idle, kept);
  await queryRows(idle.db, 'update batch_jobs set retention_ms = 0 where id = :failed', { failed });
  await finishBatchJob(idle.db, failed, { status: 'FAILED', keepCompleted: false });
  const file = await requestRender(idle, 'GET', `/${expired}/file`, owner);
  assert.deepEqual([file.status, file.problem.code], [404, 'RENDER_FILE_NOT_FOUND']);
  const { storage } = idle.app;
  await sweep({
    db: idle.db,
    storage,
    batchTimeoutMs: 3_600_000,
    callbackOffsetsMs: [0],
    plans: DEFAULT_PLANS,
    urlCacheTtlMs: 3_600_000,
    urlCacheBytes: 1_000_000,
    log: pino({ level: 'silent' }),
  });
  const { data } = (await requestRender(idle, 'GET', '', owner)).json as components['schemas']['RenderPage'];
  assert.deepEqual(
    data.map(({ renderId }) => renderId),
    [kept],
  );
  for await (const key of storage.list(`batches/${expired}/`)) assert.fail(key);
  assert.equal((await requestRender(idle, 'GET', `/${kept}/file`, owner)).status, 200);
});

test('what a render cannot keep or give back is refused by name', async () => {
  const refuse = async (json: Readonly<Record<string, unknown>>, pointer: string) => {
    const { status, problem } = await submitRender(service, tenant, templateId, json);
    assert.deepEqual([status, problem.errors?.[0]?.pointer], [400, pointer], JSON.stringify(json));
  };
  await refuse({ format: 'pdf', options: { password: 'secret' } }, '/options/password');
  await refuse({ delivery: 'link' }, '/delivery');
  await refuse({ metadata: 'text' }, '/metadata');
  await refuse({ metadata: { text: 'x'.repeat(4_096) } }, '/metadata');
  await refuse({ metadata: { a: [{ 'b/c': 2 ** 53 }] } }, '/metadata/a/0/b~1c');
  await refuse({ callbackUrl: 'http://example.org' }, '/callbackUrl');
  await refuse({ variables: { titel: 'a' } }, '/variables/titel');
  const { status } = await submitRender(service, tenant, templateId, {
    metadata: { text: 'x'.repeat(4_096 - '{"text":""}'.length) },
  });
  assert.equal(status, 202);
});

test('an account has as many active renders as its batches may have rows', async () => {
  const poor = await createTenant(idle.db, { plan: 'free' });
  const id = await addTemplate(idle.db, poor);
  for (let count = 0; count < 50; count += 1) await startRender(idle, poor, id);
  const { status, problem, headers } = await submitRender(idle, poor, id);
  assert.deepEqual([status, problem.code], [429, 'TOO_MANY_ACTIVE_RENDERS']);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.equal((await readLedger(idle.db, poor.workspaceId)).used, 50);
  // They take no place from the batches of the account.
  await submitJob(idle, poor, plainBatch(id, 25));
});

test('metadata of a batch comes back with the job, its rows and its callback', async () => {
  const json = {
    ...plainBatch(templateId, 3),
    metadata: { run: 7 },
    rowMetadata: [{ customer: 1 }, null, { customer: 3 }],
    callbackUrl: `https://127.0.0.1:${receiver.port}/hook`,
  };
  const jobId = await submitJob(service, tenant, json);
  const { body } = await receive(jobId);
  assert.partialDeepStrictEqual(body, { jobId, status: 'COMPLETED', metadata: { run: 7 } });
  const read = async (path: string) => (await requestBatch(service, 'GET', path, tenant)).json;
  assert.partialDeepStrictEqual(await read(`/${jobId}`), { metadata: { run: 7 } });
  const { data } = (await read(`/${jobId}/items`)) as components['schemas']['BatchItemPage'];
  assert.deepEqual(
    data.map(({ metadata }) => metadata),
    json.rowMetadata,
  );
  const { data: jobs } = (await read('')) as components['schemas']['BatchJobPage'];
  assert.deepEqual(jobs.find((job) => job.jobId === jobId)?.metadata, { run: 7 });
  const short = await service.send('POST', '/api/v1/batch-jobs', {
    key: tenant.apiKey,
    json: { ...json, rowMetadata: [{}] },
  });
  assert.deepEqual([short.status, short.problem.errors?.[0]?.pointer], [400, '/rowMetadata']);
});

test('a long document needs no open connection, and has a time limit of its own', async () => {
  const slow = await startTestService({
    env: { RATE_LIMITS: 'off', RENDER_TIMEOUT: '1ms' },
    worksOnBatches: true,
  });
  try {
    const owner = await createTenant(slow.db, { plan: 'business' });
    const { elements, ...table } = getTableDocument({ x: undefined, y: undefined, width: 'fill' });
    const page = { id: 'page', flow: true, layout: { direction: 'column' }, elements };
    const document = { ...table, viewport: { width: 300, height: 500 }, pages: [page] };
    const id = await addTemplate(slow.db, owner, document as unknown as TemplateDocument);
    const json = { variables: { items: makeEntries(5_000) }, format: 'pdf' };
    const place = `/api/v1/templates/${id}/generate`;
    const { status } = await slow.send('POST', place, { key: owner.apiKey, json });
    assert.equal(status, 502, 'a client that waits gets no such document within the other limit');
    const render = await waitForRender(slow, owner, await startRender(slow, owner, id, json));
    assert.deepEqual([render.status, render.error], ['COMPLETED', null]);
    assert.ok((render.pageCount ?? 0) >= 200, `${render.pageCount} pages`);
  } finally {
    await slow.close();
  }
});

test('a render whose file is lost before its end is rendered again', async () => {
  const renderId = await start();
  await end(renderId);
  // As if the process had died between the outcome of the row and the end of the render.
  await queryRows(
    db,
    `update batch_jobs set status = 'PROCESSING', completed_at = null, archive_key = null,
       archive_bytes = null, archive_expires_at = null, cleared_at = null,
       progressed_at = now() - interval '1 minute',
       template_version_id = (select version_id from templates where id = template_id)
     where id = :renderId`,
    { renderId },
  );
  await queryRows(db, `update batch_rows set variables = '{"title": "a"}' where job_id = :renderId`, {
    renderId,
  });
  for await (const key of service.app.storage.list(`batches/${renderId}/`))
    await service.app.storage.delete(key);
  const { status, downloadUrl } = await end(renderId);
  assert.equal(status, 'COMPLETED');
  const { pathname, search } = new URL(downloadUrl ?? '');
  assert.equal((await service.send('GET', pathname + search)).status, 200);
});
