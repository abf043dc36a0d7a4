import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { Resolver as NameServers } from 'node:dns/promises';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { createResolver } from './system-resolver.ts';

/** A local name server: resolves `*.good.example`, denies `*.none.example`, ignores other names. */
let server: Socket;
let servers: string[];
/** Queries without a response. */
let unanswered = 0;
before(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${server.address().port}`];
  server.on('message', (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer === null) unanswered += 1;
    else server.send(answer, port, address);
  });
});
after(() => server.close());

/**
 * RFC 1035, section 4: repeats the question and adds one address (A), none (AAAA) or the denial of the name.
 */
function answerTo(query: Buffer): Buffer | null {
  const name = query.subarray(12).toString('latin1');
  const isDenied = name.includes('none');
  if (!isDenied && !name.includes('good')) return null;
  const questionEnd = query.indexOf(0, 12) + 5;
  const isA = query.readUInt16BE(questionEnd - 4) === 1;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(isDenied ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(isA && !isDenied ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
  return Buffer.concat([
    header,
    query.subarray(12, questionEnd),
    isA && !isDenied ? record : Buffer.alloc(0),
  ]);
}

function makeResolver(hosts: string) {
  const asked: string[] = [];
  const opened: NameServers[] = [];
  const resolve = createResolver({
    readHosts: () => Promise.resolve(hosts),
    openNameServers: () => {
      const each = new NameServers();
      each.setServers(servers);
      opened.push(each);
      return each;
    },
    askSystem: (hostname) => {
      asked.push(hostname);
      return Promise.resolve(['192.0.2.1']);
    },
  });
  return { resolve, asked, cancel: () => opened.forEach((each) => each.cancel()) };
}

describe('a host name', () => {
  test('resolves while other name servers are silent, without the system’s function', async () => {
    const { resolve, asked, cancel } = makeResolver('');
    const silent = Array.from({ length: 50 }, (_, index) => resolve(`${index}.silent.example`));
    const outcomes = Promise.allSettled(silent);
    while (unanswered < 100) await new Promise((done) => setTimeout(done, 5));
    assert.deepEqual(await resolve('a.good.example'), ['203.0.113.7']);
    const pending = await Promise.race([outcomes, Promise.resolve('pending')]);
    assert.equal(pending, 'pending');
    cancel();
    for (const outcome of await outcomes) assert.equal(outcome.status, 'rejected');
    assert.deepEqual(asked, []);
  });

  test('that servers deny is looked up by the system’s function', async () => {
    const { resolve, asked } = makeResolver('');
    assert.deepEqual(await resolve('a.none.example'), ['192.0.2.1']);
    assert.deepEqual(asked, ['a.none.example']);
  });

  test('in the hosts file is not sent to a server, in any spelling', async () => {
    const hosts =
      '# 10.0.0.9 box.none.example\n10.0.0.1\tother Box.None.Example # here\n::5 box.none.example\n';
    const { resolve, asked } = makeResolver(hosts);
    assert.deepEqual(await resolve('BOX.none.example.'), ['10.0.0.1', '::5']);
    assert.deepEqual(asked, []);
  });

  test('of this machine itself is not sent to a server', async () => {
    const { resolve, asked } = makeResolver('');
    await resolve('a.localhost');
    assert.deepEqual(asked, ['a.localhost']);
  });
});
