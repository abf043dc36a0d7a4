import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { after, before, beforeEach, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendReply } from './respond.ts';
import { UnreadAnswers } from './unread-answers.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';

const mebibyte = 1024 * 1024;
/** More than the socket buffers of both sides hold. */
const answerBytes = 16 * mebibyte;
const limits = { maxBytes: 40 * mebibyte, minBytes: 64 * 1024, windowMs: 30_000 };

let unread: UnreadAnswers;
let server: Server;
/** What the server sends instead of `answerBytes` of memory. */
let stream: Readable | null;
before(async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  server = createServer((incoming, response) => {
    const content = stream === null ? { bytes: Buffer.alloc(answerBytes) } : { stream };
    const reply = {
      status: 200,
      headers: {},
      mediaType: 'image/png',
      contentLength: answerBytes,
      ...content,
    };
    const owner = String(incoming.headers['x-owner']);
    sendReply(response, reply, (waiting, bytes) => unread.watch(waiting, owner, bytes)).catch(() =>
      response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  unread = new UnreadAnswers(limits);
  stream = null;
});
after(() => {
  mock.timers.reset();
  server.closeAllConnections();
  server.close();
});

/** Sends requests on one connection, and reads nothing. Resolves once answers have begun to arrive. */
async function request(owner: string, { requests = 1 } = {}): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Owner: ${owner}\r\n\r\n`.repeat(requests));
  await once(socket, 'readable');
  return socket;
}

/** Reads at least this many bytes, or until the server closes the connection. Returns the count. */
async function read(socket: Socket, bytes: number): Promise<number> {
  let count = 0;
  while (count < bytes && !socket.readableEnded && !socket.destroyed) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) await sleep(1);
    else count += chunk.length;
  }
  return count;
}

async function untilHeld(bytes: number): Promise<void> {
  await waitUntil(() => unread.bytes === bytes);
}

test('ends an answer that its client does not read', async () => {
  const socket = await request('a');
  await untilHeld(answerBytes);
  // Until the buffers are full the client makes progress.
  while (unread.bytes > 0) {
    mock.timers.tick(limits.windowMs);
    await sleep(10);
  }
  assert.ok((await read(socket, Infinity)) < answerBytes);
});

test('sends all to a client that reads slowly but steadily', async () => {
  const socket = await request('a');
  let count = 0;
  while (count < answerBytes) {
    // The kernel reports progress when a part of its buffer is free.
    count += await read(socket, Math.min(answerBytes / 2, answerBytes - count));
    mock.timers.tick(limits.windowMs);
  }
  await untilHeld(0);
  socket.destroy();
});

test('waits for storage as long as it takes', async () => {
  const file = new PassThrough();
  stream = file;
  file.write('a');
  const socket = await request('a');
  for (let window = 0; window < 10; window += 1) mock.timers.tick(limits.windowMs);
  file.end(Buffer.alloc(answerBytes - 1));
  assert.ok((await read(socket, answerBytes)) >= answerBytes);
  socket.destroy();
});

test('with too many bytes in memory ends the slowest answer of the account that holds most', async () => {
  const slowest = await request('attacker');
  const faster = await request('attacker');
  await read(faster, 4 * mebibyte);
  const neighbour = await request('neighbour');
  await untilHeld(2 * answerBytes);
  assert.ok((await read(slowest, Infinity)) < answerBytes);
  await request('attacker');
  await untilHeld(2 * answerBytes);
  assert.ok((await read(neighbour, answerBytes)) >= answerBytes);
  assert.ok((await read(faster, Infinity)) < answerBytes);
  server.closeAllConnections();
  await untilHeld(0);
});

test('forgets the answers of a connection that ends before they begin', async () => {
  const socket = await request('a', { requests: 2 });
  await untilHeld(2 * answerBytes);
  socket.destroy();
  while (unread.bytes > 0) {
    await sleep(10);
    mock.timers.tick(limits.windowMs);
  }
});
