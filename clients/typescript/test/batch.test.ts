import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFaultyProxy, type Fate } from '../../../test/helpers/faulty-proxy.ts';
import { startImageOrigin, type ImageOrigin } from '../../../test/helpers/image-origin.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { listZip } from '../../../test/helpers/zip.ts';
import { createPlatenClient, PlatenError, unwrap, type BatchJob, type PlatenClient } from '../src/index.ts';
import { observedClient, quick, startScene, type Scene } from './service.ts';

let scene: Scene;
let origin: ImageOrigin;
before(async () => {
  scene = await startScene();
  origin = await startImageOrigin();
});
after(async () => {
  origin.close();
  await scene.close();
});

const getBytes = async ({ stream }: { readonly stream: ReadableStream<Uint8Array> }): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(stream));

/** A client with a submitted job, and a client behind a proxy. */
async function submitted(
  t: { after(close: () => Promise<void>): void },
  fate: (target: string, number: number) => Fate,
): Promise<{
  client: PlatenClient;
  proxied: PlatenClient;
  url: string;
  apiKey: string;
  seen: readonly string[];
  jobId: string;
}> {
  const { apiKey, templateId } = await scene.tenant();
  let number = 0;
  const proxy = await startFaultyProxy(scene.service.url, (_method, target) => fate(target, (number += 1)));
  t.after(() => proxy.close());
  const client = observedClient(scene.service.url, { apiKey });
  const rows = Array.from({ length: 6 }, (_, index) => ({ title: `Row ${index}` }));
  const { jobId } = await client.submitBatch({ template: { templateId }, rows });
  const proxied = createPlatenClient({ baseUrl: proxy.url, apiKey, retry: quick });
  return { client, proxied, url: proxy.url, apiKey, seen: proxy.seen, jobId };
}

