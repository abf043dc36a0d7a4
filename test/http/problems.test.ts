import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTenant, shareTestService, type Tenant, type TestService } from '../helpers/http.ts';

let service: TestService;
let tenant: Tenant;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db, { plan: 'enterprise' });
});
after(() => service.close());

test('an unknown path is a 404 with or without a key', async () => {
  for (const target of [
    '/api',
    '/api/v1',
    '/api/v2/projects',
    '/api/v1/projects/',
    '/api/v1//projects',
    '/API/v1/projects',
    '/healthz/',
  ]) {
    const answer = await service.send('GET', target);
    assert.deepEqual([answer.status, answer.problem.code], [404, 'NOT_FOUND'], target);
  }
});

test('a method that a path does not support gets 405 with the allowed ones', async () => {
  const id = randomUUID();
  for (const [method, target, allow] of [
    ['POST', '/api/v1/projects', 'GET'],
    ['HEAD', '/api/v1/projects', 'GET'],
    ['OPTIONS', '/api/v1/projects', 'GET'],
    ['GET', `/api/v1/templates/${id}/generate`, 'POST'],
    ['PATCH', `/api/v1/batch-jobs/${id}`, 'GET, DELETE'],
    ['PUT', '/api/v1/batch-jobs', 'GET, POST'],
    ['POST', '/readyz', 'GET, HEAD'],
  ] as const) {
    const answer = await service.send(method, target);
    assert.equal(answer.status, 405, `${method} ${target}`);
    assert.equal(answer.headers.get('allow'), allow, `${method} ${target}`);
    if (method !== 'HEAD') assert.equal(answer.problem.code, 'METHOD_NOT_ALLOWED');
  }
});

test('each answer has a new request id, not the one of the request', async () => {
  const given = randomUUID();
  const ids = new Set<string | null>();
  for (let count = 0; count < 5; count += 1) {
    const { headers } = await service.send('GET', '/nowhere', { headers: { 'X-Request-Id': given } });
    ids.add(headers.get('x-request-id'));
  }
  assert.equal(ids.size, 5);
  assert.ok(!ids.has(given));
  // The service logs the line after it has sent the answer, perhaps after the client has received it.
  await waitUntil(() => service.logged.some((line) => line.includes(given)));
});

test('an internal error is a 500 without its cause; the cause is in the log', async () => {
  await service.db.raw('alter table projects rename to projects_away');
  try {
    const answer = await service.send('GET', '/api/v1/projects', { key: tenant.apiKey });
    assert.deepEqual([answer.status, answer.problem.code], [500, 'INTERNAL_ERROR']);
    assert.doesNotMatch(JSON.stringify(answer.json), /projects_away|relation|select/);
    const requestId = answer.headers.get('x-request-id') ?? '';
    // The service logs the line after it has sent the answer.
    await waitUntil(() =>
      service.logged.some((line) => line.includes(requestId) && line.includes('relation \\"projects\\"')),
    );
  } finally {
    await service.db.raw('alter table projects_away rename to projects');
  }
});

test('invalid parameters of batch reads have the codes of batch reads', async () => {
  const id = randomUUID();
  for (const [target, code] of [
    ['/api/v1/batch-jobs?status=DONE', 'BATCH_INVALID_FILTER'],
    ['/api/v1/batch-jobs?source=api_key', 'BATCH_INVALID_FILTER'],
    ['/api/v1/batch-jobs?size=101', 'BATCH_INVALID_FILTER'],
    ['/api/v1/batch-jobs?page=-1', 'BATCH_INVALID_FILTER'],
    [`/api/v1/batch-jobs/${id}/items?size=0`, 'BATCH_INVALID_FILTER'],
    [`/api/v1/batch-jobs/${id}/result?delivery=tar`, 'BATCH_INVALID_DELIVERY'],
    ['/api/v1/batch-jobs/no-id', 'VALIDATION_ERROR'],
    ['/api/v1/shares?size=0', 'VALIDATION_ERROR'],
  ] as const) {
    const answer = await service.send('GET', target, { key: tenant.apiKey });
    assert.deepEqual([answer.status, answer.problem.code], [400, code], target);
  }
});
