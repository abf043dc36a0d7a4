import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { fetchFromOperator } from './fetch-from-operator.ts';
import { OutboundError } from './outbound-error.ts';

const limits = { timeoutMs: 500, maxBytes: 1_000 };
/** For answers that arrive, on a busy machine, too. */
const patient = { ...limits, timeoutMs: 20_000 };
const get = { method: 'GET', headers: {} };

/** Runs a server, and resolves once all of its connections have ended. */
async function withServer(
  answer: RequestListener,
  run: (url: string) => Promise<void>,
): Promise<{ readonly requests: number }> {
  let requests = 0;
  const server = createServer((incoming, response) => {
    requests += 1;
    answer(incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeIdleConnections();
    await once(server, 'close');
  }
  return { requests };
}

describe('requests to a server of the operator', { timeout: 30_000 }, () => {
  test('an answer of the greatest size is read, a larger one ends the connection', async () => {
    await withServer(
      (_incoming, response) => response.end('x'.repeat(1_000)),
      async (url) => {
        assert.equal((await (await fetchFromOperator(url, get, patient)).text()).length, 1_000);
      },
    );
    await withServer(
      // Never ends, and says no length.
      (_incoming, response) => {
        const timer = setInterval(() => response.write('x'.repeat(600)), 5);
        response.on('close', () => clearInterval(timer));
      },
      async (url) => {
        await assert.rejects(
          fetchFromOperator(url, get, patient),
          (error) => error instanceof OutboundError && error.message.includes('more than 1000 bytes'),
        );
      },
    );
  });

  test('one deadline holds for the headers and for a body that trickles in', async () => {
    for (const isSlowBody of [false, true]) {
      await withServer(
        (_incoming, response) => {
          if (!isSlowBody) return;
          const timer = setInterval(() => response.write('x'), 100);
          response.on('close', () => clearInterval(timer));
        },
        async (url) => {
          await assert.rejects(fetchFromOperator(url, get, limits), { name: 'TimeoutError' });
        },
      );
    }
  });

  test('a redirect is an answer, and is not followed', async () => {
    const { requests } = await withServer(
      (_incoming, response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
      async (url) => {
        const { status, headers } = await fetchFromOperator(url, get, limits);
        assert.deepEqual([status, headers.get('location')], [302, '/elsewhere']);
      },
    );
    assert.equal(requests, 1);
  });
});
