/** `POST /mcp` as HTTP: who gets in, what is refused, and that nothing is kept between two messages. */
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { deleteKey } from '../../src/store/keys.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Answer,
  type RequestOptions,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';

let service: TestService;
let author: Tenant;
before(async () => {
  service = await shareTestService();
  author = await createTenant(service.db, { mayAuthor: true });
});
after(() => service.close());

const protocol = { Accept: 'application/json, text/event-stream' };

/** Sends a message, as a client of 2025 does. */
async function post(
  message: unknown,
  { headers = {}, ...sending }: RequestOptions & { readonly as?: string } = {},
): Promise<Answer> {
  const { as = author.apiKey, ...rest } = sending;
  return await service.send('POST', '/mcp', {
    ...(rest.body === undefined ? { json: message } : {}),
    headers: { Authorization: `Bearer ${as}`, ...protocol, ...headers },
    ...rest,
  });
}

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, given: object = {}) => request('tools/call', { name, arguments: given });
const getResult = ({ json }: Answer) => (json as { result: Record<string, unknown> }).result;

test('a request without a valid bearer token gets 401 with a challenge', async () => {
  for (const [headers, challenge] of [
    [{}, 'Bearer realm="platen"'],
    [{ 'X-Api-Key': author.apiKey }, 'Bearer realm="platen"'],
    [{ Authorization: `Basic ${author.apiKey}` }, 'Bearer realm="platen"'],
    [{ Authorization: 'Bearer' }, 'Bearer realm="platen"'],
    [{ Authorization: `Bearer ${author.apiKey} x` }, 'Bearer realm="platen"'],
    [{ Authorization: 'Bearer nope' }, 'Bearer realm="platen", error="invalid_token"'],
    [{ Authorization: `Bearer ${author.apiKey}x` }, 'Bearer realm="platen", error="invalid_token"'],
  ] as [Record<string, string>, string][]) {
    const answer = await service.send('POST', '/mcp', {
      json: request('ping'),
      headers: { ...protocol, ...headers },
    });
    assert.deepEqual([answer.status, answer.problem.code], [401, 'UNAUTHORIZED']);
    assert.equal(answer.headers.get('www-authenticate'), challenge);
  }
});

test('a deleted key stops working at once', async () => {
  const leaver = await createTenant(service.db);
  assert.equal((await post(request('ping'), { as: leaver.apiKey })).status, 200);
  await deleteKey(service.db, leaver.keyId);
  assert.equal((await post(request('ping'), { as: leaver.apiKey })).status, 401);
});

test('a page of another origin is refused, also if its name leads here; programs have none', async () => {
  const { host } = new URL(service.url);
  for (const origin of ['https://evil.example', 'null', `https://${host}`, `http://rebound.example`]) {
    const { status, problem } = await post(request('ping'), { headers: { Origin: origin } });
    assert.deepEqual([status, problem.code], [403, 'FOREIGN_ORIGIN'], origin);
  }
  assert.equal((await post(request('ping'), { headers: { Origin: service.url } })).status, 200);
});

test('only POST is served: without sessions there is nothing to listen to or to end', async () => {
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await service.send(method, '/mcp', {
      headers: { Authorization: `Bearer ${author.apiKey}`, ...protocol },
    });
    assert.deepEqual([status, headers.get('allow')], [405, 'POST']);
  }
});

test('bodies are JSON objects of a limited size', async () => {
  for (const body of ['', '{', '[]', '"x"', '{"a":"\\u0000"}', '{"__proto__":1}', '{"a":"\\ud800"}']) {
    const { status, problem } = await post(null, { body });
    assert.deepEqual([status, problem.code], [400, 'VALIDATION_ERROR'], body);
  }
  const large = { ...request('ping'), more: 'x'.repeat(2 * 1024 * 1024 + 64 * 1024) };
  assert.equal((await post(large)).problem.code, 'PAYLOAD_TOO_LARGE');
  assert.equal((await post(request('ping'), { headers: { 'Content-Type': 'text/plain' } })).status, 415);
});

test('requests outside of the protocol are refused as the protocol says', async () => {
  for (const [message, status, code] of [
    [{ hello: 1 }, 400, -32600],
    [request('nonsense'), 200, -32601],
    [call('nonsense'), 200, -32602],
    [request('resources/read', { uri: 'file:///etc/passwd' }), 200, -32602],
  ] as const) {
    const answer = await post(message);
    const { error } = answer.json as { error: { code: number } };
    assert.deepEqual([answer.status, error.code], [status, code], JSON.stringify(message));
  }
  const { status } = await post(request('ping'), { headers: { Accept: 'application/json' } });
  assert.equal(status, 406);
});

