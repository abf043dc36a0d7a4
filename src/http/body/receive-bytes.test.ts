import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { problems } from '../../domain/problems/catalogue.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { createBodyMemory } from './body-memory.ts';
import { ClientGoneError, receiveBytes } from './receive-bytes.ts';

const maxBytes = 1_000_000;

/** Sends the text of a request, and returns what `receiveBytes` makes of it. */
async function receive(text: string, { windowMs = 60_000, ends = false } = {}): Promise<Uint8Array[]> {
  const { promise, resolve } = Promise.withResolvers<Promise<Uint8Array[]>>();
  const server = createServer((request: IncomingMessage) => {
    const share = createBodyMemory(maxBytes).open('a');
    resolve(receiveBytes(request, { maxBytes, tooLarge: problems.payloadTooLarge, share, windowMs }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  if (ends) socket.end();
  try {
    return await promise.then((blocks) => blocks);
  } finally {
    socket.destroy();
    server.close();
  }
}

const head = 'POST / HTTP/1.1\r\nHost: a\r\n';

test('collects chunks of one byte in few blocks', async () => {
  const blocks = await receive(
    `${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(100_000)}0\r\n\r\n`,
  );
  assert.equal(Buffer.concat(blocks).toString(), 'x'.repeat(100_000));
  assert.equal(blocks.length, 2);
});

test('takes no more memory than a small body announces', async () => {
  const blocks = await receive(`${head}Content-Length: 5\r\n\r\nhello`);
  assert.equal(Buffer.concat(blocks).toString(), 'hello');
  assert.equal(blocks[0]?.buffer.byteLength, 5);
});

test('refuses a body that is too large or stops to arrive', async () => {
  const tooLarge = `${head}Transfer-Encoding: chunked\r\n\r\nf4241\r\n${'x'.repeat(maxBytes + 1)}\r\n`;
  const hasStatus = (status: number) => (error: unknown) =>
    error instanceof Problem && error.status === status;
  await assert.rejects(receive(tooLarge), hasStatus(413));
  const stopped = `${head}Content-Length: 1000\r\n\r\nhello`;
  await assert.rejects(receive(stopped, { windowMs: 20 }), hasStatus(408));
  await assert.rejects(receive(stopped, { ends: true }), ClientGoneError);
});
