import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { queryRow } from '../../../src/store/database.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { startFaultyProxy, type Fate } from '../../../test/helpers/faulty-proxy.ts';
import { startPictureOrigin, type PictureOrigin } from '../../../test/helpers/picture-origin.ts';
import { writePlans } from '../../../test/helpers/shares.ts';
import { createPlatenClient, PlatenError, unwrap, type PlatenClient } from '../src/index.ts';
import { observedClient, quick, startScene, type Scene } from './service.ts';

let scene: Scene;
let limited: Scene;
let origin: PictureOrigin;
let removePlans: () => Promise<void>;
before(async () => {
  const plans = await writePlans({
    free: { rendersPerMonth: 12 },
    personal: { generatePerSecond: 1, generateBurst: 1 },
  });
  removePlans = plans.remove;
  scene = await startScene();
  limited = await startScene({ RATE_LIMITS: 'on', PLANS_FILE: plans.file });
  origin = await startPictureOrigin();
});
after(async () => {
  origin.close();
  await scene.close();
  await limited.close();
  await removePlans();
});

/** A client that reaches the service through a proxy, which treats each request by its number, from 1. */
async function behindProxy(
  t: { after(close: () => Promise<void>): void },
  fates: (number: number) => Fate,
): Promise<{ client: PlatenClient; seen: readonly string[]; templateId: string; workspaceId: string }> {
  const { apiKey, templateId, workspaceId } = await scene.tenant();
  let number = 0;
  const proxy = await startFaultyProxy(scene.service.url, () => fates((number += 1)));
  t.after(() => proxy.close());
  const client = createPlatenClient({ baseUrl: proxy.url, apiKey, retry: quick });
  return { client, seen: proxy.seen, templateId, workspaceId };
}

async function rendersUsed(workspaceId: string): Promise<number> {
  const { used } = await queryRow<{ used: number }>(
    scene.service.db,
    'select coalesce(sum(used), 0)::int as used from quota_periods where workspace_id = :workspaceId',
    { workspaceId },
  );
  return used;
}

describe('what the service asks to have repeated', () => {
  test('RATE_LIMIT_EXCEEDED: after the pause that it asks for', async () => {
    const tenant = await limited.tenant('personal');
    const client = observedClient(limited.service.url, tenant);
    const startedAt = performance.now();
    const files = await Promise.all(
      Array.from({ length: 4 }, () => client.generate({ templateId: tenant.templateId, variables: {} })),
    );
    for (const file of files) assert.equal((await file.bytes()).length, file.size);
    assert.equal(client.requests.filter((request) => request.endsWith(' 200')).length, 4);
    assert.ok(
      client.requests.some((request) => request.endsWith(' 429')),
      'no limit was met',
    );
    assert.ok(performance.now() - startedAt >= 1000, 'Retry-After was not waited for');
  });

  test('a Retry-After that is longer than one likes is an answer', async () => {
    const tenant = await limited.tenant('personal');
    const client = observedClient(limited.service.url, tenant, { ...quick, maxRetryAfter: 500 });
    const calls = Array.from({ length: 4 }, () =>
      client.generate({ templateId: tenant.templateId, variables: {} }),
    );
    const refusals = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    assert.ok(refusals.length > 0);
    assert.equal(client.requests.length, 4);
    for (const { reason } of refusals as PromiseRejectedResult[]) {
      assert.ok(reason instanceof PlatenError);
      assert.equal(reason.code, 'RATE_LIMIT_EXCEEDED');
      assert.equal(reason.retryAfter, 1);
    }
  });

  test('502: until it succeeds', async () => {
    const tenant = await scene.tenant();
    const templateId = await addTemplate(scene.service.db, tenant, {
      variables: [{ name: 'photo', type: 'image', label: 'Photo', required: true }],
      elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
    });
    origin.answer('/twice', (response, request) => {
      if (request <= 2) response.writeHead(503).end();
      else response.writeHead(200, { 'Content-Type': 'image/png' }).end(origin.picture);
    });
    const client = observedClient(scene.service.url, tenant);
    const file = await client.generate({ templateId, variables: { photo: `${origin.url}/twice` } });
    assert.equal((await file.bytes()).length, file.size);
    assert.deepEqual(
      client.requests.map((request) => request.slice(-3)),
      ['502', '502', '200'],
    );
  });

  test('502: not for ever', async () => {
    const tenant = await scene.tenant();
    const templateId = await addTemplate(scene.service.db, tenant, {
      variables: [{ name: 'photo', type: 'image', label: 'Photo', required: true }],
      elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
    });
    origin.answer('/never', (response) => response.writeHead(503).end());
    for (const [retry, attempts] of [
      [{ ...quick, retries: 2 }, 3],
      [false, 1],
    ] as const) {
      const client = observedClient(scene.service.url, tenant, retry);
      await assert.rejects(client.generate({ templateId, variables: { photo: `${origin.url}/never` } }), {
        name: 'PlatenError',
        status: 502,
        code: 'RENDER_FAILED',
      });
      assert.equal(client.requests.length, attempts);
    }
  });

  test('503 of a proxy, whose body is not ours', async (t) => {
    const { client, seen, templateId } = await behindProxy(t, (number) => (number === 1 ? 503 : 'pass'));
    await (await client.generate({ templateId, variables: {} })).stream.cancel();
    assert.equal(seen.length, 2);
    const { client: unlucky } = await behindProxy(t, () => 503);
    await assert.rejects(unlucky.generate({ templateId, variables: {} }), {
      status: 503,
      code: null,
      detail: '503 Service Unavailable',
      requestId: null,
    });
  });
});

