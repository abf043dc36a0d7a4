import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import {
  createAuthority,
  startReceiver,
  startRawReceiver,
  trust,
  type Authority,
  type Certificate,
  type Receiver,
} from '../../test/helpers/receiver.ts';
import { createCallbackPoster, type CallbackResult, type CallbackPosterOptions } from './post-callback.ts';

const timeoutMs = 1_000;
const never = new AbortController().signal;
const closers: (() => void)[] = [];
let authority: Authority;
let certificate: Certificate;
before(async () => {
  authority = await createAuthority();
  certificate = await authority.issue({ dns: 'hooks.example', ip: '127.0.0.1' });
  trust(authority);
});
after(() => closers.forEach((close) => close()));

function keep<Server extends { close(): void }>(server: Server): Server {
  closers.push(() => server.close());
  return server;
}

const receive = async (answer: Parameters<typeof startReceiver>[1]): Promise<Receiver> =>
  keep(await startReceiver(certificate, answer));
const talk = async (act: (socket: TLSSocket) => void): Promise<number> =>
  keep(await startRawReceiver(certificate, act)).port;

async function post(
  url: string,
  { body = '{"a":1}', ...options }: Partial<CallbackPosterOptions> & { body?: string } = {},
): Promise<CallbackResult> {
  const poster = createCallbackPoster({ allow: ['127.0.0.0/8'], timeoutMs, ...options });
  return await poster({ url, headers: { 'x-one': 'two' }, body }, never);
}

/** Posts, and checks that the result is a refusal, is in time and does not reveal the network. */
async function refusal(
  url: string,
  options: Parameters<typeof post>[1] = {},
): Promise<Extract<CallbackResult, { ok: false }>> {
  const startedAt = performance.now();
  const answer = await post(url, options);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < timeoutMs + 20_000, `it took ${tookMs} ms`);
  assert.ok(!answer.ok, 'it was taken for delivered');
  assert.doesNotMatch(answer.reason, /127\.0|10\.0|ECONN|EAI_|\bUND_|:\d{4,5}/u);
  assert.match(answer.reason, /^The .*\.$/u);
  return answer;
}

/** The result of a delivery. */
const delivered = (statusCode: number, excerpt = ''): CallbackResult => ({
  ok: true,
  answer: { statusCode, excerpt },
});

const at = (port: number, path = '/'): string => `https://127.0.0.1:${port}${path}`;

describe('the request', () => {
  test('sends exactly the given bytes, as JSON, to path and query, over its own connection', async () => {
    const { port, received } = await receive((response) => response.end());
    const body = '{"name":"Žofie","n":1.0}';
    assert.deepEqual(await post(at(port, '/a%20b?token=1&x=%C3%A4#not-sent'), { body }), delivered(200));
    assert.deepEqual(await post(at(port)), delivered(200));
    const [first] = received;
    assert.equal(first?.path, '/a%20b?token=1&x=%C3%A4');
    assert.equal(first.body.toString(), body);
    assert.equal(first.headers['content-type'], 'application/json');
    assert.equal(first.headers['content-length'], String(Buffer.byteLength(body)));
    assert.equal(first.headers['x-one'], 'two');
    assert.equal(first.headers['user-agent'], 'platen');
    assert.equal(first.headers.connection, 'close');
    assert.equal(first.headers.host, `127.0.0.1:${port}`);
  });
});

