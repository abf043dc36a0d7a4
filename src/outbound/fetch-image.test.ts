import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { createImageFetcher, type ImageFetcherOptions } from './fetch-image.ts';
import { refusalMs } from './permitted-addresses.ts';
import type { Resolver } from './system-resolver.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const defaults: ImageFetcherOptions = { allow: ['127.0.0.0/8'], maxBytes: 10_000, timeoutMs: 5000 };
const closers: (() => void)[] = [];
after(() => closers.forEach((close) => close()));

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  server.on('secureConnection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

const serve = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(createServer(answer));

/** A server that writes the given bytes at the given times. */
const speak = (talk: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => talk(socket));
    }),
  );

async function failure(url: string, options: Partial<ImageFetcherOptions> = {}) {
  const fetched = await createImageFetcher({ ...defaults, ...options })(url);
  assert.equal(fetched.ok, false, 'the fetch should have failed');
  return fetched;
}

async function assertFails(
  url: string,
  kind: string,
  fault: string,
  options: Partial<ImageFetcherOptions> = {},
) {
  const { kind: actualKind, fault: actualFault, detail } = await failure(url, options);
  assert.deepEqual([actualKind, actualFault], [kind, fault], `${url}: ${detail}`);
  assert.doesNotMatch(detail, /127\.0|10\.0|ECONN|EAI_/u, 'no internals in messages');
}

describe('bytes as they arrive', () => {
  it('are reported, and the caller may stop the fetch', async () => {
    const picture = Buffer.concat([png, Buffer.alloc(5000)]);
    let end = (): unknown => undefined;
    const port = await serve((_request, response) => {
      response.write(picture.subarray(0, 3000));
      end = () => response.writableEnded || response.end(picture.subarray(3000));
    });
    const fetchImage = createImageFetcher(defaults);
    let reported = 0;
    const count = (bytes: number): number => {
      reported += bytes;
      end();
      return 0;
    };
    assert.ok((await fetchImage(`http://127.0.0.1:${port}/`, undefined, count)).ok);
    assert.equal(reported, picture.length);

    const full = new AbortController();
    const reason = new Error('full');
    const stop = (): number => {
      full.abort(reason);
      return 0;
    };
    await assert.rejects(fetchImage(`http://127.0.0.1:${port}/`, full.signal, stop), reason);
  });
});