test('nothing is kept between two messages: a call needs no handshake, and there is no session', async () => {
  const [first, second] = await Promise.all([post(call('list_projects')), post(call('list_projects'))]);
  assert.deepEqual(getResult(first), getResult(second));
  assert.equal(first.headers.get('mcp-session-id'), null);
  const parameters = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  };
  const { protocolVersion, serverInfo, instructions } = getResult(
    await post(request('initialize', parameters)),
  );
  assert.equal(protocolVersion, '2025-06-18');
  assert.equal((serverInfo as { name: string }).name, 'platen');
  assert.match(String(instructions), /preview_template draws it/);
  const { status, bytes } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([status, bytes.length], [202, 0]);
});

test('messages count against a limit of their own, and calls also as their operations', async () => {
  const busy = await createTenant(service.db, { plan: 'free' });
  const templateId = await addTemplate(service.db, busy);
  const given = { json: call('render', { templateId }) };
  const headers = { Authorization: `Bearer ${busy.apiKey}`, ...protocol };
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 120 }, () => service.send('POST', '/mcp', { ...given, headers })),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const passed = answers.filter(({ status }) => status === 200);
  assert.ok(passed.length >= 50 && passed.length <= 50 + Math.ceil(elapsedSeconds * 50), `${passed.length}`);
  for (const answer of answers) {
    assert.equal(answer.headers.get('ratelimit-policy'), '"agents";q=50;w=1');
    if (answer.status !== 200) assert.equal(answer.problem.code, 'RATE_LIMIT_EXCEEDED');
  }
  // The plan accepts 5 renders at once, and 2 a second.
  const refusal = /RATE_LIMIT_EXCEEDED: Too many requests: generate .* Wait \d+ s\.\\nTry again after/;
  const refused = passed.filter((answer) => refusal.test(JSON.stringify(getResult(answer))));
  const rendered = passed.length - refused.length;
  assert.ok(rendered >= 5 && rendered <= 5 + Math.ceil(elapsedSeconds * 2), `${rendered} renders`);
});

test('the log names the tool and why it refuses, and nothing of the arguments', async () => {
  const earlierLines = service.logged.length;
  await post(call('render', { templateId: author.projectId, variables: { title: 'not for the log' } }));
  const lines = service.logged.slice(earlierLines);
  const [line = ''] = lines.filter((each) => each.includes('"msg":"request"'));
  const logged = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual(
    [logged['route'], logged['operation'], logged['status'], logged['code'], logged['accountId']],
    ['/mcp', 'mcp:render', 200, 'TEMPLATE_NOT_FOUND', author.accountId],
  );
  const all = lines.join('');
  assert.ok(!all.includes('not for the log') && !all.includes(author.apiKey));
});

test('a large message is parsed in a thread and arrives in pieces', async () => {
  const entries = Array.from({ length: 200_000 }, () => ({ a: '' }));
  const body = JSON.stringify(call('nothing', { entries }));
  const parse = mock.method(JSON, 'parse');
  try {
    const { status, json } = await post(null, { body });
    assert.equal(status, 200);
    assert.match(JSON.stringify(json), /There is no tool nothing\./u);
    const lengths = parse.mock.calls.map(({ arguments: [text] }) => text.length);
    assert.ok(lengths.length > 200, String(lengths.length));
    assert.ok(Math.max(...lengths) < 64 * 1024, String(Math.max(...lengths)));
  } finally {
    parse.mock.restore();
  }
});

test('of many invalid arguments the first is named; lists have the limits of the API', async () => {
  const id = await addTemplate(service.db, author);
  const template = { templateId: id };
  const refused = async (name: string, given: object) => {
    // A submission a second is accepted of each account.
    const { apiKey } = await createTenant(service.db);
    return JSON.stringify(getResult(await post(call(name, given), { as: apiKey })));
  };
  const numbers = Array.from({ length: 20_000 }, () => ({ title: 1 }));
  const many = await refused('submit_batch', { template, rows: numbers });
  assert.match(many, /\/rows\/0\/title/u);
  assert.doesNotMatch(many, /\/rows\/1\//u);
  assert.match(await refused('submit_batch', { template, rows: numbers.slice(0, 3) }), /\/rows\/2\/title/u);
  const long = { list: Array.from({ length: 5_001 }, () => ({ a: '' })) };
  assert.match(await refused('submit_batch', { template, rows: [{}, long] }), /\/rows\/1\/list/u);
  assert.match(await refused('render', { templateId: id, variables: long }), /\/variables\/list/u);
});
