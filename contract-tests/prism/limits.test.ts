import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unwrap } from '../../clients/typescript/src/index.ts';
import { startProxy, type PrismProxy } from '../../scripts/prism/proxy.ts';
import { closeResponseSchemas } from '../../test/helpers/close-response-schemas.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../../test/helpers/http.ts';
import { writePlans } from '../../test/helpers/plans.ts';
import { assertRefused, connect } from './through-prism.ts';

/** With rate limits and quotas, which the live service of the other tests has turned off. */
let service: TestService;
let proxy: PrismProxy;
let plans: { readonly file: string; remove(): Promise<void> };

before(async () => {
  plans = await writePlans({
    free: { rendersPerMonth: 3, generatePerSecond: 1000, generateBurst: 1000 },
    personal: { generatePerSecond: 0.01, generateBurst: 1 },
    team: { activeShareLinks: 1 },
  });
  service = await startTestService({ env: { PLANS_FILE: plans.file } });
  proxy = await startProxy(service.url, closeResponseSchemas);
});
after(async () => {
  await proxy?.close();
  await service?.close();
  await plans?.remove();
});

const render = { variables: { title: 'Through Prism' } };

test('the rate limit is exceeded', async () => {
  const { db } = service;
  const tenant = await createTenant(db, { plan: 'personal' });
  const templateId = await addTemplate(db, tenant);
  const rateLimits: (string | null)[] = [];
  const platen = connect(proxy.origin, tenant.apiKey, {
    onAnswer: (_method, _path, { headers }) => void rateLimits.push(headers.get('ratelimit')),
  });
  await (await platen.generate({ templateId, ...render })).bytes();
  const refusal = await assertRefused(platen.generate({ templateId, ...render }), 429, 'RATE_LIMIT_EXCEEDED');
  assert.ok((refusal.retryAfter ?? 0) > 1);
  for (const field of rateLimits) assert.match(field ?? '', /^"generate";r=0;t=\d+$/);
  await Array.fromAsync(platen.projects());
  assert.match(rateLimits.at(-1) ?? '', /^"discovery";r=49;t=\d$/);
});

test('the quota of the month is used up, and the plan has no share links', async () => {
  const { db } = service;
  const tenant = await createTenant(db, { plan: 'free' });
  const templateId = await addTemplate(db, tenant);
  const platen = connect(proxy.origin, tenant.apiKey);
  await assertRefused(platen.share({ templateId, ...render }), 403, 'SHARING_NOT_AVAILABLE_ON_PLAN');
  for (const remaining of [2, 1, 0]) {
    const file = await platen.generate({ templateId, ...render });
    assert.equal(file.quota?.remaining, remaining);
  }
  const refusal = await assertRefused(platen.generate({ templateId, ...render }), 429, 'QUOTA_EXCEEDED');
  assert.equal(refusal.quota?.remaining, 0);
  const rows = [render.variables];
  const submission = { template: { templateId }, rows };
  await assertRefused(platen.submitBatch(submission), 429, 'BATCH_RATE_LIMIT_EXCEEDED');
});

test('the link limit of the plan is reached', async () => {
  const { db } = service;
  const tenant = await createTenant(db, { plan: 'team' });
  const templateId = await addTemplate(db, tenant);
  const platen = connect(proxy.origin, tenant.apiKey);
  await platen.share({ templateId, ...render });
  await assertRefused(platen.share({ templateId, ...render }), 403, 'SHARE_LINK_LIMIT_REACHED');
});

test('too many active jobs, for which the client retries', async () => {
  const { db } = service;
  const tenant = await createTenant(db, { plan: 'studio' });
  const templateId = await addTemplate(db, tenant);
  const statuses: number[] = [];
  const platen = connect(proxy.origin, tenant.apiKey, {
    retry: { firstDelay: 10 },
    onAnswer: (_method, _path, { status }) => void statuses.push(status),
  });
  const submission = { template: { templateId }, rows: [render.variables] };
  const jobs = [await platen.submitBatch(submission), await platen.submitBatch(submission)];
  await assertRefused(platen.submitBatch(submission), 429, 'BATCH_RATE_LIMIT_EXCEEDED');
  assert.deepEqual([...new Set(statuses)].sort(), [202, 429]);
  // No worker runs here, so the jobs stay pending.
  for (const { jobId } of jobs) {
    const path = { params: { path: { jobId } } };
    assert.equal((await unwrap(platen.api.GET('/api/v1/batch-jobs/{jobId}', path))).status, 'PENDING');
    await unwrap(platen.api.POST('/api/v1/batch-jobs/{jobId}/cancel', path));
    assert.equal((await platen.waitForBatch(jobId)).status, 'CANCELLED');
  }
});

test('the proxy found no violations', () => {
  assert.deepEqual(proxy.violations, []);
});
