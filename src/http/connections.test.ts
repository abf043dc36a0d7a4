import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { toClient } from '../domain/quota/client-address.ts';
import { limitConnections } from './connections.ts';

test('limits the connections of an address, and those in all', async () => {
  const server = createServer();
  const isOverLimit = limitConnections(server, { max: 4, maxPerAddress: 2 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (localAddress: string): Promise<{ client: Socket; accepted: Socket }> => {
    const client = connect({ port, host: '127.0.0.1', localAddress });
    const [accepted] = (await once(server, 'connection')) as [Socket];
    return { client, accepted };
  };
  const [a, b, c] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
  const [first] = [await open(a), await open(a)];
  const third = await open(a);
  assert.equal(isOverLimit(third.accepted), true);
  assert.equal(isOverLimit((await open(b)).accepted), false);
  assert.equal(isOverLimit((await open(b)).accepted), false);
  assert.equal(isOverLimit((await open(c)).accepted), true, 'four are open');

  first.client.destroy();
  await once(first.accepted, 'close');
  assert.equal(isOverLimit((await open(c)).accepted), false);
  // A connection over the limit that sends no request is closed.
  if (!third.accepted.destroyed) await once(third.accepted, 'close');
  server.closeAllConnections();
  server.close();
});

test('an IPv6 client is its network of 64 bits', () => {
  assert.equal(toClient('2001:db8:1:2::1'), toClient('2001:db8:1:2:ffff::9'));
  assert.notEqual(toClient('2001:db8:1:2::1'), toClient('2001:db8:1:3::1'));
  assert.equal(toClient('::ffff:192.0.2.1'), toClient('192.0.2.1'));
  assert.notEqual(toClient('192.0.2.1'), toClient('192.0.2.2'));
});
