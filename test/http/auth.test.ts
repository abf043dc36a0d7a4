import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createKey, deleteKey } from '../../src/store/keys.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { startRequest } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';

let service: TestService;
let tenant: Tenant;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
});
after(() => service.close());

test('a request without a valid key gets 401, even if something else is wrong too', async () => {
  const templateId = await addTemplate(service.db, tenant);
  const wrongKeys = [
    undefined,
    '',
    'nope',
    tenant.apiKey.slice(0, -1),
    `${tenant.apiKey}x`,
    tenant.apiKey.toUpperCase(),
    'x'.repeat(5_000),
  ];
  for (const key of wrongKeys) {
    for (const [method, target, body] of [
      ['GET', '/api/v1/projects', undefined],
      ['GET', '/api/v1/projects?page=none', undefined],
      ['POST', `/api/v1/templates/${templateId}/generate`, '{not json'],
      ['GET', '/api/v1/batch-jobs', undefined],
    ] as const) {
      const answer = await service.send(method, target, { key, ...(body === undefined ? {} : { body }) });
      assert.deepEqual(
        [answer.status, answer.problem.code],
        [401, 'UNAUTHORIZED'],
        `${method} ${target} ${key}`,
      );
    }
  }
});

test('a key that is not ASCII, that is repeated or that is sent elsewhere is not valid', async () => {
  for (const headers of [
    { 'X-Api-Key': 'schl\u00fcssel' },
    { 'X-Api-Key': `${tenant.apiKey}, ${tenant.apiKey}` },
    { Authorization: `Bearer ${tenant.apiKey}` },
  ] as Record<string, string>[]) {
    assert.equal((await service.send('GET', '/api/v1/projects', { headers })).status, 401);
  }
  assert.equal((await service.send('GET', `/api/v1/projects?X-Api-Key=${tenant.apiKey}`)).status, 401);
});

test('a key header that is sent twice is refused with that reason', async () => {
  const { request, answered } = startRequest(`${service.url}/api/v1/projects`, {
    headers: { 'X-Api-Key': [tenant.apiKey, tenant.apiKey] },
  });
  request.end();
  const response = await answered;
  assert.equal(response.statusCode, 401);
  const { code, detail } = (await json(response)) as { code: string; detail: string };
  assert.equal(code, 'UNAUTHORIZED');
  assert.match(detail, /X-Api-Key header is given more than once/);
});

test('a deleted key stops working at once', async () => {
  const created = await createKey(service.db, { accountId: tenant.accountId, name: 'Short-lived' });
  assert.ok(typeof created === 'object');
  const key = created.apiKey;
  assert.equal((await service.send('GET', '/api/v1/projects', { key })).status, 200);
  await deleteKey(service.db, created.keyId);
  assert.equal((await service.send('GET', '/api/v1/projects', { key })).status, 401);
});

test('an expired key is answered like an unknown one, at once', async () => {
  const created = await createKey(service.db, {
    accountId: tenant.accountId,
    name: 'For an hour',
    lifetimeMs: 3_600_000,
  });
  assert.ok(typeof created === 'object');
  const ask = (key: string) => service.send('GET', '/api/v1/projects', { key });
  assert.equal((await ask(created.apiKey)).status, 200);
  await service.db.raw('update api_keys set expires_at = now() where id = ?', [created.keyId]);
  const [expired, unknown] = [await ask(created.apiKey), await ask(`${created.apiKey}x`)];
  assert.deepEqual([expired.status, unknown.status], [401, 401]);
  assert.deepEqual(
    { ...expired.problem, requestId: '' },
    { ...unknown.problem, requestId: '' },
    'nothing tells that the key once worked',
  );
  await deleteKey(service.db, created.keyId);
});

test('answers 500, not 401, when keys cannot be looked up', async () => {
  await service.db.raw('alter table api_keys rename to api_keys_away');
  try {
    assert.equal((await service.send('GET', '/api/v1/projects', { key: tenant.apiKey })).status, 500);
  } finally {
    await service.db.raw('alter table api_keys_away rename to api_keys');
  }
});

test('keys and values of variables are not logged', async () => {
  const templateId = await addTemplate(service.db, tenant);
  const secret = 'a-secret-value';
  await service.send('POST', `/api/v1/templates/${templateId}/generate?token=${secret}`, {
    key: tenant.apiKey,
    json: { variables: { title: secret, [secret]: secret } },
  });
  await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json: { variables: { title: secret, [secret]: secret } },
  });
  const last = await service.send('GET', `/api/v1/templates/${secret}`, { key: tenant.apiKey });

  // The service logs the line after it has sent the answer, perhaps after the client has received it.
  const requestId = last.headers.get('x-request-id') ?? '';
  const findLine = () =>
    service.logged.find((line) => line.includes(requestId) && line.includes('"request"'));
  await waitUntil(() => findLine() !== undefined);
  const { method, route, status, durationMs, keyId } = JSON.parse(findLine() ?? '') as Record<
    string,
    unknown
  >;
  assert.deepEqual(
    [method, route, status, typeof durationMs, keyId],
    ['GET', '/api/v1/templates/{templateId}', 400, 'number', tenant.keyId],
  );
  const log = service.logged.join('');
  assert.ok(log.includes('/api/v1/templates/{templateId}/generate'));
  assert.ok(!log.includes(secret), 'a value was logged');
  assert.ok(!log.includes(tenant.apiKey), 'a key was logged');
});
