import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  addTemplate,
  createTenant,
  startTestService,
  type RequestOptions,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';

const maxBodyBytes = 20_000;

let service: TestService;
let tenant: Tenant;
let generate: string;
before(async () => {
  service = await startTestService({ env: { MAX_BODY_BYTES: String(maxBodyBytes), RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db);
  generate = `/api/v1/templates/${await addTemplate(service.db, tenant)}/generate`;
});
after(() => service.close());

async function assertRefused(status: number, method: string, target: string, sending: RequestOptions = {}) {
  const answer = await service.send(method, target, { key: tenant.apiKey, ...sending });
  assert.equal(answer.status, status, `${method} ${target} ${JSON.stringify(sending).slice(0, 200)}`);
  return answer.problem;
}

test('ids are UUIDs in their plain form', async () => {
  const id = tenant.projectId;
  for (const wrong of [
    `urn:uuid:${id}`,
    `{${id}}`,
    id.replaceAll('-', ''),
    `${id}0`,
    '1',
    'null',
    `${id}%00`,
    `${id}%0A`,
    `%20${id}`,
    `${id}%2Ftemplates`,
  ]) {
    await assertRefused(400, 'GET', `/api/v1/projects/${wrong}/templates`);
  }
  const upper = await service.send('GET', `/api/v1/projects/${id.toUpperCase()}/templates`, {
    key: tenant.apiKey,
  });
  assert.equal(upper.status, 200);
});

test('paths are percent-encoded UTF-8', async () => {
  for (const wrong of ['%E0%A4%A', '%', '%zz', '%ff', '%ED%A0%80', 'a%00b']) {
    assert.equal((await assertRefused(400, 'GET', `/api/v1/templates/${wrong}`)).code, 'VALIDATION_ERROR');
  }
});

test('refuses query parameters that are undeclared, repeated or malformed', async () => {
  for (const wrong of [
    'page=1e2',
    'page=1e20',
    'page=1.0',
    'page=0x1',
    'page=',
    'page',
    'page=%2B1',
    'page=%201',
    'page=-1',
    'page=two',
    'page=null',
    'page=true',
    'page=99999999999999999999',
    'page=2147483648',
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e1',
    'page=1&page=1',
    'page=1&page=2',
    'page[]=1',
    'page[a]=1',
    'size=1',
    'offset=1',
    'x',
    '__proto__=1',
    '__proto__[a]=1',
    'constructor=1',
    'toString=1',
    '%ff=1',
    'page=%ff',
    'page=%00',
    'page=%ED%A0%80',
    'x%00=1',
  ]) {
    const { code, errors } = await assertRefused(400, 'GET', `/api/v1/projects?${wrong}`);
    assert.equal(code, 'VALIDATION_ERROR');
    assert.match(errors[0]?.pointer ?? '', /^\/query\//, wrong);
  }
  for (const right of ['', 'page=0', 'page=2147483647&limit=100', 'limit=1', '&&page=1&']) {
    assert.equal(
      (await service.send('GET', `/api/v1/projects?${right}`, { key: tenant.apiKey })).status,
      200,
      right,
    );
  }
});

test('the problem of an invalid body points to the mistake', async () => {
  for (const [json, pointer] of [
    [{}, '/variables'],
    [{ variables: null }, '/variables'],
    [{ variables: [] }, '/variables'],
    [{ variables: { title: 1 } }, '/variables/title'],
    [{ variables: { title: null } }, '/variables/title'],
    [{ variables: { title: {} } }, '/variables/title'],
    [{ variables: { title: [{}] } }, '/variables/title'],
    [{ variables: { title: ['a'] } }, '/variables/title'],
    [{ variables: { title: [{ a: 1 }] } }, '/variables/title/0/a'],
    [{ variables: { 'a/b~c': 1 } }, '/variables/a~1b~0c'],
    [{ variables: {}, format: 'gif' }, '/format'],
    [{ variables: {}, format: 'PNG' }, '/format'],
    [{ variables: {}, format: null }, '/format'],
    [{ variables: {}, delivery: 'email' }, '/delivery'],
    [{ variables: {}, options: { scale: 0 } }, '/options/scale'],
    [{ variables: {}, options: { scale: 5 } }, '/options/scale'],
    [{ variables: {}, options: { scale: '2' } }, '/options/scale'],
    [{ variables: {}, options: { scale: 1.5 } }, '/options/scale'],
    [{ variables: {}, options: { scale: true } }, '/options/scale'],
    [{ variables: {}, options: { quality: 0 } }, '/options/quality'],
    [{ variables: {}, options: { quality: 101 } }, '/options/quality'],
    [{ variables: {}, options: { chroma: '4:2:2' } }, '/options/chroma'],
    [{ variables: {}, options: { outputDpi: 72 } }, '/options/outputDpi'],
    [{ variables: {}, options: { backgroundColor: 'red' } }, '/options/backgroundColor'],
    [{ variables: {}, options: { backgroundColor: '#12345' } }, '/options/backgroundColor'],
    [{ variables: {}, options: { dpi: 96 } }, '/options/dpi'],
    [{ variables: {}, options: [] }, '/options'],
    [{ variables: {}, extra: 1 }, '/extra'],
    [{ variables: {}, constructor: 1 }, '/constructor'],
  ] as const) {
    const { code, detail, errors } = await assertRefused(400, 'POST', generate, { json });
    assert.equal(code, 'VALIDATION_ERROR');
    assert.equal(errors[0]?.pointer, pointer, JSON.stringify(json));
    assert.ok(detail.startsWith(`${pointer}: `), detail);
  }
});

test('all mistakes of a body are reported at once', async () => {
  const json = { variables: { title: 1 }, format: 'gif', options: { scale: 9, dpi: 1 } };
  const { errors } = await assertRefused(400, 'POST', generate, { json });
  assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), [
    '/format',
    '/options/dpi',
    '/options/scale',
    '/variables/title',
  ]);
});

test('mistakes in batch rows have the row number', async () => {
  const json = { template: { templateId: tenant.projectId }, rows: [{}, {}, {}, { title: 3 }] };
  const { detail } = await assertRefused(400, 'POST', '/api/v1/batch-jobs', { json });
  assert.match(detail, /^\/rows\/3\/title: /);
});

test('whole numbers have no exponent', async () => {
  for (const written of ['1e0', '2E0', '10e-1', '2.0e0', '1e20', '1.5', '-0.0']) {
    const { errors } = await assertRefused(400, 'POST', generate, {
      body: `{"variables":{},"options":{"scale":${written}}}`,
    });
    assert.equal(errors[0]?.pointer, '/options/scale', written);
  }
});

test('refuses U+0000, unpaired surrogates and the name __proto__', async () => {
  for (const body of [
    '{"variables":{"title":"a\\u0000b"}}',
    '{"variables":{"title":"\\ud83d"}}',
    '{"variables":{"title":"\\ude00\\ud83d"}}',
    '{"variables":{"a\\u0000":"b"}}',
    '{"variables":{"\\udfff":"b"}}',
    '{"variables":{"__proto__":"b"}}',
    '{"variables":{},"__proto__":{"format":"pdf"}}',
    '{"variables":{},"\\u005f_proto__":{"format":"pdf"}}',
    '{"variables":{},"options":{"backgroundColor":"\\u0000"}}',
  ]) {
    assert.equal((await assertRefused(400, 'POST', generate, { body })).code, 'VALIDATION_ERROR', body);
  }
});

test('a body is one JSON object in UTF-8', async () => {
  const latin1 = Buffer.from('{"variables":{"title":"caf\u00e9"}}', 'latin1');
  const utf16 = Buffer.from('{"variables":{}}', 'utf16le');
  const withTwoMarks = Buffer.from('\uFEFF\uFEFF{"variables":{}}');
  const withNul = Buffer.concat([
    Buffer.from('{"variables":{"title":"'),
    Buffer.from([0]),
    Buffer.from('"}}'),
  ]);
  for (const body of [
    '',
    ' ',
    '{',
    '{"variables":{}',
    '{"variables":{}}x',
    '{variables:{}}',
    'null',
    '[]',
    '3',
    'true',
    '"x"',
    '"{\\"variables\\":{}}"',
    latin1,
    utf16,
    withTwoMarks,
    withNul,
  ]) {
    assert.equal(
      (await assertRefused(400, 'POST', generate, { body })).code,
      'VALIDATION_ERROR',
      String(body),
    );
  }
});

test('a byte order mark before a body is ignored (RFC 8259, 8.1)', async () => {
  const body = Buffer.from('\uFEFF{"variables":{}}');
  assert.equal((await service.send('POST', generate, { key: tenant.apiKey, body })).status, 200);
});

test('the last value of a duplicate key counts', async () => {
  const body = '{"variables":{},"format":"gif","format":"png"}';
  assert.equal((await service.send('POST', generate, { key: tenant.apiKey, body })).status, 200);
  const { errors } = await assertRefused(400, 'POST', generate, {
    body: '{"variables":{},"format":"png","format":"gif"}',
  });
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/format'],
  );
});

