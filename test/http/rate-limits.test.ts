import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRows } from '../../src/store/database.ts';
import { readUsage } from '../../src/store/quota.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Answer,
  type TestService,
} from '../helpers/http.ts';
import { pauseRenderers } from '../helpers/renderers.ts';
import { writePlans } from '../helpers/plans.ts';
import { callOperation, createUser } from '../helpers/studio.ts';

let database: TestDatabase;
let services: [TestService, TestService];
before(async () => {
  database = await createTestDatabase();
  services = [await startTestService({ database }), await startTestService({ database })];
});
after(async () => {
  for (const service of services) await service.close();
  await database.close();
});

/** Sends `count` requests at once, alternating between both instances. */
async function burst(count: number, send: (service: TestService) => Promise<Answer>): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: count }, (_, index) => send(services[index % 2]!)));
}

test('discovery accepts 50 requests per second and account, over all instances', async () => {
  const tenant = await createTenant(database.db);
  const startedAt = performance.now();
  const answers = await burst(120, (service) =>
    service.send('GET', '/api/v1/projects', { key: tenant.apiKey }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const passed = answers.filter(({ status }) => status === 200).length;
  assert.ok(passed >= 50, `${passed} passed`);
  assert.ok(passed <= 50 + Math.ceil(elapsedSeconds * 50), `${passed} passed in ${elapsedSeconds} s`);

  for (const { status, headers, problem } of answers) {
    assert.equal(headers.get('ratelimit-policy'), '"discovery";q=50;w=1');
    assert.match(headers.get('ratelimit') ?? '', /^"discovery";r=\d+;t=[01]$/);
    if (status === 200) continue;
    assert.deepEqual([status, problem.code], [429, 'RATE_LIMIT_EXCEEDED']);
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(headers.get('x-ratelimit-remaining'), '0');
    assert.match(headers.get('ratelimit') ?? '', /;r=0;/);
  }

  const colleague = await createTenant(database.db, { workspaceId: tenant.workspaceId });
  const other = await services[0].send('GET', '/api/v1/projects', { key: colleague.apiKey });
  assert.equal(other.status, 200, 'the limit is per account');
});

test('generate accepts the burst of the plan; invalid requests count too', async () => {
  const tenant = await createTenant(database.db, { plan: 'free' });
  const templateId = await addTemplate(database.db, tenant);
  const startedAt = performance.now();
  const answers = await burst(12, (service) =>
    service.send('POST', `/api/v1/templates/${templateId}/generate`, { key: tenant.apiKey, json: {} }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const passed = answers.filter(({ status }) => status === 400).length;
  assert.ok(passed >= 5 && passed <= 5 + Math.ceil(elapsedSeconds * 2), `${passed} passed`);
  for (const { headers } of answers) assert.equal(headers.get('ratelimit-policy'), '"generate";q=5;w=3');
});

test('each tier has its own limit', async () => {
  const tenant = await createTenant(database.db);
  const json = { template: { templateId: tenant.projectId }, rows: [{}] };
  const key = tenant.apiKey;
  const submits = await burst(4, (service) => service.send('POST', '/api/v1/batch-jobs', { key, json }));
  assert.ok(submits.some(({ status }) => status === 429));
  for (const [target, policy] of [
    ['/api/v1/batch-jobs', '"batch-read";q=100;w=1'],
    ['/api/v1/shares', '"shares";q=50;w=1'],
    ['/api/v1/projects', '"discovery";q=50;w=1'],
  ] as const) {
    const { headers, status } = await services[0].send('GET', target, { key });
    assert.notEqual(status, 429);
    assert.equal(headers.get('ratelimit-policy'), policy);
  }
});

test('requests are accepted again after Retry-After', async () => {
  const tenant = await createTenant(database.db);
  const json = { template: { templateId: tenant.projectId }, rows: [{}] };
  const submit = () => services[0].send('POST', '/api/v1/batch-jobs', { key: tenant.apiKey, json });
  let refusal = await submit();
  while (refusal.status !== 429) refusal = await submit();
  // Only time shows that the answer's promise holds.
  await sleep(Number(refusal.headers.get('retry-after')) * 1000);
  assert.equal((await submit()).problem.code, 'TEMPLATE_NOT_FOUND');
});

test('requests without a valid key are not counted', async () => {
  const { headers } = await services[0].send('GET', '/api/v1/projects', { key: 'none' });
  assert.equal(headers.get('ratelimit'), null);
});

test('RATE_LIMITS=off counts nothing', async () => {
  const free = await startTestService({ database, env: { RATE_LIMITS: 'off' } });
  try {
    const tenant = await createTenant(database.db);
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => free.send('GET', '/api/v1/projects', { key: tenant.apiKey })),
    );
    for (const { status, headers } of answers)
      assert.deepEqual([status, headers.get('ratelimit')], [200, null]);
  } finally {
    await free.close();
  }
});

test('a render stopped for its time is refunded, and counts once more for each second', async () => {
  // So few requests a second that none comes back during the test.
  const plans = await writePlans({ studio: { generatePerSecond: 0.001, generateBurst: 10 } });
  const strict = await startTestService({
    database,
    env: { PLANS_FILE: plans.file, RENDER_TIMEOUT: '2100ms' },
  });
  try {
    const tenant = await createTenant(database.db);
    const templateId = await addTemplate(database.db, tenant);
    const send = async () => {
      const answer = await strict.send('POST', `/api/v1/templates/${templateId}/generate`, {
        key: tenant.apiKey,
        json: { variables: {} },
      });
      const [, remaining] = /;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '') ?? [];
      return { status: answer.status, remaining: Number(remaining) };
    };
    const { resume } = pauseRenderers();
    try {
      assert.deepEqual(await send(), { status: 502, remaining: 9 });
    } finally {
      resume();
    }
    const { remaining } = await send();
    assert.ok(remaining <= 9 - 3 - 1, `${remaining} remain after three seconds or more`);
    const { used } = await readUsage(database.db, tenant.workspaceId, new Date());
    assert.ok(used <= 1, 'the lost render is refunded');
  } finally {
    await strict.close();
    await plans.remove();
  }
});

test('a check of rows that are refused after work counts once more for each tenth of a second', async () => {
  const service = services[0];
  const user = await createUser(service.db);
  await queryRows(service.db, 'create table counted (key text, ms float8)', {});
  await queryRows(
    service.db,
    `create function count_request() returns trigger language plpgsql as $$ begin
       insert into counted values (new.key, extract(epoch from new.due_at - clock_timestamp()) * 1000);
       return null;
     end $$`,
    {},
  );
  await queryRows(
    service.db,
    `create trigger count_request after insert or update on rate_limits
     for each row execute function count_request()`,
    {},
  );
  const list = { name: 'a', type: 'list' as const, label: 'Rows' };
  // Refused when it has used up its steps.
  const text = '{{ a.map(one, a.filter(other, one.x != other.x).size()).size() }}';
  const templateId = await addTemplate(service.db, user, {
    variables: [{ ...list, fields: [{ name: 'x', type: 'text' }] }],
    elements: [{ type: 'text', id: 'endless', x: 0, y: 0, width: 10, height: 10, text }],
  });
  const a = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => ({ x: `${at}` })));
  const json = { rows: Array.from({ length: 10 }, () => ({ a })) };
  const answer = await callOperation(service, 'checkBatch', { as: user, path: { templateId }, json });
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  const [counted] = await queryRows<{ ms: number }>(
    service.db,
    'select max(ms) as ms from counted where key = :key',
    { key: `preview:${user.accountId}` },
  );
  // A preview is admitted every 33 ms.
  assert.ok((counted?.ms ?? 0) > 200, String(counted?.ms));
});