describe('a wait between two chunks', () => {
  it('delays the rest, which then arrives', async () => {
    const picture = Buffer.concat([png, Buffer.alloc(5000)]);
    let end = (): unknown => undefined;
    const port = await serve((_request, response) => {
      response.write(picture.subarray(0, 3000));
      end = () => response.writableEnded || response.end(picture.subarray(3000));
    });
    const arrivedAt: number[] = [];
    const wait = (): number => {
      arrivedAt.push(performance.now());
      end();
      return 100;
    };
    const fetched = await createImageFetcher(defaults)(`http://127.0.0.1:${port}/`, undefined, wait);
    assert.ok(fetched.ok);
    assert.equal(fetched.bytes.length, picture.length);
    const [first = 0, second = 0] = arrivedAt;
    // A timer may fire a millisecond early.
    assert.ok(second - first >= 99, `${second - first} ms`);
  });

  // Each answer says `Connection: close`, as ours ask for.
  const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
  const picture = Buffer.concat([png, Buffer.alloc(200)]);
  const whole = `${head}content-length: ${picture.length}\r\n\r\n`;
  const ends: readonly { readonly how: string; readonly isOk: boolean; talk(socket: Socket): void }[] = [
    {
      how: 'the server closes the connection after all bytes',
      isOk: true,
      talk: (socket) => socket.write(whole) && socket.end(picture),
    },
    {
      how: 'the server closes the connection, which ends an image of unknown length',
      isOk: true,
      talk: (socket) => socket.write(`${head}\r\n`) && socket.end(picture),
    },
    {
      how: 'the server closes the connection too early',
      isOk: false,
      talk: (socket) => socket.write(whole) && socket.end(picture.subarray(0, 100)),
    },
    {
      how: 'the server resets the connection',
      isOk: false,
      talk(socket) {
        socket.write(whole);
        // A reset discards bytes that the client has not read; nothing shows when it has read them.
        socket.write(picture.subarray(0, 100), () => setTimeout(() => socket.resetAndDestroy(), 20));
      },
    },
  ];
  for (const { how, isOk, talk } of ends) {
    it(`${how}: ${isOk ? 'the image is whole' : 'the image has failed'}`, async () => {
      const port = await speak(talk);
      const fetched = await createImageFetcher(defaults)(`http://127.0.0.1:${port}/`, undefined, () => 200);
      assert.equal(fetched.ok, isOk, JSON.stringify(fetched));
      if (fetched.ok) assert.deepEqual(Buffer.from(fetched.bytes), picture);
    });
  }

  it('the caller leaves: the fetch rejects with the reason', async () => {
    const port = await speak((socket) => socket.write(whole) && socket.write(picture.subarray(0, 100)));
    const leaves = new AbortController();
    const leave = (): number => {
      setImmediate(() => leaves.abort(new Error('gone')));
      return 10_000;
    };
    const url = `http://127.0.0.1:${port}/`;
    await assert.rejects(createImageFetcher(defaults)(url, leaves.signal, leave), /gone/u);
  });

  it('the time is over: the image has failed', async () => {
    const port = await speak((socket) => socket.write(whole) && socket.write(picture.subarray(0, 100)));
    const fetchImage = createImageFetcher({ ...defaults, timeoutMs: 50 });
    const fetched = await fetchImage(`http://127.0.0.1:${port}/`, undefined, () => 10_000);
    assert.equal(fetched.ok ? null : fetched.kind, 'timeout');
  });
});

