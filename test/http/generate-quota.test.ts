import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readUsage } from '../../src/store/quota.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { writePlans } from '../helpers/plans.ts';

let plans: Awaited<ReturnType<typeof writePlans>>;
let database: TestDatabase;
let services: TestService[];
before(async () => {
  plans = await writePlans({ studio: { rendersPerMonth: 20, generatePerSecond: 1000, generateBurst: 1000 } });
  database = await createTestDatabase();
  services = [
    await startTestService({ database, env: { PLANS_FILE: plans.file } }),
    await startTestService({ database, env: { PLANS_FILE: plans.file } }),
  ];
});
after(async () => {
  for (const service of services) await service.close();
  await database.close();
  await plans.remove();
});

test('of 50 concurrent generates with a quota of 20 exactly 20 succeed and are charged', async () => {
  const tenant = await createTenant(database.db);
  const templateId = await addTemplate(database.db, tenant);
  const startedAt = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      services[index % 2]!.send('POST', `/api/v1/templates/${templateId}/generate`, {
        key: tenant.apiKey,
        json: { variables: { title: String(index) } },
      }),
    ),
  );
  const granted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([granted.length, refused.length], [20, 30]);
  assert.equal((await readUsage(database.db, tenant.workspaceId, new Date())).used, 20);

  const remaining = granted.map(({ headers }) => Number(headers.get('x-quota-remaining')));
  assert.deepEqual(
    remaining.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index),
  );
  const [year, month] = [new Date(startedAt).getUTCFullYear(), new Date(startedAt).getUTCMonth()];
  const reset = Date.UTC(year, month + 1, 1);
  for (const { problem, headers } of refused) {
    assert.equal(problem.code, 'QUOTA_EXCEEDED');
    assert.equal(headers.get('x-quota-limit'), '20');
    assert.equal(headers.get('x-quota-remaining'), '0');
    assert.equal(Date.parse(headers.get('x-quota-reset') ?? ''), reset);
    const retryAfterSeconds = Number(headers.get('retry-after'));
    assert.ok(Math.abs(retryAfterSeconds - (reset - startedAt) / 1000) < 60, String(retryAfterSeconds));
  }

  const ledger = await database.db('quota_entries').where({ workspace_id: tenant.workspaceId });
  assert.equal(ledger.length, 20);
  assert.ok(
    ledger.every(
      ({ state, renders }: { state: string; renders: number }) => state === 'SETTLED' && renders === 1,
    ),
  );
});

test('all keys of a workspace share its quota', async () => {
  const tenant = await createTenant(database.db);
  const colleague = await createTenant(database.db, { workspaceId: tenant.workspaceId });
  const templateId = await addTemplate(database.db, tenant, {}, { visibility: 'SHARED' });
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) {
    const { apiKey: key } = count % 2 === 0 ? tenant : colleague;
    const target = `/api/v1/templates/${templateId}/generate`;
    statuses.push((await services[0]!.send('POST', target, { key, json: { variables: {} } })).status);
  }
  assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429, 429]);
});
