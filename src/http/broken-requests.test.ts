import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { answerBrokenRequests } from './broken-requests.ts';

const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };

/** What a server with short time limits answers to a request that never ends, and that it then closes. */
async function answerTo(sent: string): Promise<string> {
  const server = createServer(limits, () => undefined);
  answerBrokenRequests(server, pino({ level: 'silent' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // A client that never closes its side.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [accepted] = (await once(server, 'connection')) as [Socket];
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(sent);
  await Promise.all([once(socket, 'end'), once(accepted, 'close')]);
  socket.destroy();
  server.close();
  return text;
}

test('answers 408 to a request that does not arrive in time', async () => {
  for (const sent of [
    '',
    'GET / HTTP/1.1\r\nHost',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab',
  ]) {
    const text = await answerTo(sent);
    assert.match(text, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(text, /"code":"REQUEST_TIMEOUT"/);
  }
});

test('answers many requests whose time is over in several turns of the event loop', async (t) => {
  const server = createServer(limits, () => undefined);
  answerBrokenRequests(server, pino({ level: 'silent' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { end } = Socket.prototype;
  let inTurn = 0;
  let most = 0;
  t.mock.method(Socket.prototype, 'end', function (this: Socket, ...given: unknown[]) {
    if (String(given[0]).startsWith('HTTP/1.1 408')) {
      inTurn += 1;
      most = Math.max(most, inTurn);
      setImmediate(() => (inTurn = 0));
    }
    return Reflect.apply(end, this, given) as Socket;
  });
  const answers = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.write('GET / HTTP/1.1\r\nHost');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return answer.toString();
    }),
  );
  server.close();
  assert.ok(answers.every((answer) => answer.startsWith('HTTP/1.1 408')));
  assert.ok(most > 1 && most <= 20, String(most));
});

test('closes the connection of a CONNECT, whether the client closes it or not', async () => {
  const text = await answerTo('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
  assert.match(text, /^HTTP\/1\.1 405 Method Not Allowed\r\n/);
});
