import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchExternal } from '../../test/helpers/requests.ts';
import { sendReply } from './respond.ts';

const mebibyte = 1024 * 1024;

test('a large answer is written in turns, between which others are answered', async (t) => {
  const bytes = Buffer.alloc(16 * mebibyte, 'platen');
  let mostInTurn = 0;
  const server = createServer((_request, response) => {
    let written = 0;
    const watch = (): void => {
      const { bytesWritten = written } = response.socket ?? {};
      mostInTurn = Math.max(mostInTurn, bytesWritten - written);
      written = bytesWritten;
      if (!response.writableFinished) setImmediate(watch);
    };
    watch();
    const reply = { status: 200, headers: {}, mediaType: 'image/png', bytes } as const;
    void sendReply(response, reply, () => () => undefined);
  });
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetchExternal(`http://127.0.0.1:${port}/`);
  assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())));
  assert.ok(mostInTurn > 0 && mostInTurn <= mebibyte, `${mostInTurn} bytes in a turn`);
});
