import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { queryRow } from '../../../src/store/database.ts';
import { startFaultyProxy, type Fate } from '../../../test/helpers/faulty-proxy.ts';
import { createPlatenClient, unwrap } from '../src/index.ts';
import { behindProxy, startScene, type Scene } from './service.ts';

let scene: Scene;
before(async () => {
  scene = await startScene();
});
after(() => scene.close());

async function rendersUsed(workspaceId: string): Promise<number> {
  const { used } = await queryRow<{ used: number }>(
    scene.service.db,
    'select coalesce(sum(used), 0)::int as used from quota_periods where workspace_id = :workspaceId',
    { workspaceId },
  );
  return used;
}

describe('a broken connection', () => {
  test('a read is retried, even after half of its response', async (t) => {
    const fates: Fate[] = ['reset', 'lose answer', 'break off'];
    const { client, seen } = await behindProxy(scene, t, (number) => fates[number - 1] ?? 'pass');
    const projects = await unwrap(client.api.GET('/api/v1/projects'));
    assert.equal(projects.length, 1);
    assert.equal(seen.length, 4);
  });

  test('a submission is retried and makes one job and one charge', async (t) => {
    const fates: Fate[] = ['lose answer', 'break off', 503];
    const { client, seen, templateId, workspaceId } = await behindProxy(
      scene,
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

  test('a deletion is retried and then answers 404', async (t) => {
    const { client, seen, templateId } = await behindProxy(scene, t, (number) =>
      number === 2 ? 'lose answer' : 'pass',
    );
    const { link } = await client.share({ templateId, variables: {} });
    const params = { path: { shareId: link.id } };
    await assert.rejects(unwrap(client.api.DELETE('/api/v1/shares/{shareId}', { params })), { status: 404 });
    assert.equal(seen.length, 3);
    assert.deepEqual(await Array.fromAsync(client.shares()), []);
  });

  test('a render is not retried: it may have succeeded and been charged', async (t) => {
    const { client, seen, templateId, workspaceId } = await behindProxy(scene, t, () => 'lose answer');
    await assert.rejects(client.generate({ templateId, variables: {} }), TypeError);
    await assert.rejects(client.share({ templateId, variables: {} }), TypeError);
    assert.equal(seen.length, 2);
    assert.equal(await rendersUsed(workspaceId), 2);
  });
});

describe('a signal', () => {
  test('aborts a call that hangs', async (t) => {
    const { client, seen, templateId } = await behindProxy(scene, t, () => 'hang');
    const reason = new Error('enough');
    const controller = new AbortController();
    const call = client.generate({ templateId, variables: {} }, { signal: controller.signal });
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(reason);
    await assert.rejects(call, reason);
    await assert.rejects(client.projects({ signal: AbortSignal.abort(reason) }).next(), reason);
    assert.equal(seen.length, 1);
  });

  test('aborts the wait before a retry', async (t) => {
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

test('a redirect is refused and does not get the key', async (t) => {
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

test('an invalid base URL and an invalid key throw at once', () => {
  for (const baseUrl of ['', '/', '127.0.0.1:8080', 'localhost:8080', 'ftp://127.0.0.1', 'http://']) {
    assert.throws(
      () => createPlatenClient({ baseUrl, apiKey: 'key' }),
      /baseUrl must be the http or https URL/,
    );
  }
  assert.throws(() => createPlatenClient({ baseUrl: 'http://127.0.0.1', apiKey: 'k\u00e9y\n1' }), TypeError);
});
