import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
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

test('closes the connection of a CONNECT, whether the client closes it or not', async () => {
  const text = await answerTo('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
  assert.match(text, /^HTTP\/1\.1 405 Method Not Allowed\r\n/);
});
