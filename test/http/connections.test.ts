/** Too many connections: what those over a limit get, and that others do not notice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { startTestService, type TestService } from '../helpers/http.ts';
import { readRawAnswers, type RawAnswer } from '../helpers/requests.ts';

/** Runs `use` with a service, then closes the connections that the test has opened, and the service. */
async function withService(
  env: Record<string, string>,
  use: (client: ReturnType<typeof createClient>) => Promise<void>,
): Promise<void> {
  const service = await startTestService({ env });
  const client = createClient(service);
  try {
    await use(client);
  } finally {
    client.closeAll();
    await service.close();
  }
}

function createClient({ url }: TestService) {
  const sockets: Socket[] = [];
  /** Opens a connection and sends nothing. */
  const open = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => open()));
  /** Sends a request and reads until the server closes the connection. */
  const get = async (path: string, localAddress?: string): Promise<RawAnswer> => {
    const socket = await open(localAddress);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await once(socket, 'end');
    const [answer] = readRawAnswers(Buffer.concat(chunks).toString('latin1'), [['GET', path]]);
    assert.ok(answer);
    return answer;
  };
  const untilStatus = async (status: number): Promise<void> => {
    while ((await get('/api/v1/projects')).status !== status) continue;
  };
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return { get, openMany, untilStatus, closeAll };
}

test('a connection over the limit gets 503 and is closed; the liveness check goes on', async () => {
  await withService({ MAX_CONNECTIONS: '3' }, async ({ get, openMany, untilStatus, closeAll }) => {
    await openMany(3);
    await untilStatus(503);
    const { status, headers, body } = await get('/api/v1/projects', '127.0.0.2');
    assert.equal(status, 503);
    assert.equal((JSON.parse(body) as { code: string }).code, 'SERVICE_UNAVAILABLE');
    assert.equal(headers.get('connection'), 'close');
    assert.equal((await get('/healthz')).status, 200);
    closeAll();
    await untilStatus(401);
  });
});

test('an address with too many connections takes none from another address', async () => {
  const env = { MAX_CONNECTIONS: '4', MAX_CONNECTIONS_PER_ADDRESS: '3' };
  await withService(env, async ({ get, openMany, untilStatus }) => {
    await openMany(3);
    await untilStatus(503);
    // With these more are open than the limit in all, but those over the limit of their address do not count.
    await openMany(5);
    assert.equal((await get('/api/v1/projects', '127.0.0.2')).status, 401);
  });
});

test('without a limit for each address the limit in all holds', async () => {
  const env = { MAX_CONNECTIONS: '3', MAX_CONNECTIONS_PER_ADDRESS: 'off' };
  await withService(env, async ({ openMany, untilStatus }) => {
    await openMany(3);
    await untilStatus(503);
  });
});

test('connections stay open for KEEP_ALIVE_TIMEOUT, which answers name', async () => {
  const service = await startTestService({ env: { KEEP_ALIVE_TIMEOUT: '7s' } });
  try {
    const { headers } = await service.send('GET', '/healthz');
    assert.equal(headers.get('keep-alive'), 'timeout=7');
  } finally {
    await service.close();
  }
});
