import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { endResponse, RefusedBodies } from './linger.ts';

const mebibyte = 1024 * 1024;

test('beyond a budget the rest of refused bodies is not read; clients still get the refusal', async () => {
  const bodies = new RefusedBodies();
  const accepted: Socket[] = [];
  const server = createServer((request, response: ServerResponse) => {
    accepted.push(request.socket);
    void bodies.drain(request, response).then(() => {
      response.writeHead(429, { 'Content-Length': 0 });
      endResponse(response, new Uint8Array());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const refuse = async (bodyBytes: number): Promise<string> => {
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
    client.write(Buffer.alloc(bodyBytes));
    const [answer] = (await once(client, 'data')) as [Buffer];
    return answer.toString();
  };

  assert.match(await refuse(mebibyte), /^HTTP\/1\.1 429 [^]*Connection: keep-alive/);
  // It ends within the second in which the budget grows by 16 MiB, or is cut off.
  await refuse(400 * mebibyte);
  for (const deadline = Date.now() + 60_000; accepted[1]?.destroyed === false;) {
    assert.ok(Date.now() < deadline);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok((accepted[1]?.bytesRead ?? Infinity) < 300 * mebibyte);
  server.closeAllConnections();
  server.close();
});
