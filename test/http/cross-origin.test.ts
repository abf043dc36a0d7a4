/** CORS: which pages may call the service, and that a browser lets them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { exposedHeaders } from '../../src/http/cors.ts';
import { startBrowser } from '../helpers/browser.ts';
import { publicContract } from '../helpers/contract-document.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { addShare } from '../helpers/shares.ts';

const origin = 'https://app.example.com';
const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' };

/** A page of another origin. */
let pages: Server;
let pageOrigin: string;
let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  pages = createServer((_incoming, response) => response.end('<title>A page</title>'));
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  pageOrigin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  service = await startTestService({ env: { CORS_ORIGINS: `${origin}, ${pageOrigin}` } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant);
});
after(async () => {
  await service.close();
  pages.closeAllConnections();
  pages.close();
});

const corsHeaders = (headers: Headers) =>
  [...headers].filter(([name]) => name.startsWith('access-control-')).map(([name]) => name);

test('without CORS_ORIGINS no page of another origin may call the API', async () => {
  const closed = await startTestService();
  try {
    for (const [method, status] of [
      ['GET', 401],
      ['OPTIONS', 405],
    ] as const) {
      const headers = { Origin: origin, ...asked };
      const answer = await closed.send(method, '/api/v1/projects', { headers });
      assert.deepEqual([answer.status, corsHeaders(answer.headers)], [status, []]);
      assert.equal(answer.headers.get('vary'), null);
    }
  } finally {
    await closed.close();
  }
});

test('a listed origin may read answers, refusals included, but never sends credentials', async () => {
  const { url } = await addShare(service, tenant, templateId);
  for (const [target, status] of [
    ['/api/v1/projects', 401],
    ['/api/nowhere', 404],
    ['/files/none.zip?expires=1&signature=2', 403],
    [new URL(url).pathname, 200],
  ] as const) {
    const answer = await checkedFetch(service.url + target, { headers: { Origin: origin } });
    assert.equal(answer.status, status, target);
    assert.equal(answer.headers.get('access-control-allow-origin'), origin, target);
    assert.equal(answer.headers.get('access-control-expose-headers'), exposedHeaders.join(', '));
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    assert.equal(answer.headers.get('vary'), 'Origin');
  }
});

test('another origin gets no CORS headers, and caches keep its answers apart', async () => {
  for (const other of ['https://example.com', 'http://app.example.com', `${origin}.example.net`, 'null']) {
    for (const [method, status] of [
      ['GET', 401],
      ['OPTIONS', 405],
    ] as const) {
      const answer = await service.send(method, '/api/v1/projects', { headers: { Origin: other, ...asked } });
      assert.deepEqual([answer.status, corsHeaders(answer.headers)], [status, []], other);
      assert.equal(answer.headers.get('vary'), 'Origin');
    }
  }
});

test('every header of the contract can be read by pages', () => {
  const names = new Set<string>();
  const { paths, components } = publicContract.contract as Record<string, Record<string, unknown>>;
  // Image URLs can be read by pages of every origin, and expose headers of their own.
  const listed = Object.entries(paths ?? {}).filter(([path]) => !path.startsWith('/i/'));
  JSON.stringify([listed, components?.['responses']], (key, value: unknown) => {
    if (key === 'headers') for (const name of Object.keys(value as object)) names.add(name);
    return value;
  });
  assert.deepEqual([...names].sort(), [...exposedHeaders].sort());
});

test('a browser lets a page of a listed origin generate an image and read its headers', async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(pageOrigin);
    const url = `${service.url}/api/v1/templates/${templateId}/generate`;
    const request = {
      method: 'POST',
      headers: { 'X-Api-Key': tenant.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ variables: {} }),
    };
    const call = `fetch(${JSON.stringify(url)}, ${JSON.stringify(request)}).then(async (answer) =>
      [answer.status, answer.headers.get('X-Quota-Limit'), (await answer.arrayBuffer()).byteLength > 50])`;
    assert.deepEqual(await page.evaluate(call), [200, '1000000', true]);
  } finally {
    await browser.close();
  }
});