describe('what is not repeated', () => {
  test('QUOTA_EXCEEDED, on generate and on submit', async () => {
    const tenant = await limited.tenant('free');
    const { templateId } = tenant;
    const client = observedClient(limited.service.url, tenant);
    const rows = Array.from({ length: 12 }, () => ({}));
    await client.submitBatch({ template: { templateId }, rows });
    client.requests.length = 0;
    await assert.rejects(client.generate({ templateId, variables: {} }), (error) => {
      assert.ok(error instanceof PlatenError);
      assert.equal(error.code, 'QUOTA_EXCEEDED');
      assert.ok(error.retryAfter !== null && error.retryAfter > 0);
      assert.equal(error.quota?.remaining, 0);
      return true;
    });
    assert.equal(client.requests.length, 1);
    // The second submission of this second is early, which passes.
    await assert.rejects(client.submitBatch({ template: { templateId }, rows: [{}] }), {
      code: 'BATCH_RATE_LIMIT_EXCEEDED',
      status: 429,
    });
    const refusals = client.requests.filter((request) => request.startsWith('POST /api/v1/batch-jobs '));
    assert.ok(refusals.length <= 2, refusals.join('\n'));
  });

  test('400, 401, 404 and 409', async () => {
    const tenant = await scene.tenant();
    const { templateId } = tenant;
    const client = observedClient(scene.service.url, tenant);
    await assert.rejects(client.generate({ templateId, variables: { nope: '1' } }), (error) => {
      assert.ok(error instanceof PlatenError);
      assert.equal(error.status, 400);
      assert.deepEqual(
        error.errors.map(({ pointer }) => pointer),
        ['/variables/nope'],
      );
      assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
      assert.equal(error.message, `VALIDATION_ERROR: ${error.detail}`);
      return true;
    });
    const nowhere = '00000000-0000-4000-8000-000000000000';
    await assert.rejects(client.downloadBatch(nowhere), { status: 404, code: 'BATCH_NOT_FOUND' });
    await assert.rejects(client.waitForBatch(nowhere), { status: 404, code: 'BATCH_NOT_FOUND' });
    const idempotencyKey = 'used twice';
    await client.submitBatch({ template: { templateId }, rows: [{}] }, { idempotencyKey });
    await assert.rejects(
      client.submitBatch({ template: { templateId }, rows: [{}, {}] }, { idempotencyKey }),
      {
        status: 409,
        code: 'BATCH_IDEMPOTENCY_KEY_REUSED',
      },
    );
    assert.equal(client.requests.length, 5);
    const stranger = observedClient(scene.service.url, { apiKey: 'wrong' });
    await assert.rejects(stranger.projects().next(), { status: 401, code: 'UNAUTHORIZED' });
    assert.equal(stranger.requests.length, 1);
  });

  test('in `api` a refusal is an answer', async () => {
    const client = observedClient(scene.service.url, await scene.tenant());
    const path = { shareId: '00000000-0000-4000-8000-000000000000' };
    const { error, response } = await client.api.DELETE('/api/v1/shares/{shareId}', { params: { path } });
    assert.equal(response.status, 404);
    assert.equal(error?.code, 'SHARE_NOT_FOUND');
    await assert.rejects(unwrap(client.api.DELETE('/api/v1/shares/{shareId}', { params: { path } })), {
      code: 'SHARE_NOT_FOUND',
    });
  });
});

