import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTemplate } from '../../../test/helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../../../test/helpers/image-origin.ts';
import { writePlans } from '../../../test/helpers/plans.ts';
import { PlatenError, unwrap } from '../src/index.ts';
import { behindProxy, observedClient, quick, startScene, type Scene } from './service.ts';

let scene: Scene;
let limited: Scene;
let origin: ImageOrigin;
let removePlans: () => Promise<void>;
before(async () => {
  const plans = await writePlans({
    free: { rendersPerMonth: 12 },
    personal: { generatePerSecond: 1, generateBurst: 1 },
  });
  removePlans = plans.remove;
  scene = await startScene();
  limited = await startScene({ RATE_LIMITS: 'on', PLANS_FILE: plans.file });
  origin = await startImageOrigin();
});
after(async () => {
  origin.close();
  await scene.close();
  await limited.close();
  await removePlans();
});

describe('retries', () => {
  test('RATE_LIMIT_EXCEEDED: after Retry-After', async () => {
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

  test('a Retry-After over the limit fails at once', async () => {
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
      else response.writeHead(200, { 'Content-Type': 'image/png' }).end(origin.image);
    });
    const client = observedClient(scene.service.url, tenant);
    const file = await client.generate({ templateId, variables: { photo: `${origin.url}/twice` } });
    assert.equal((await file.bytes()).length, file.size);
    assert.deepEqual(
      client.requests.map((request) => request.slice(-3)),
      ['502', '502', '200'],
    );
  });

  test('502: until the attempts are used up', async () => {
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

  test('503 of a proxy, without a problem document', async (t) => {
    const { client, seen, templateId } = await behindProxy(scene, t, (number) =>
      number === 1 ? 503 : 'pass',
    );
    await (await client.generate({ templateId, variables: {} })).stream.cancel();
    assert.equal(seen.length, 2);
    const { client: unlucky } = await behindProxy(scene, t, () => 503);
    await assert.rejects(unlucky.generate({ templateId, variables: {} }), {
      status: 503,
      code: null,
      detail: '503 Service Unavailable',
      requestId: null,
    });
  });
});

describe('does not retry', () => {
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
    // The second submission in one second is refused by the rate limit and retried.
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

  test('`api` returns a refusal as an error value', async () => {
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
