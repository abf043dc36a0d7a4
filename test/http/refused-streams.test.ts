import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestService } from '../helpers/http.ts';
import { fetchEvents } from '../helpers/requests.ts';
import { createUser } from '../helpers/studio.ts';

const attempts = 20;
/** More than an account may open at once. */
const burst = 80;

test('streams that are opened in masses are refused without a statement of the database', async () => {
  const service = await startTestService();
  try {
    const { token } = await createUser(service.db);
    const other = await createUser(service.db);
    const open = (of: string): Promise<number> =>
      fetchEvents(service, {
        headers: { Cookie: `platen_session=${of}` },
        signal: AbortSignal.timeout(1_000),
      }).then(
        async ({ status, body }) => {
          await body?.cancel();
          return status;
        },
        () => 0,
      );
    const statuses: number[] = [];
    for (let attempt = 0; attempt < attempts && !statuses.includes(429); attempt += 1) {
      await Promise.all(Array.from({ length: burst }, () => open(token)));
      // A token is due after half a second at most. On a slow machine that may be over by now.
      const lock = await service.db.transaction();
      await lock.raw('lock table sessions in access exclusive mode');
      statuses.push(await open(token));
      await lock.rollback();
    }
    assert.ok(statuses.includes(429), statuses.join());
    assert.equal(await open(other.token), 200);
  } finally {
    await service.close();
  }
});

test('a client that waits for no refusal loses its connection; others are answered at once', async () => {
  const service = await startTestService();
  try {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    const request = 'GET /studio/events HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(request.repeat(6_000));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const { status } = await fetchEvents(service);
    assert.equal(status, 401);
    await closed;
    assert.ok(socket.bytesRead > 0);
  } finally {
    await service.close();
  }
});
