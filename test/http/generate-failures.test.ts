import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRows } from '../../src/store/database.ts';
import { readUsage, refundCause } from '../../src/store/quota.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { findRenderers, holdRenderers } from '../helpers/renderers.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
beforeEach(async () => {
  service = await startTestService({ env: { RENDER_QUEUE: '1', RENDER_TIMEOUT: '20s', RATE_LIMITS: 'off' } });
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

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  assert.fail(`waited in vain until ${holds.toString()}`);
}

/** Waits until so many renders are charged, and a moment more in which the charged ones reach the renderer's queue. */
async function untilCharged(count: number): Promise<void> {
  await until(async () => (await used()) === count);
  await sleep(200);
}

test('a renderer that is killed in the middle costs that render only, and nothing', async () => {
  const [pid] = findRenderers();
  assert.ok(pid !== undefined);
  const { resume } = holdRenderers();
  try {
    const broken = generate();
    await untilCharged(2);
    process.kill(pid, 'SIGKILL');
    const { status, problem, headers } = await broken;
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

test('a renderer that overruns is replaced', async () => {
  const impatient = await startTestService({ env: { RENDER_TIMEOUT: '1s', RATE_LIMITS: 'off' } });
  try {
    const someone = await createTenant(impatient.db);
    const id = await addTemplate(impatient.db, someone);
    const send = () =>
      impatient.send('POST', `/api/v1/templates/${id}/generate`, {
        key: someone.apiKey,
        json: { variables: {} },
      });
    assert.equal((await send()).status, 200);
    const { resume } = holdRenderers();
    try {
      const { status, problem } = await send();
      assert.deepEqual([status, problem.code], [502, 'RENDER_FAILED']);
    } finally {
      resume();
    }
    assert.equal((await send()).status, 200);
    assert.equal((await readUsage(impatient.db, someone.workspaceId, new Date())).used, 2);
  } finally {
    await impatient.close();
  }
});

test('a full queue refuses at once, and gives back', async () => {
  const { resume } = holdRenderers();
  try {
    const drawing = generate();
    await untilCharged(2);
    const waiting = generate();
    await untilCharged(3);
    const { status, problem, headers } = await generate();
    assert.deepEqual([status, problem.code], [503, 'RENDERER_UNAVAILABLE']);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(await used(), 3);
    resume();
    assert.deepEqual([(await drawing).status, (await waiting).status], [200, 200]);
    assert.equal(await used(), 3);
  } finally {
    resume();
  }
});

test('who leaves the queue is dropped and not charged; who leaves a render that has begun is', async () => {
  const { resume } = holdRenderers();
  try {
    const [drawer, waiter] = [new AbortController(), new AbortController()];
    const drawing = generate(drawer.signal);
    await untilCharged(2);
    const waiting = generate(waiter.signal);
    await untilCharged(3);

    waiter.abort();
    await assert.rejects(waiting);
    await until(async () => (await used()) === 2);

    drawer.abort();
    await assert.rejects(drawing);
    resume();
    const states = async () =>
      (await service.db('quota_entries').where('renders', 1).orderBy('created_at').select('state')).map(
        ({ state }: { state: string }) => state,
      );
    await until(async () => !(await states()).includes('RESERVED'));
    assert.deepEqual(await states(), ['SETTLED', 'SETTLED', 'REFUNDED']);
    assert.equal(await used(), 2);
    assert.equal((await generate()).status, 200);
  } finally {
    resume();
  }
});

test('a charge that was given back meanwhile buys nothing', async () => {
  const { resume } = holdRenderers();
  try {
    const drawing = generate();
    await untilCharged(2);
    const [entry] = await queryRows<{ cause: string }>(
      service.db,
      `select cause from quota_entries where state = 'RESERVED'`,
      {},
    );
    await refundCause(service.db, entry?.cause ?? '');
    resume();
    const { status, problem, bytes } = await drawing;
    assert.deepEqual([status, problem.code], [503, 'RENDERER_UNAVAILABLE']);
    assert.ok(bytes.length < 1000);
    assert.equal(await used(), 1);
  } finally {
    resume();
  }
});