/** A job that stays active until its image arrives. */
async function unfinished(
  path: string,
): Promise<{ client: PlatenClient; jobId: string; finish: () => void }> {
  const tenant = await scene.tenant();
  const templateId = await addTemplate(scene.service.db, tenant, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo', required: false }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
  const waiting: (() => void)[] = [];
  let isFinished = false;
  origin.answer(path, (response) => {
    const give = (): void => {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(origin.image);
    };
    if (isFinished) give();
    else waiting.push(give);
  });
  const client = observedClient(scene.service.url, tenant);
  const rows = [{}, {}, { photo: `${origin.url}${path}` }];
  const { jobId } = await client.submitBatch({ template: { templateId }, rows });
  const finish = (): void => {
    isFinished = true;
    for (const give of waiting) give();
  };
  return { client, jobId, finish };
}

describe('waiting for a batch', () => {
  test('reports progress, and each status once', async () => {
    const { client, jobId, finish } = await unfinished('/progress');
    const told: BatchJob[] = [];
    const job = await client.waitForBatch(jobId, {
      firstInterval: 10,
      maxInterval: 20,
      onProgress(progress) {
        told.push(progress);
        if (progress.processedItems === 2) finish();
      },
    });
    assert.equal(job.status, 'COMPLETED');
    assert.equal(job.completedItems, 3);
    assert.deepEqual(told.at(-1), job);
    const counts = told.map(({ processedItems }) => processedItems);
    assert.deepEqual(counts, counts.toSorted());
    assert.ok(counts.includes(2));
    const states = told.map(({ status, processedItems }) => `${status} ${processedItems}`);
    assert.equal(new Set(states).size, states.length);
  });

  test('ends when the job or the wait is cancelled', async () => {
    const { client, jobId, finish } = await unfinished('/cancelled');
    const controller = new AbortController();
    const reason = new Error('enough');
    const { signal } = controller;
    const onProgress = (): void => controller.abort(reason);
    await assert.rejects(client.waitForBatch(jobId, { signal, onProgress }), reason);
    const waiting = client.waitForBatch(jobId, { firstInterval: 10, maxInterval: 20 });
    const params = { path: { jobId } };
    await unwrap(client.api.POST('/api/v1/batch-jobs/{jobId}/cancel', { params }));
    assert.equal((await waiting).status, 'CANCELLED');
    finish();
    await assert.rejects(client.downloadBatch(jobId), { status: 409, code: 'BATCH_RESULT_NOT_READY' });
  });

  test('an error of the listener is not treated as an outage', async () => {
    const { client, jobId, finish } = await unfinished('/listener');
    const mistake = new TypeError('a mistake of the listener');
    const onProgress = (): never => {
      throw mistake;
    };
    await assert.rejects(client.waitForBatch(jobId, { onProgress }), mistake);
    finish();
  });

  test('survives an outage of the service', async (t) => {
    // One poll makes five attempts. The first and the third poll get no response.
    const { proxied, jobId, seen } = await submitted(t, (_, number) => {
      if (number <= 5) return 'reset';
      return number <= 10 ? 503 : 'pass';
    });
    const job = await proxied.waitForBatch(jobId, { firstInterval: 10 });
    assert.equal(job.status, 'COMPLETED');
    assert.ok(seen.length >= 11);
    for (const [fate, name] of [
      ['reset', 'TypeError'],
      [503, 'PlatenError'],
    ] as const) {
      const { proxied: lost, jobId: its } = await submitted(t, () => fate);
      await assert.rejects(lost.waitForBatch(its, { firstInterval: 10, patience: 200 }), { name });
    }
  });
});

describe('the archive', () => {
  test('is a stream with a name and a size', async (t) => {
    const { proxied, jobId, seen } = await submitted(t, () => 'pass');
    await proxied.waitForBatch(jobId, { firstInterval: 10 });
    const before = seen.length;
    const archive = await proxied.downloadBatch(jobId);
    assert.equal(archive.name, 'Plain.zip');
    assert.equal(archive.mediaType, 'application/zip');
    const bytes = await getBytes(archive);
    assert.equal(archive.size, bytes.length);
    assert.deepEqual(
      (await listZip(bytes)).map(({ name }) => name),
      Array.from({ length: 6 }, (_, index) => `image-00${index}.png`),
    );
    assert.equal(seen.length - before, 1);
  });

  test('resumes after an interruption', async (t) => {
    let isCut = false;
    let cuts = 0;
    const { client, proxied, jobId, seen } = await submitted(t, (target) => {
      if (!isCut || !target.includes('delivery=zip')) return 'pass';
      cuts += 1;
      return (['break off', 'reset', 'break off', 503, 'break off'] as const)[cuts - 1] ?? 'pass';
    });
    await proxied.waitForBatch(jobId, { firstInterval: 10 });
    const whole = await getBytes(await client.downloadBatch(jobId));
    isCut = true;
    const before = seen.length;
    assert.deepEqual(await getBytes(await proxied.downloadBatch(jobId)), whole);
    assert.equal(seen.length - before, 6);
  });

  test('fails when every retry fails', async (t) => {
    let isCut = false;
    let parts = 0;
    const { proxied, jobId } = await submitted(t, (target) => {
      if (!isCut || !target.includes('delivery=zip')) return 'pass';
      return (parts += 1) === 1 ? 'break off' : 'reset';
    });
    await proxied.waitForBatch(jobId, { firstInterval: 10 });
    isCut = true;
    await assert.rejects(getBytes(await proxied.downloadBatch(jobId)), TypeError);
    // The first request, and one resumption with its retries.
    assert.equal(parts, 6);
  });

  test('is never assembled from two different archives', async (t) => {
    let isCut = false;
    const { client, url, apiKey, jobId } = await submitted(t, () => {
      if (!isCut) return 'pass';
      isCut = false;
      return 'break off';
    });
    await client.waitForBatch(jobId, { firstInterval: 10 });
    const forgetful = createPlatenClient({
      baseUrl: url,
      apiKey,
      retry: quick,
      fetch(request) {
        // As if the first half came from another archive.
        if (request.headers.has('If-Range')) request.headers.set('If-Range', '"another"');
        return fetch(request);
      },
    });
    isCut = true;
    await assert.rejects(getBytes(await forgetful.downloadBatch(jobId)), /has changed during its download/);
  });

  test('a download can be aborted', async (t) => {
    const { proxied, jobId } = await submitted(t, () => 'pass');
    await proxied.waitForBatch(jobId, { firstInterval: 10 });
    const { stream } = await proxied.downloadBatch(jobId);
    await stream.cancel();
    const controller = new AbortController();
    const archive = await proxied.downloadBatch(jobId, { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await assert.rejects(getBytes(archive), reason);
  });
});

test('a submission gets its own idempotency key unless it has one', async () => {
  const { templateId, ...tenant } = await scene.tenant();
  const client = observedClient(scene.service.url, tenant);
  const submission = { template: { templateId }, rows: [{}] };
  const first = await client.submitBatch(submission);
  assert.match(first.idempotencyKey, /^[0-9a-f]{32}$/);
  assert.equal(first.totalItems, 1);
  assert.equal(first.quota?.remaining, 4999);
  await client.waitForBatch(first.jobId, { firstInterval: 10 });
  const again = await client.submitBatch(submission, { idempotencyKey: first.idempotencyKey });
  assert.deepEqual([again.jobId, first.isReplayed, again.isReplayed], [first.jobId, false, true]);
  const second = await client.submitBatch(submission);
  assert.notEqual(second.jobId, first.jobId);
  const refused = client.submitBatch({ template: { templateId }, rows: [{ nope: '1' }] });
  await assert.rejects(
    refused,
    (error) => error instanceof PlatenError && error.code === 'VARIABLE_VALIDATION_FAILED',
  );
});
