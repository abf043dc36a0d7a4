import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { periodStart } from '../../src/store/quota.ts';
import { plainBatch, submit } from '../helpers/batch.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { writePlans } from '../helpers/plans.ts';

const trillion = 1_000_000_000_000;

let database: TestDatabase;
let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
before(async () => {
  database = await createTestDatabase();
  plans = await writePlans({
    studio: { rendersPerMonth: trillion, activeBatchJobs: 3, submissionsPerSecond: 4 },
  });
  service = await startTestService({ database, env: { PLANS_FILE: plans.file } });
});
after(async () => {
  await service.close();
  await plans.remove();
  await database.close();
});

test('the plan says how many jobs may be active, and how many may come in a second', async () => {
  const tenant = await createTenant(database.db);
  const templateId = await addTemplate(database.db, tenant);
  const answers = [];
  for (let index = 0; index < 4; index += 1)
    answers.push(await submit(service, tenant, plainBatch(templateId, 1), `key ${index}`));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202, 429],
  );
  assert.match(JSON.stringify(answers[3]?.json), /3 active batch jobs/);
  assert.match(answers[0]?.headers.get('ratelimit-policy') ?? '', /^"batch-submit";q=4;w=1/);
});

test('counts a trillion renders a month, to the last one', async () => {
  const tenant = await createTenant(database.db);
  const templateId = await addTemplate(database.db, tenant);
  await database.db('quota_periods').insert({
    workspace_id: tenant.workspaceId,
    starts_at: periodStart(new Date()),
    billions: 999,
    used: 999_999_997,
  });
  const accepted = await submit(service, tenant, plainBatch(templateId, 2));
  assert.equal(accepted.status, 202);
  assert.equal(accepted.headers.get('x-quota-limit'), '1000000000000');
  assert.equal(accepted.headers.get('x-quota-remaining'), '1');
});