test('a render that is refused after work counts once more for each tenth of a second', async () => {
  // So few requests a second that none comes back during the test.
  const plans = await writePlans({ studio: { generatePerSecond: 0.001, generateBurst: 100 } });
  const strict = await startTestService({ database, env: { PLANS_FILE: plans.file } });
  try {
    const tenant = await createTenant(database.db);
    const lists = ['a', 'b', 'c', 'd'];
    const list = { type: 'list', label: 'Rows', fields: [{ name: 'x', type: 'text' }] } as const;
    // Refused when it has used up the steps of 20,000 entries.
    const text = '{{ a.map(one, b.filter(other, one.x != other.x).size()).size() }}';
    const templateId = await addTemplate(database.db, tenant, {
      variables: lists.map((name) => ({ ...list, fields: [...list.fields], name })),
      elements: [{ type: 'text', id: 'endless', x: 0, y: 0, width: 10, height: 10, text }],
    });
    const send = async (variables: object) => {
      const answer = await strict.send('POST', `/api/v1/templates/${templateId}/generate`, {
        key: tenant.apiKey,
        json: { variables },
      });
      const [, remaining] = /;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '') ?? [];
      return { status: answer.status, problem: answer.problem, remaining: Number(remaining) };
    };
    // Found at once: it counts as one request.
    const unknown = { unknown: 'x' };
    assert.equal((await send(unknown)).status, 400);
    const rows = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => ({ x: `${at}` })));
    const refused = await send(Object.fromEntries(lists.map((name) => [name, rows])));
    assert.match(JSON.stringify(refused.problem), /takes too long/);
    assert.deepEqual([refused.status, refused.remaining], [400, 98]);
    const { remaining } = await send(unknown);
    assert.ok(remaining < 97, `${remaining} remain after two cheap requests and one that takes long`);
  } finally {
    await strict.close();
    await plans.remove();
  }
});

test('requests that certainly exceed the rate cost no statement of the database', async () => {
  // So few requests a second that none comes back during the test.
  const rates = { generatePerSecond: 0.001, generateBurst: 1, submissionsPerSecond: 0.001 };
  const plans = await writePlans({ studio: rates });
  const strict = await startTestService({ database, env: { PLANS_FILE: plans.file } });
  try {
    const { apiKey: key } = await createTenant(database.db);
    await queryRows(database.db, 'create table attempts (at timestamptz)', {});
    await queryRows(
      database.db,
      `create function count_attempt() returns trigger language plpgsql as $$ begin
         insert into attempts values (now());
         return null;
       end $$`,
      {},
    );
    await queryRows(
      database.db,
      `create trigger count_attempt after insert or update on rate_limits
       for each row execute function count_attempt()`,
      {},
    );
    const path = '/api/v1/templates/00000000-0000-4000-8000-000000000000/generate';
    const statuses = [];
    for (let count = 0; count < 40; count += 1) {
      const answer = await strict.send('POST', path, { key, json: { variables: {} } });
      statuses.push(answer.status);
      if (count > 0) assert.equal(answer.headers.get('ratelimit'), '"generate";r=0;t=1000');
    }
    assert.deepEqual(statuses, [404, ...Array<number>(39).fill(429)]);
    const [{ counted } = { counted: 0 }] = await queryRows<{ counted: number }>(
      database.db,
      'select count(*)::int as counted from attempts',
      {},
    );
    // One when it is admitted, one for the first refusal, and one for each second that the test takes.
    assert.ok(counted >= 2 && counted < 20, `${counted} statements for 40 requests`);
  } finally {
    await strict.close();
    await plans.remove();
  }
});
