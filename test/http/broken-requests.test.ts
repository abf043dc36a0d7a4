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

/** All that comes back on a connection until the other side ends it. */
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

/** Fails unless one problem came back, as the contract has it for what was asked. */
function assertProblem(
  text: string,
  status: number,
  code: string,
  asked: readonly [string, string] = ['POST', generate],
): void {
  const [answer] = readRawAnswers(text, [asked]);
  const problem = JSON.parse(answer?.body ?? '') as { code: string };
  assert.deepEqual([answer?.status, problem.code], [status, code]);
}

test('a header section that is too large', async () => {
  const response = await exchange(
    `GET /api/v1/projects HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
  );
  assertProblem(response, 431, 'REQUEST_HEADERS_TOO_LARGE');
});

test('what is no HTTP', async () => {
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

test('a request without Host, or with two', async () => {
  for (const hosts of ['', 'Host: a\r\nHost: b\r\n']) {
    const response = await exchange(`GET /api/v1/projects HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    assertProblem(response, 400, 'VALIDATION_ERROR');
  }
});

test('a body that ends early', async () => {
  const head = `POST ${generate} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tenant.apiKey}\r\nContent-Type: application/json\r\n`;
  for (const rest of [
    'Content-Length: 100\r\n\r\n{"variables":',
    'Transfer-Encoding: chunked\r\n\r\n5\r\n{"var',
  ]) {
    const socket = open();
    socket.end(head + rest);
    assertProblem(await readAll(socket), 400, 'VALIDATION_ERROR');
  }
});

test('a broken chunk', async () => {
  const head = `POST ${generate} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tenant.apiKey}\r\nContent-Type: application/json\r\n`;
  assertProblem(
    await exchange(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
    400,
    'VALIDATION_ERROR',
  );
});

test('CONNECT is no method of ours', async () => {
  assertProblem(
    await exchange('CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n'),
    405,
    'METHOD_NOT_ALLOWED',
    ['CONNECT', 'example.org:443'],
  );
});

test('an absolute target is the same as its path', async () => {
  const response = await exchange(
    `GET http://example.org/api/v1/projects HTTP/1.1\r\nHost: example.org\r\nX-Api-Key: ${tenant.apiKey}\r\nConnection: close\r\n\r\n`,
  );
  const [answer] = readRawAnswers(response, [['GET', 'http://example.org/api/v1/projects']]);
  assert.equal(answer?.status, 200);
});

test('who asks before sending a body is told to go on only where it will be read', async () => {
  const ask = (key: string, length: number) =>
    `POST ${generate} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n` +
    'Expect: 100-continue\r\nConnection: close\r\n\r\n';
  assertProblem(await exchange(ask('none', 16)), 401, 'UNAUTHORIZED');
  assertProblem(await exchange(ask(tenant.apiKey, 100_001)), 413, 'PAYLOAD_TOO_LARGE');

  const socket = open();
  socket.write(ask(tenant.apiKey, 16));
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  socket.write('{"variables":{}}');
  assert.equal(readRawAnswers(await readAll(socket), [['POST', generate]])[0]?.status, 200);
});

test('a connection goes on after a request that was refused', async () => {
  const get = (path: string, end = '') =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tenant.apiKey}\r\n${end}\r\n`;
  const large = `POST ${generate} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tenant.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n${' '.repeat(200_000)}`;
  const responses = await exchange(get('/nowhere'), large, get('/api/v1/projects', 'Connection: close\r\n'));
  const asked = [
    ['GET', '/nowhere'],
    ['POST', generate],
    ['GET', '/api/v1/projects'],
  ] as const;
  assert.deepEqual(
    readRawAnswers(responses, asked).map(({ status }) => status),
    [404, 413, 200],
  );
});

test('who reads nothing before all is sent, and keeps no connection, still learns why it was refused', async () => {
  const head = (key: string, framing: string) =>
    `POST ${generate} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nConnection: close\r\n${framing}\r\n\r\n`;
  // More than the buffers of both ends take in.
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

test('who was told to go on, and then sends more than is accepted, still learns why it was refused', async () => {
  const socket = open();
  socket.write(
    `POST ${generate} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tenant.apiKey}\r\nContent-Type: application/json\r\n` +
      'Expect: 100-continue\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  // More than the buffers of both ends take in: all of it goes out before anything is read.
  const length = 20_000_000;
  await new Promise<void>((resolve, reject) => {
    socket.write(`${length.toString(16)}\r\n${' '.repeat(length)}\r\n0\r\n\r\n`, (error) =>
      error instanceof Error ? reject(error) : resolve(),
    );
  });
  assertProblem(await readAll(socket), 413, 'PAYLOAD_TOO_LARGE');
});

test('who announces a body and never sends it is answered all the same', async () => {
  const response = await exchange(
    `POST ${generate} HTTP/1.1\r\nHost: a\r\nX-Api-Key: none\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 10\r\n\r\n`,
  );
  assertProblem(response, 401, 'UNAUTHORIZED');
});
