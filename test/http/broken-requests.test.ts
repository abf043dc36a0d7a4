import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { readRawAnswers } from '../helpers/requests.ts';

let service: TestService;
let tenant: Tenant;
let generate: string;
before(async () => {
  service = await startTestService({ env: { MAX_BODY_BYTES: '100000' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  generate = `/api/v1/templates/${await addTemplate(service.db, tenant)}/generate`;
});
after(() => service.close());

function open(): Socket {
  const { hostname, port } = new URL(service.url);
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true });
}

/** Reads a connection until the server closes it. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  await once(socket, 'end');
  socket.destroy();
  return text;
}

async function exchange(...parts: string[]): Promise<string> {
  const socket = open();
  for (const part of parts) socket.write(part);
  return await readAll(socket);
}

/** The head of a POST to generate with these header lines. */
function postHead(key: string, ...headers: string[]): string {
  const lines = ['Host: a', `X-Api-Key: ${key}`, 'Content-Type: application/json', ...headers];
  return [`POST ${generate} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** Fails unless the text is exactly one answer, a problem that the contract allows for the request. */
function assertProblem(
  text: string,
  status: number,
  code: string,
  request: readonly [string, string] = ['POST', generate],
): void {
  const [answer] = readRawAnswers(text, [request]);
  const problem = JSON.parse(answer?.body ?? '') as { code: string };
  assert.deepEqual([answer?.status, problem.code], [status, code]);
}

test('refuses headers that are too large', async () => {
  const response = await exchange(
    `GET /api/v1/projects HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
  );
  assertProblem(response, 431, 'REQUEST_HEADERS_TOO_LARGE');
});

test('refuses bytes that are not valid HTTP', async () => {
  for (const text of [
    'hello there\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: two\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]) {
    assertProblem(await exchange(text), 400, 'VALIDATION_ERROR');
  }
});

test('refuses a request with no Host or two', async () => {
  for (const hosts of ['', 'Host: a\r\nHost: b\r\n']) {
    const response = await exchange(`GET /api/v1/projects HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    assertProblem(response, 400, 'VALIDATION_ERROR');
  }
});

test('refuses a body that ends early', async () => {
  for (const [framing, body] of [
    ['Content-Length: 100', '{"variables":'],
    ['Transfer-Encoding: chunked', '5\r\n{"var'],
  ] as const) {
    const socket = open();
    socket.end(postHead(tenant.apiKey, framing) + body);
    assertProblem(await readAll(socket), 400, 'VALIDATION_ERROR');
  }
});

test('refuses a broken chunk', async () => {
  const head = postHead(tenant.apiKey, 'Transfer-Encoding: chunked');
  assertProblem(await exchange(`${head}zz\r\n{}\r\n`), 400, 'VALIDATION_ERROR');
});

test('refuses transfer codings other than chunked', async () => {
  for (const codings of ['gzip, chunked', 'identity, chunked']) {
    const head = postHead(tenant.apiKey, `Transfer-Encoding: ${codings}`, 'Connection: close');
    assertProblem(await exchange(`${head}2\r\n{}\r\n0\r\n\r\n`), 501, 'NOT_IMPLEMENTED');
  }
  const head = postHead(tenant.apiKey, 'Transfer-Encoding: Chunked', 'Connection: close');
  const [answer] = readRawAnswers(await exchange(`${head}10\r\n{"variables":{}}\r\n0\r\n\r\n`), [
    ['POST', generate],
  ]);
  assert.equal(answer?.status, 200);
});

test('refuses CONNECT', async () => {
  assertProblem(
    await exchange('CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n'),
    405,
    'METHOD_NOT_ALLOWED',
    ['CONNECT', 'example.org:443'],
  );
});

test('accepts an absolute request target', async () => {
  const response = await exchange(
    'GET http://example.org/api/v1/projects HTTP/1.1\r\nHost: example.org\r\n' +
      `X-Api-Key: ${tenant.apiKey}\r\nConnection: close\r\n\r\n`,
  );
  const [answer] = readRawAnswers(response, [['GET', 'http://example.org/api/v1/projects']]);
  assert.equal(answer?.status, 200);
});

test('answers Expect: 100-continue with 100 only if the service will read the body', async () => {
  const expectContinue = (key: string, length: number) =>
    postHead(key, `Content-Length: ${length}`, 'Expect: 100-continue', 'Connection: close');
  assertProblem(await exchange(expectContinue('none', 16)), 401, 'UNAUTHORIZED');
  assertProblem(await exchange(expectContinue(tenant.apiKey, 100_001)), 413, 'PAYLOAD_TOO_LARGE');

  const socket = open();
  socket.write(expectContinue(tenant.apiKey, 16));
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  socket.write('{"variables":{}}');
  assert.equal(readRawAnswers(await readAll(socket), [['POST', generate]])[0]?.status, 200);
});

test('a connection stays usable after a refused request', async () => {
  const get = (path: string, end = '') =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tenant.apiKey}\r\n${end}\r\n`;
  const large = postHead(tenant.apiKey, 'Content-Length: 200000') + ' '.repeat(200_000);
  const responses = await exchange(get('/nowhere'), large, get('/api/v1/projects', 'Connection: close\r\n'));
  const requests = [
    ['GET', '/nowhere'],
    ['POST', generate],
    ['GET', '/api/v1/projects'],
  ] as const;
  assert.deepEqual(
    readRawAnswers(responses, requests).map(({ status }) => status),
    [404, 413, 200],
  );
});

test('a client that sends its whole body before reading still gets the refusal', async () => {
  const head = (key: string, framing: string) => postHead(key, 'Connection: close', framing);
  // More than the buffers of both ends can hold.
  const length = 20_000_000;
  const body = ' '.repeat(length);
  for (const [status, code, request] of [
    [401, 'UNAUTHORIZED', `${head('none', `Content-Length: ${length}`)}${body}`],
    [413, 'PAYLOAD_TOO_LARGE', `${head(tenant.apiKey, `Content-Length: ${length}`)}${body}`],
    [
      413,
      'PAYLOAD_TOO_LARGE',
      `${head(tenant.apiKey, 'Transfer-Encoding: chunked')}${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ] as const) {
    const socket = open();
    await new Promise<void>((resolve, reject) => {
      socket.write(request, (error) => (error instanceof Error ? reject(error) : resolve()));
    });
    assertProblem(await readAll(socket), status, code);
  }
});

test('a client that sends too much after 100 Continue still gets the refusal', async () => {
  const socket = open();
  socket.write(
    postHead(tenant.apiKey, 'Expect: 100-continue', 'Connection: close', 'Transfer-Encoding: chunked'),
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  // More than the buffers of both ends can hold. The client sends all of it before it reads.
  const length = 20_000_000;
  await new Promise<void>((resolve, reject) => {
    socket.write(`${length.toString(16)}\r\n${' '.repeat(length)}\r\n0\r\n\r\n`, (error) =>
      error instanceof Error ? reject(error) : resolve(),
    );
  });
  assertProblem(await readAll(socket), 413, 'PAYLOAD_TOO_LARGE');
});

test('answers a request that announces a body and never sends it', async () => {
  const response = await exchange(postHead('none', 'Connection: close', 'Content-Length: 10'));
  assertProblem(response, 401, 'UNAUTHORIZED');
});