test('a body is ignored where none is expected', async () => {
  const job = `/api/v1/batch-jobs/${randomUUID()}`;
  for (const body of ['{not json', '[]', '{"colour":"red"}', 'x'.repeat(2 * maxBodyBytes)]) {
    for (const [method, target] of [
      ['POST', `${job}/cancel`],
      ['DELETE', job],
      ['DELETE', `/api/v1/shares/${randomUUID()}`],
    ] as const) {
      assert.match((await assertRefused(404, method, target, { body })).code, /NOT_FOUND$/);
    }
  }
});

test('refuses bodies that are not declared as JSON, not UTF-8 or compressed', async () => {
  const json = { variables: {} };
  for (const headers of [
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': 'application/json5' },
    { 'Content-Type': 'application/vnd.api+json' },
    { 'Content-Type': 'application/json; charset=utf-16' },
    { 'Content-Type': '' },
    { 'Content-Encoding': 'gzip' },
    { 'Content-Encoding': 'br, gzip' },
  ] as Record<string, string>[]) {
    assert.equal(
      (await assertRefused(415, 'POST', generate, { json, headers })).code,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  }
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
  ]) {
    const answer = await service.send('POST', generate, {
      key: tenant.apiKey,
      json,
      headers: { 'Content-Type': type },
    });
    assert.equal(answer.status, 200, type);
  }
});

