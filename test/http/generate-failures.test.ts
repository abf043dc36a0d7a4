import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { readUsage, refundCause } from '../../src/store/quota.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { findMetrics, scrape } from '../helpers/metrics.ts';
import { findRenderers, pauseRenderers } from '../helpers/renderers.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
let metricsUrl: string;
beforeEach(async () => {
  const env = { RENDER_QUEUE: '1', RENDER_TIMEOUT: '20s', RATE_LIMITS: 'off', METRICS_PORT: '0' };
  service = await startTestService({ env });
  metricsUrl = await findMetrics({ lines: service.logged });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant);
  await generate();
});
afterEach(() => service.close());

async function generate(signal?: AbortSignal) {
  return await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json: { variables: { title: 'a' } },
    ...(signal === undefined ? {} : { signal }),
  });
}

async function used(): Promise<number> {
  return (await readUsage(service.db, tenant.workspaceId, new Date())).used;
}

/**
 * Waits until this number of renders is charged: that of `beforeEach`, one that the paused renderer has, and
 * those in its queue.
 */
async function untilCharged(count: number): Promise<void> {
  await waitUntil(async () => (await used()) === count);
  await waitUntil(async () => {
    const metrics = await scrape(metricsUrl);
    const busy = metrics.get('platen_renderer_processes{state="busy"}');
    return busy === 1 && metrics.get('platen_render_queue_depth') === count - 2;
  });
}

test('a killed renderer fails only its own render, which is refunded', async () => {
  const [pid] = findRenderers();
  assert.ok(pid !== undefined);
  const { resume } = pauseRenderers();
  try {
    const failing = generate();
    await untilCharged(2);
    process.kill(pid, 'SIGKILL');
    const { status, problem, headers } = await failing;
    assert.deepEqual([status, problem.code], [502, 'RENDER_FAILED']);
    assert.equal(headers.get('x-quota-remaining'), '4999');
    assert.equal(await used(), 1);
  } finally {
    resume();
  }
  const next = await generate();
  assert.equal(next.status, 200);
  assert.equal(next.headers.get('x-quota-remaining'), '4998');
  assert.ok(!findRenderers().includes(pid));
});

test('a renderer that exceeds the timeout is replaced', async () => {
  const strict = await startTestService({ env: { RENDER_TIMEOUT: '1s', RATE_LIMITS: 'off' } });
  try {
    const owner = await createTenant(strict.db);
    const id = await addTemplate(strict.db, owner);
    const send = () =>
      strict.send('POST', `/api/v1/templates/${id}/generate`, {
        key: owner.apiKey,
        json: { variables: {} },
      });
    assert.equal((await send()).status, 200);
    const { resume } = pauseRenderers();
    try {
      const { status, problem } = await send();
      assert.deepEqual([status, problem.code], [502, 'RENDER_FAILED']);
    } finally {
      resume();
    }
    // 503 while its successor starts on a busy machine.
    await waitUntil(async () => (await send()).status === 200);
    assert.equal((await readUsage(strict.db, owner.workspaceId, new Date())).used, 2);
  } finally {
    await strict.close();
  }
});

test('a full queue refuses at once and refunds', async () => {
  const { resume } = pauseRenderers();
  try {
    const rendering = generate();
    await untilCharged(2);
    const queued = generate();
    await untilCharged(3);
    const { status, problem, headers } = await generate();
    assert.deepEqual([status, problem.code], [503, 'RENDERER_UNAVAILABLE']);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(await used(), 3);
    resume();
    assert.deepEqual([(await rendering).status, (await queued).status], [200, 200]);
    assert.equal(await used(), 3);
  } finally {
    resume();
  }
});

test('a client that disconnects is refunded if its render is queued, charged if it has started', async () => {
  const { resume } = pauseRenderers();
  try {
    const [renderingClient, queuedClient] = [new AbortController(), new AbortController()];
    const rendering = generate(renderingClient.signal);
    await untilCharged(2);
    const queued = generate(queuedClient.signal);
    await untilCharged(3);

    queuedClient.abort();
    await assert.rejects(queued);
    await waitUntil(async () => (await used()) === 2);

    renderingClient.abort();
    await assert.rejects(rendering);
    resume();
    const states = async () =>
      (await service.db('quota_entries').where('renders', 1).orderBy('state').select('state')).map(
        ({ state }: { state: string }) => state,
      );
    await waitUntil(async () => !(await states()).includes('RESERVED'));
    assert.deepEqual(await states(), ['REFUNDED', 'SETTLED', 'SETTLED']);
    assert.equal(await used(), 2);
    assert.equal((await generate()).status, 200);
  } finally {
    resume();
  }
});

test('a render whose charge was refunded in the meantime returns no file', async () => {
  const { resume } = pauseRenderers();
  try {
    const rendering = generate();
    await untilCharged(2);
    const [entry] = await queryRows<{ cause: string }>(
      service.db,
      `select cause from quota_entries where state = 'RESERVED'`,
      {},
    );
    await refundCause(service.db, entry?.cause ?? '');
    resume();
    const { status, problem, bytes } = await rendering;
    assert.deepEqual([status, problem.code], [503, 'RENDERER_UNAVAILABLE']);
    assert.ok(bytes.length < 1000);
    assert.equal(await used(), 1);
  } finally {
    resume();
  }
});
