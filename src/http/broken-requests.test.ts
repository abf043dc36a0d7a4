import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { answerBrokenRequests } from './broken-requests.ts';

/** What a server with short time limits answers to a request that never ends. */
async function answerTo(sent: string): Promise<string> {
  const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
  const server = createServer(limits, () => undefined);
  answerBrokenRequests(server, pino({ level: 'silent' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(sent);
  await once(socket, 'end');
  socket.destroy();
  server.closeAllConnections();
  server.close();
  return text;
}

test('a request that does not arrive in time is told so', async () => {
  for (const sent of [
    'GET / HTTP/1.1\r\nHost',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab',
  ]) {
    const text = await answerTo(sent);
    assert.match(text, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(text, /"code":"REQUEST_TIMEOUT"/);
  }
});