describe('createImageFetcher', () => {
  let port = 0;
  let requests: IncomingMessage[] = [];
  before(async () => {
    port = await serve((request, response) => {
      requests.push(request);
      const url = new URL(request.url ?? '/', 'http://x');
      const hops = Number(url.searchParams.get('hops'));
      const to = url.searchParams.get('to');
      if (to !== null) return response.writeHead(302, { location: to, 'set-cookie': 'a=b' }).end('moved');
      if (hops > 0) return response.writeHead(307, { location: `/?hops=${hops - 1}` }).end();
      const status = Number(url.searchParams.get('status') ?? 200);
      response.writeHead(status, { 'content-type': 'text/html' }).end(png);
    });
  });

  it('fetches an image whatever its Content-Type says', async () => {
    requests = [];
    const fetched = await createImageFetcher(defaults)(`http://127.0.0.1:${port}/a%20b?c=d#e`);
    assert.ok(fetched.ok);
    assert.deepEqual(Buffer.from(fetched.bytes), png);
    assert.equal(requests[0]?.url, '/a%20b?c=d');
    assert.equal(requests[0]?.headers['accept-encoding'], 'identity');
    assert.equal(requests[0]?.headers.cookie, undefined);
  });

  it('follows five redirects, also relative ones, and sends no cookies', async () => {
    requests = [];
    const fetched = await createImageFetcher(defaults)(`http://127.0.0.1:${port}/?hops=5`);
    assert.ok(fetched.ok);
    assert.equal(requests.length, 6);
    assert.ok(requests.every(({ headers }) => headers.cookie === undefined));
  });

  it('stops at the sixth', () => assertFails(`http://127.0.0.1:${port}/?hops=6`, 'redirects', 'value'));

  for (const to of [
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://0x0a.1/',
    '//10.0.0.1/',
    'file:///etc/passwd',
  ]) {
    it(`refuses a redirect to ${to}`, () =>
      assertFails(
        `http://127.0.0.1:${port}/?to=${encodeURIComponent(to)}`,
        to.startsWith('file:') ? 'refused' : 'not-public',
        'value',
      ));
  }
  it('refuses user-info in a redirect', () =>
    assertFails(
      `http://127.0.0.1:${port}/?to=${encodeURIComponent(`http://u:p@127.0.0.1:${port}/`)}`,
      'refused',
      'value',
    ));

  const literals = [
    '0x7f.1',
    '2130706433',
    '127.1',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '[::ffff:7f00:1]',
    '[::1]',
  ];
  literals.push(
    '10.0.0.1',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[3fff::1]',
    '168.63.129.16',
  );
  for (const host of literals) {
    it(`refuses ${host} without a connection`, async () => {
      requests = [];
      await assertFails(`http://${host}:${port}/`, 'not-public', 'value', { allow: [] });
      assert.equal(requests.length, 0);
    });
  }

  it('refuses user-info, other schemes and malformed URLs', async () => {
    await assertFails(`http://user@127.0.0.1:${port}/`, 'refused', 'value');
    await assertFails('ftp://127.0.0.1/', 'refused', 'value');
    await assertFails('http://', 'malformed', 'value');
    await assertFails('http://a:99999/', 'malformed', 'value');
  });

  it('refuses a name when one of its addresses is private, and asks once', async () => {
    let asked = 0;
    const resolve = () => Promise.resolve((asked++, ['1.1.1.1', '10.0.0.1']));
    await assertFails(`http://mixed.example:${port}/`, 'not-public', 'value', { resolve });
    assert.equal(asked, 1);
  });

  it('connects to the address that was checked, even if the name resolves differently later', async () => {
    let asked = 0;
    const resolve = () => Promise.resolve(asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
    requests = [];
    const fetched = await createImageFetcher({ ...defaults, resolve })(`http://rebind.example:${port}/`);
    assert.ok(fetched.ok);
    assert.equal(asked, 1);
    assert.equal(requests[0]?.headers.host, `rebind.example:${port}`);
  });

  it('tries the next address if the first refuses', async () => {
    const closed = await serve(() => undefined);
    closers.pop()?.();
    const resolve = () => Promise.resolve(['127.0.0.2', '127.0.0.1']);
    assert.ok((await createImageFetcher({ ...defaults, resolve })(`http://two.example:${port}/`)).ok);
    await assertFails(`http://127.0.0.1:${closed}/`, 'connect', 'origin');
  });

  it('distinguishes missing names from name servers that do not answer', async () => {
    const fail = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
    await assertFails('http://none.example/', 'not-found-host', 'value', { resolve: fail('ENOTFOUND') });
    await assertFails('http://none.example/', 'dns-no-answer', 'origin', { resolve: fail('EAI_AGAIN') });
    await assertFails('http://nobody.invalid/', 'not-found-host', 'value');
  });

  it('does not reveal whether a name is private or does not exist, neither by text nor by time', async () => {
    const resolvers: Resolver[] = [
      () => Promise.resolve(['10.0.0.1']),
      () => Promise.resolve([]),
      () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' })),
      () => Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' })),
    ];
    const answers = await Promise.all(
      resolvers.map(async (resolve) => {
        const startedAt = performance.now();
        const { detail, fault } = await failure('http://intranet.example/', { resolve });
        assert.ok(performance.now() - startedAt >= refusalMs - 2);
        return { detail, fault };
      }),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.match(answers[0]?.detail ?? '', /public.*OUTBOUND_ALLOW/);
    // A redirect reveals it no more than the URL itself.
    const redirected = await failure(
      `http://127.0.0.1:${port}/?to=${encodeURIComponent('http://x.invalid/')}`,
    );
    assert.equal(redirected.detail, answers[0]?.detail);
  });

  it('a 4xx is the fault of the URL, a 5xx of the server', async () => {
    await assertFails(`http://127.0.0.1:${port}/?status=404`, 'status-4xx', 'value');
    await assertFails(`http://127.0.0.1:${port}/?status=204`, 'status-4xx', 'value');
    await assertFails(`http://127.0.0.1:${port}/?status=503`, 'status-5xx', 'origin');
  });
});

describe('limits of createImageFetcher', () => {
  const timeoutMs = 400;

  it('has one deadline over a silent name server', () =>
    assertFails('http://slow.example/', 'timeout', 'origin', {
      timeoutMs,
      resolve: () => new Promise(() => undefined),
    }));

  it('over a silent server', async () => {
    const port = await serve(() => undefined);
    await assertFails(`http://127.0.0.1:${port}/`, 'timeout', 'origin', { timeoutMs });
  });

  it('over a flood of interim responses', async () => {
    const port = await speak((socket) => {
      const flood = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(flood));
    });
    await assertFails(`http://127.0.0.1:${port}/`, 'timeout', 'origin', { timeoutMs });
  });

  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  const start = Buffer.concat([
    Buffer.from(`${chunked}${png.length.toString(16)}\r\n`),
    png,
    Buffer.from('\r\n'),
  ]);
  for (const [what, head, more] of [
    ['interim responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['long interim responses', '', `HTTP/1.1 103 Early Hints\r\nlink: ${'a'.repeat(9_000)}\r\n\r\n`],
    ['chunks of one byte', start, '1\r\nx\r\n'],
    ['chunks with long extensions', start, `40;${'a'.repeat(2_000)}\r\n${'x'.repeat(0x40)}\r\n`],
    ['one endless extension of a chunk', Buffer.concat([start, Buffer.from('1;')]), 'a'.repeat(1_000)],
    ['trailers', Buffer.concat([start, Buffer.from('0\r\n')]), `x: ${'a'.repeat(1_000)}\r\n`],
    ['headers', 'HTTP/1.1 200 OK\r\n', `x: ${'a'.repeat(1_000)}\r\n`],
  ] as const) {
    it(`stops reading a flood of ${what} long before the deadline`, async () => {
      const port = await speak((socket) => {
        const flood = (): void =>
          void socket.write(more.repeat(100), (error) => (error ? undefined : setImmediate(flood)));
        socket.write(head, flood);
      });
      const unlimited = { timeoutMs: 600_000, maxBytes: 1e9 };
      await assertFails(`http://127.0.0.1:${port}/`, 'connect', 'origin', unlimited);
    });
  }

  it('accepts a few interim responses, small chunks and extensions of chunks', async () => {
    const picture = Buffer.concat([png, Buffer.alloc(9_000)]);
    const port = await speak((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(5));
      socket.write(chunked);
      for (let at = 0; at < picture.length; at += 50) {
        const part = picture.subarray(at, at + 50);
        socket.write(`${part.length.toString(16)};a=b\r\n`);
        socket.write(part);
        socket.write('\r\n');
      }
      socket.end('0\r\n\r\n');
    });
    const fetched = await createImageFetcher(defaults)(`http://127.0.0.1:${port}/`);
    assert.ok(fetched.ok, JSON.stringify(fetched));
    assert.deepEqual(Buffer.from(fetched.bytes), picture);
  });

  it('over a body that arrives slowly', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200);
      response.write(png.subarray(0, 8));
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    await assertFails(`http://127.0.0.1:${port}/`, 'timeout', 'origin', { timeoutMs });
  });

  it('over an endless handshake', async () => {
    const port = await speak(() => undefined);
    await assertFails(`https://127.0.0.1:${port}/`, 'timeout', 'origin', { timeoutMs });
  });

  it('limits the bytes, announced or not', async () => {
    const big = Buffer.concat([png, Buffer.alloc(20_000)]);
    const announced = await serve((_, response) =>
      response.writeHead(200, { 'content-length': big.length }).end(big),
    );
    await assertFails(`http://127.0.0.1:${announced}/`, 'too-large', 'value');
    const endless = await serve((_, response) => {
      response.write(png);
      const flow = setInterval(() => response.write(Buffer.alloc(1000)), 1);
      response.on('close', () => clearInterval(flow));
    });
    await assertFails(`http://127.0.0.1:${endless}/`, 'too-large', 'value');
  });

  it('refuses other files than images, empty ones and compressed ones', async () => {
    for (const body of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '']) {
      const port = await serve((_, response) =>
        response.writeHead(200, { 'content-type': 'image/png' }).end(body),
      );
      await assertFails(`http://127.0.0.1:${port}/`, 'not-image', 'value');
    }
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(png),
    );
    await assertFails(`http://127.0.0.1:${port}/`, 'not-image', 'value');
  });

  it('says that a web page is none', async () => {
    for (const [type, body] of [
      ['text/html; charset=utf-8', 'Sign in to see this picture'],
      ['image/png', '\n<!DOCTYPE html><title>Photo</title>'],
    ] as const) {
      const port = await serve((_, response) => response.writeHead(200, { 'content-type': type }).end(body));
      const { kind, detail } = await failure(`http://127.0.0.1:${port}/`);
      assert.equal(kind, 'not-image');
      assert.match(detail, /^is a web page, not an image: give the address of the file itself/);
    }
  });

  it('an incomplete body or broken HTTP is the fault of the server', async () => {
    const short = await speak((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n\x89PNG'),
    );
    await assertFails(`http://127.0.0.1:${short}/`, 'connect', 'origin');
    const chatter = await speak((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    await assertFails(`http://127.0.0.1:${chatter}/`, 'connect', 'origin');
  });

  it('rejects with the reason of the signal', async () => {
    const port = await serve(() => undefined);
    const leaves = new AbortController();
    const fetching = createImageFetcher(defaults)(`http://127.0.0.1:${port}/`, leaves.signal);
    leaves.abort(new Error('gone'));
    await assert.rejects(fetching, /gone/u);
  });
});

describe('TLS', () => {
  const longChunk = `100;${'a'.repeat(2_000)}\r\n${png.toString('latin1').padEnd(0x100)}\r\n`;
  let port = 0;
  const asked: unknown[] = [];
  before(async () => {
    const notAfterDate = new Date(Date.now() + 864e5);
    const authority = await generate([{ name: 'commonName', value: 'Test CA' }], {
      notAfterDate,
      extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
    });
    const leaf = await generate([{ name: 'commonName', value: 'pictures.example' }], {
      notAfterDate,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'pictures.example' }] }],
      ca: { key: authority.private, cert: authority.cert },
    });
    setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
    const server = createTlsServer({ key: leaf.private, cert: leaf.cert }, ({ url }, response) => {
      if (url === '/flood')
        response.socket?.write(
          `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${longChunk.repeat(100)}`,
          'latin1',
        );
      else response.end(png);
    });
    server.on('secureConnection', (socket) => asked.push(socket.servername));
    server.on('tlsClientError', () => undefined);
    port = await listen(server);
  });
  const resolve = () => Promise.resolve(['127.0.0.1']);

  it('requests the URL’s name at the checked address', async () => {
    const fetched = await createImageFetcher({ ...defaults, resolve })(`https://pictures.example:${port}/`);
    assert.ok(fetched.ok, JSON.stringify(fetched));
    assert.equal(asked.at(-1), 'pictures.example');
  });

  it('counts what a server sends besides the image', async () => {
    const { kind, detail } = await failure(`https://pictures.example:${port}/flood`, { resolve });
    assert.equal(kind, 'connect');
    assert.match(detail, /too much besides the content/u);
  });

  it('refuses a certificate for another name, or one without the address', async () => {
    const { detail, kind } = await failure(`https://other.example:${port}/`, { resolve });
    assert.equal(kind, 'connect');
    assert.match(detail, /certificate/u);
    assert.equal((await failure(`https://127.0.0.1:${port}/`)).kind, 'connect');
  });
});
