import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchElsewhere } from '../../test/helpers/requests.ts';
import { sendReply } from './respond.ts';

const size = 12 * 1024 * 1024;
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('bytes of an answer, given away with it', () => {
  let next = new Uint8Array();
  let givesBytesAway = true;
  const server = createServer((_request, response) => {
    void sendReply(response, {
      status: 200,
      headers: {},
      mediaType: 'image/png',
      bytes: next,
      givesBytesAway,
    });
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  async function ask(): Promise<Response> {
    const { port } = server.address() as AddressInfo;
    return await fetchElsewhere(`http://127.0.0.1:${port}`);
  }

  async function until(holds: () => boolean): Promise<void> {
    for (let attempt = 0; attempt < 500 && !holds(); attempt += 1) await pause(20);
    assert.ok(holds());
  }

  test('arrive whole at a client that takes its time, and are gone once they are sent', async () => {
    // More than the system takes off the server's hands while nobody reads.
    const bytes = Buffer.allocUnsafeSlow(size);
    randomBytes(1024 * 1024).copy(bytes);
    for (let at = 1024 * 1024; at < size; at += 1024 * 1024) bytes.copyWithin(at, 0, 1024 * 1024);
    const hash = hashOf(bytes);
    next = bytes;
    const response = await ask();
    await pause(300);
    assert.equal(bytes.length, size, 'what is not sent stays');
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      if (chunks.length % 50 === 0) await pause(5);
    }
    assert.equal(hashOf(Buffer.concat(chunks)), hash);
    await until(() => bytes.length === 0);
  });

  test('of a client that leaves in the middle are left alone, and those of the next one are whole', async () => {
    const left = Buffer.allocUnsafeSlow(size).fill(1);
    next = left;
    await (await ask()).body?.cancel();
    const bytes = Buffer.allocUnsafeSlow(size).fill(2);
    next = bytes;
    assert.equal(hashOf(await (await ask()).bytes()), hashOf(Buffer.alloc(size, 2)));
    await until(() => bytes.length === 0);
    assert.equal(left.length, size);
  });

  test('are there for the next answer where they are kept', async () => {
    givesBytesAway = false;
    next = Buffer.allocUnsafeSlow(size).fill(4);
    for (let answer = 0; answer < 2; answer += 1) {
      assert.equal(hashOf(await (await ask()).bytes()), hashOf(Buffer.alloc(size, 4)));
      await pause(50);
    }
    givesBytesAway = true;
  });

  test('that lie in memory which others use, too, do not take that with them', async () => {
    const memory = Buffer.allocUnsafeSlow(100).fill(3);
    next = memory.subarray(0, 10);
    assert.equal((await (await ask()).bytes()).length, 10);
    await pause(50);
    assert.equal(memory.length, 100);
  });
});
