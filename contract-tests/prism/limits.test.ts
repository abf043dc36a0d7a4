import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unwrap } from '../../clients/typescript/src/index.ts';
import { startProxy, type PrismProxy } from '../../scripts/prism/proxy.ts';
import { closeAnswers } from '../../test/helpers/close-answers.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../../test/helpers/http.ts';
import { writePlans } from '../../test/helpers/shares.ts';
import { assertRefused, connect } from './through-prism.ts';

/** Answers that tell of allowances, which the service with everything in it has turned off. */
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
  proxy = await startProxy(service.url, closeAnswers);
});
after(async () => {
  await proxy?.close();
  await service?.close();
  await plans?.remove();
});

const render = { variables: { title: 'Through Prism' } };

test('too many calls in a moment', async () => {
  const { db } = service;
  const tenant = await createTenant(db, { plan: 'personal' });
  const templateId = await addTemplate(db, tenant);
  const told: (string | null)[] = [];
  const platen = connect(proxy.origin, tenant.apiKey, {
    onAnswer: (_method, _path, { headers }) => void told.push(headers.get('ratelimit')),
  });
  await (await platen.generate({ templateId, ...render })).bytes();
  const refusal = await assertRefused(platen.generate({ templateId, ...render }), 429, 'RATE_LIMIT_EXCEEDED');
  assert.ok((refusal.retryAfter ?? 0) > 1);
  for (const field of told) assert.match(field ?? '', /^"generate";r=0;t=\d+$/);
  await Array.fromAsync(platen.projects());
  assert.match(told.at(-1) ?? '', /^"discovery";r=49;t=\d$/);
});

test('a month that is used up, and a plan without links', async () => {
  const { db } = service;
  const tenant = await createTenant(db, { plan: 'free' });
  const templateId = await addTemplate(db, tenant);
  const platen = connect(proxy.origin, tenant.apiKey);
  await assertRefused(platen.share({ templateId, ...render }), 403, 'SHARING_NOT_AVAILABLE_ON_PLAN');
  for (const left of [2, 1, 0]) {
    const file = await platen.generate({ templateId, ...render });
    assert.equal(file.quota?.remaining, left);
  }
  const refusal = await assertRefused(platen.generate({ templateId, ...render }), 429, 'QUOTA_EXCEEDED');
  assert.equal(refusal.quota?.remaining, 0);
  const rows = [render.variables];
  const submission = { template: { templateId }, rows };
  await assertRefused(platen.submitBatch(submission), 429, 'BATCH_RATE_LIMIT_EXCEEDED');
});

test('no more links than the plan has', async () => {
  const { db } = service;
  const tenant = await createTenant(db, { plan: 'team' });
  const templateId = await addTemplate(db, tenant);
  const platen = connect(proxy.origin, tenant.apiKey);
  await platen.share({ templateId, ...render });
  await assertRefused(platen.share({ templateId, ...render }), 403, 'SHARE_LINK_LIMIT_REACHED');
});

test('more jobs than may be active, which the client waits out as it is told', async () => {
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
  // Nothing works on them here.
  for (const { jobId } of jobs) {
    const path = { params: { path: { jobId } } };
    assert.equal((await unwrap(platen.api.GET('/api/v1/batch-jobs/{jobId}', path))).status, 'PENDING');
    await unwrap(platen.api.POST('/api/v1/batch-jobs/{jobId}/cancel', path));
    assert.equal((await platen.waitForBatch(jobId)).status, 'CANCELLED');
  }
});

test('was clean', () => {
  assert.deepEqual(proxy.violations, []);
});