test('an invalid callback URL has its own code', async () => {
  const template = { templateId: '0f8fad5b-d9cb-469f-a165-70867728950e' };
  for (const callbackUrl of [5, `https://a.example/${'x'.repeat(2048)}`]) {
    const body = JSON.stringify({ template, rows: [{}], callbackUrl });
    const { code, detail } = await assertRefused(400, 'POST', '/api/v1/batch-jobs', { body });
    assert.equal(code, 'BATCH_COMPLETION_CALLBACK_URL_INVALID');
    assert.match(detail, /^\/callbackUrl: /u);
  }
});

test('the body limit holds with and without Content-Length', async () => {
  const getBody = (bytes: number) =>
    JSON.stringify({ variables: { title: '' } }).replace('""', `"${'x'.repeat(bytes - 26)}"`);
  assert.equal(Buffer.byteLength(getBody(maxBodyBytes)), maxBodyBytes);
  const chunked = (text: string) => new Blob([text]).stream() as ReadableStream<Uint8Array>;
  for (const body of [
    getBody(maxBodyBytes + 1),
    chunked(getBody(maxBodyBytes + 1)),
    'x'.repeat(20 * maxBodyBytes),
  ]) {
    assert.equal((await assertRefused(413, 'POST', generate, { body })).code, 'PAYLOAD_TOO_LARGE');
  }
  for (const body of [getBody(maxBodyBytes), chunked(getBody(maxBodyBytes))]) {
    assert.equal((await service.send('POST', generate, { key: tenant.apiKey, body })).status, 200);
  }
  const { code } = await assertRefused(400, 'POST', '/api/v1/batch-jobs', {
    body: 'x'.repeat(maxBodyBytes + 1),
  });
  assert.equal(code, 'BATCH_SIZE_EXCEEDED');
});
