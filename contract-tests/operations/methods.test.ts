/** Requests that match no operation: an undeclared method, and an unknown path. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { publicContract } from '../../test/helpers/contract-document.ts';
import { createTenant, shareTestService, type TestService } from '../../test/helpers/http.ts';

let service: TestService;
let key: string;
before(async () => {
  service = await shareTestService();
  key = (await createTenant(service.db)).apiKey;
});
after(() => service.close());

/** `fetch` cannot send TRACE and CONNECT. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];
const id = randomUUID();
const paths = Object.entries(publicContract.contract['paths'] as Record<string, object>);
const places = [
  ...paths.map(([path, operations]) => ({
    target: path.replaceAll(/\{[^}]+\}/g, id),
    own: Object.keys(operations).map((method) => method.toUpperCase()),
  })),
  ...['/healthz', '/readyz', `/s/${'a'.repeat(24)}.png`, `/files/${id}.zip`].map((target) => ({
    target,
    own: ['GET', 'HEAD'],
  })),
  { target: '/mcp', own: ['POST'] },
];

for (const { target, own } of places) {
  test(`${target} has ${own.join(' and ')} and no other method`, async () => {
    for (const sending of [{}, { key }]) {
      for (const method of methods.filter((name) => !own.includes(name))) {
        const { status, headers } = await service.send(method, target, sending);
        assert.equal(status, 405, method);
        assert.deepEqual(headers.get('allow')?.split(', ').sort(), own.toSorted(), method);
      }
    }
  });
}

test('every other path answers 404, with every method', async () => {
  for (const target of [...places.map(({ target: known }) => `${known}/none/at-all`), '/api/v1']) {
    // Below these two every path may be a file.
    if (/^\/(s|files)\//.test(target)) continue;
    for (const method of methods) {
      const { status } = await service.send(method, target, { key });
      assert.equal(status, 404, `${method} ${target}`);
    }
  }
});