describe('a connection that breaks', () => {
  test('a read is repeated, also when half of its answer has come', async (t) => {
    const fates: Fate[] = ['reset', 'lose answer', 'break off'];
    const { client, seen } = await behindProxy(t, (number) => fates[number - 1] ?? 'pass');
    const projects = await unwrap(client.api.GET('/api/v1/projects'));
    assert.equal(projects.length, 1);
    assert.equal(seen.length, 4);
  });

  test('a submission is repeated, and is one job and one charge', async (t) => {
    const fates: Fate[] = ['lose answer', 'break off', 503];
    const { client, seen, templateId, workspaceId } = await behindProxy(
      t,
      (number) => fates[number - 1] ?? 'pass',
    );
    const job = await client.submitBatch({ template: { templateId }, rows: [{}, {}, {}] });
    assert.equal(seen.length, 4);
    const jobs = await Array.fromAsync(client.batchJobs());
    assert.deepEqual(
      jobs.map(({ jobId }) => jobId),
      [job.jobId],
    );
    assert.equal(await rendersUsed(workspaceId), 3);
  });

  test('a deletion is repeated, and finds nothing any more', async (t) => {
    const { client, seen, templateId } = await behindProxy(t, (number) =>
      number === 2 ? 'lose answer' : 'pass',
    );
    const { link } = await client.share({ templateId, variables: {} });
    const params = { path: { shareId: link.id } };
    await assert.rejects(unwrap(client.api.DELETE('/api/v1/shares/{shareId}', { params })), { status: 404 });
    assert.equal(seen.length, 3);
    assert.deepEqual(await Array.fromAsync(client.shares()), []);
  });

  test('a render is not repeated: it may have been made, and charged', async (t) => {
    const { client, seen, templateId, workspaceId } = await behindProxy(t, () => 'lose answer');
    await assert.rejects(client.generate({ templateId, variables: {} }), TypeError);
    await assert.rejects(client.share({ templateId, variables: {} }), TypeError);
    assert.equal(seen.length, 2);
    assert.equal(await rendersUsed(workspaceId), 2);
  });
});

describe('a signal', () => {
  test('ends a call that hangs', async (t) => {
    const { client, seen, templateId } = await behindProxy(t, () => 'hang');
    const reason = new Error('enough');
    const controller = new AbortController();
    const call = client.generate({ templateId, variables: {} }, { signal: controller.signal });
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(reason);
    await assert.rejects(call, reason);
    await assert.rejects(client.projects({ signal: AbortSignal.abort(reason) }).next(), reason);
    assert.equal(seen.length, 1);
  });

  test('ends the pause before a repetition', async (t) => {
    const { apiKey, templateId } = await scene.tenant();
    const controller = new AbortController();
    const reason = new Error('enough');
    const proxy = await startFaultyProxy(scene.service.url, () => {
      setTimeout(() => controller.abort(reason), 100);
      return 503;
    });
    t.after(() => proxy.close());
    const retry = { firstDelay: 600_000, maxDelay: 600_000 };
    const client = createPlatenClient({ baseUrl: proxy.url, apiKey, retry });
    const { signal } = controller;
    await assert.rejects(client.generate({ templateId, variables: {} }, { signal }), reason);
    assert.equal(proxy.seen.length, 1);
  });
});

test('a redirect is refused, and the key stays here', async (t) => {
  const reached: IncomingHttpHeaders[] = [];
  const elsewhere = createServer((request, response) => {
    reached.push(request.headers);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/api/v1/projects`;
  const mover = createServer((_request, response) => {
    response.writeHead(301, { Location: target }).end();
  }).listen(0, '127.0.0.1');
  await once(mover, 'listening');
  t.after(() => {
    elsewhere.close();
    mover.close();
  });
  const baseUrl = `http://127.0.0.1:${(mover.address() as AddressInfo).port}`;
  const client = createPlatenClient({ baseUrl, apiKey: 'secret' });
  await assert.rejects(client.projects().next(), new RegExp(`redirect to ${target}`));
  assert.deepEqual(reached, []);
});

test('an address that is none, and a key that cannot be sent, are told at once', () => {
  for (const baseUrl of ['', '/', '127.0.0.1:8080', 'localhost:8080', 'ftp://127.0.0.1', 'http://']) {
    assert.throws(
      () => createPlatenClient({ baseUrl, apiKey: 'key' }),
      /baseUrl is the http or https address/,
    );
  }
  assert.throws(() => createPlatenClient({ baseUrl: 'http://127.0.0.1', apiKey: 'k\u00e9y\n1' }), TypeError);
});