describe('responses', () => {
  for (const status of [200, 201, 204, 250, 299]) {
    test(`${status} is a delivery`, async () => {
      const { port } = await receive((response) => response.writeHead(status).end());
      assert.deepEqual(await post(at(port)), delivered(status));
    });
  }

  for (const status of [300, 304, 400, 401, 404, 410, 429, 500, 503, 599, 600, 999]) {
    test(`${status} is a refusal`, async () => {
      const { port } = await receive((response) => response.writeHead(status).end('secret words'));
      const { isFinal, reason, answer } = await refusal(at(port));
      assert.equal(isFinal, false);
      assert.match(reason, new RegExp(`answered ${status}`, 'u'));
      assert.deepEqual(answer, { statusCode: status, excerpt: status === 304 ? '' : 'secret words' });
    });
  }

  test('keeps the beginning of the body, without control characters', async () => {
    const body = Buffer.from(`a\u001b[31m\tb\u0000\u202e\n${'é'.repeat(3_000)}`);
    const { port } = await receive((response) => response.writeHead(500).end(body));
    const { answer } = await refusal(at(port));
    assert.equal(answer?.excerpt, `a\uFFFD[31m\tb\uFFFD\uFFFD\n${'é'.repeat(500 - 11)}`);
    const bytes = await receive((response) => response.end(Buffer.from([0xff, 0xfe, 0x41])));
    assert.deepEqual(await post(at(bytes.port)), delivered(200, '\uFFFD\uFFFDA'));
  });

  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is a refusal, and its target is not visited`, async () => {
      const target = await receive((response) => response.end());
      const { port } = await receive((response) =>
        response.writeHead(status, { location: at(target.port, '/here') }).end(),
      );
      const { isFinal, reason } = await refusal(at(port));
      assert.equal(isFinal, false);
      assert.match(reason, /redirects are not followed/u);
      assert.equal(target.received.length, 0);
    });
  }

  test('a 2xx is a delivery even if its body fails', async () => {
    const resets = await receive((response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('x', () => response.socket?.destroy());
    });
    assert.deepEqual(await post(at(resets.port)), delivered(200, 'x'));

    const drips = await receive((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const startedAt = performance.now();
    const dripped = await post(at(drips.port), { timeoutMs: 30_000 });
    assert.ok(dripped.ok);
    assert.match(dripped.answer.excerpt, /^x+$/u);
    assert.ok(performance.now() - startedAt < 10_000);
  });

  test('hardly anything is read of a body of 100 MB', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const { port } = await receive((response) => {
      const chunk = Buffer.alloc(64 * 1024);
      response.writeHead(200, { 'content-length': String(1_600 * chunk.length) });
      const push = (): void => {
        if (response.destroyed || sent >= 1_600 * chunk.length) return;
        sent += chunk.length;
        response.write(chunk, (error) => (error ? undefined : push()));
      };
      response.on('close', () => closed.resolve());
      push();
    });
    assert.deepEqual(await post(at(port)), delivered(200, '\uFFFD'.repeat(500)));
    await closed.promise;
    // The kernel buffers part of it for both sockets.
    assert.ok(sent < 16 * 1024 * 1024, `${sent} bytes were taken`);
  });

  test('endless headers are a refusal', async () => {
    const port = await talk((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write(`x-${'a'.repeat(1000)}: b\r\n`), 1);
      socket.on('close', () => clearInterval(timer));
    });
    await refusal(at(port));
  });

  test('a response that is not HTTP is a refusal', async () => {
    const port = await talk((socket) => socket.end('220 mail.example ESMTP\r\n'));
    assert.match((await refusal(at(port))).reason, /proper HTTP/u);
  });

  test('a switch of protocols is a refusal', async () => {
    const port = await talk((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
    await refusal(at(port));
  });
});

describe('the deadline', () => {
  test('no response', async () => {
    const { port, received } = await receive(() => undefined);
    const { isFinal, reason } = await refusal(at(port));
    assert.equal(isFinal, false);
    assert.match(reason, /within 1 s/u);
    assert.equal(received.length, 1);
  });

  test('headers that arrive byte by byte', async () => {
    const port = await talk((socket) => {
      const text = 'HTTP/1.1 200 OK\r\nx-much: more\r\n\r\n';
      let sent = 0;
      const timer = setInterval(() => socket.write(text.charAt(sent++)), 60);
      socket.on('close', () => clearInterval(timer));
    });
    assert.match((await refusal(at(port))).reason, /within/u);
  });

  test('endless 102 responses', async () => {
    const port = await talk((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    assert.match((await refusal(at(port))).reason, /within/u);
  });

  test('a flood of 102 responses ends before the deadline', async () => {
    const port = await talk((socket) => {
      const many = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(500);
      const push = (): void => void socket.write(many, (error) => (error ? undefined : setImmediate(push)));
      push();
    });
    const { isFinal, reason } = await refusal(at(port), { timeoutMs: 600_000 });
    assert.equal(isFinal, false);
    assert.match(reason, /interim responses/u);
  });

  test('a flood of tiny chunks ends the body, and the delivery counts', async () => {
    const port = await talk((socket) => {
      const push = (): void =>
        void socket.write('1\r\nx\r\n'.repeat(1_000), (error) => (error ? undefined : setImmediate(push)));
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', push);
    });
    assert.deepEqual(await post(at(port), { timeoutMs: 600_000 }), delivered(200, 'x'.repeat(500)));
  });

  test('a few 102 responses, then 200', async () => {
    const port = await talk((socket) => {
      const interim = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(3);
      socket.write(`${interim}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`);
    });
    assert.deepEqual(await post(at(port)), delivered(200));
  });

  test('a server that accepts and never starts TLS', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).resume());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    assert.match((await refusal(at(port))).reason, /within/u);
    server.close();
  });

  test('a name server that does not answer', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    assert.match((await refusal('https://hooks.example/', { resolve })).reason, /within/u);
  });

  test('a signal that aborts first rejects with its reason', async () => {
    const gone = new AbortController();
    const { port } = await receive(() => gone.abort(new Error('gone')));
    const poster = createCallbackPoster({ allow: ['127.0.0.0/8'], timeoutMs: 60_000 });
    await assert.rejects(poster({ url: at(port), headers: {}, body: '' }, gone.signal), /gone/u);
  });
});

describe('connections', () => {
  test('a reset', async () => {
    const port = await talk((socket) => socket.destroy());
    assert.match((await refusal(at(port))).reason, /broke before it answered/u);
  });

  test('a closed port', async () => {
    const gone = await startReceiver(certificate, (response) => response.end());
    gone.close();
    assert.match((await refusal(at(gone.port))).reason, /refuses connections/u);
  });

  test('a certificate for another name', async () => {
    const other = keep(
      await startReceiver(await authority.issue({ dns: 'other.example' }), (response) => response.end()),
    );
    assert.match((await refusal(at(other.port))).reason, /certificate is for another name/u);
    assert.equal(other.received.length, 0);
  });

  test('a certificate of an unknown authority', async () => {
    const unknown = await createAuthority();
    const server = keep(
      await startReceiver(await unknown.issue({ ip: '127.0.0.1' }), (response) => response.end()),
    );
    assert.match((await refusal(at(server.port))).reason, /cannot be verified/u);
    assert.equal(server.received.length, 0);
  });

  test('plain HTTP at an https URL', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    assert.match((await refusal(at((server.address() as AddressInfo).port))).reason, /TLS/u);
    server.close();
  });
});

describe('addresses', () => {
  test('a name is resolved once, and the connection goes to the checked address', async () => {
    const { port, received } = await receive((response) => response.end());
    let asked = 0;
    const resolve = () => Promise.resolve(asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
    assert.deepEqual(await post(`https://hooks.example:${port}/`, { resolve }), delivered(200));
    assert.equal(asked, 1);
    assert.equal(received[0]?.headers.host, `hooks.example:${port}`);
  });

  for (const [what, addresses] of [
    ['a private address', ['10.0.0.1']],
    ['a private address among others', ['93.184.216.34', '192.168.0.1']],
    ['the metadata address', ['169.254.169.254']],
  ] as const) {
    test(`a name with ${what} is never tried again`, async () => {
      const { isFinal } = await refusal('https://hooks.example/', {
        resolve: () => Promise.resolve(addresses),
      });
      assert.equal(isFinal, true);
    });
  }

  for (const url of [
    'http://hooks.example/',
    'https://me@hooks.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'nonsense',
  ]) {
    test(`${url} is never tried again`, async () => {
      assert.equal((await refusal(url, { allow: [] })).isFinal, true);
    });
  }

  test('a name that does not resolve is tried again', async () => {
    const failing = (code: string) => () => Promise.reject(Object.assign(new Error('no'), { code }));
    const missing = await refusal('https://hooks.example/', { resolve: failing('ENOTFOUND') });
    assert.equal(missing.isFinal, false);
    // A private name gets the same reason, so that callbacks do not reveal which names exist here.
    const hidden = await refusal('https://hooks.example/', { resolve: () => Promise.resolve(['10.0.0.1']) });
    assert.equal(missing.reason, hidden.reason);
    assert.match(hidden.reason, /public.*OUTBOUND_ALLOW/);
    const silent = await refusal('https://hooks.example/', { resolve: failing('EAI_AGAIN') });
    assert.equal(silent.isFinal, false);
    assert.match(silent.reason, /name server does not answer/u);
  });
});
