/**
 * The files of the page at /docs, and their headers.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { shareTestService, type TestService } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';

let service: TestService;
before(async () => {
  service = await shareTestService();
});
after(() => service.close());

test('the page is revalidated each time, its assets are immutable', async () => {
  const page = await checkedFetch(`${service.url}/docs`);
  const html = await page.text();
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const revalidated = await checkedFetch(`${service.url}/docs`, {
    headers: { 'If-None-Match': page.headers.get('etag') ?? '' },
  });
  assert.equal(revalidated.status, 304);
  assert.doesNotMatch(html, /https?:/);

  const parts = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, part = '']) => `/${part}`);
  assert.deepEqual(
    parts.map((part) => path.posix.basename(part)),
    ['icon.svg', 'swagger-ui.css', 'page.css', 'swagger-ui-bundle.js', 'start.js'],
  );
  for (const part of parts) {
    const answer = await checkedFetch(service.url + part);
    assert.equal(answer.status, 200, part);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.ok((await answer.text()).length > 0);
  }
});

test('an unknown asset gets 404, and a trailing slash is redirected', async () => {
  const [, build = ''] =
    /docs\/([^/"]+)\//.exec(await (await checkedFetch(`${service.url}/docs`)).text()) ?? [];
  const missingFiles = ['page.html', 'x/', 'x/../start.js', 'swagger-ui-bundle.js.map', '..%2Fstart.js'];
  for (const part of [
    `${build}`,
    `${build}/`,
    'other/start.js',
    ...missingFiles.map((file) => `${build}/${file}`),
  ]) {
    const answer = await service.send('GET', `/docs/${part}`);
    if (part === `${build}/x/../start.js`)
      assert.equal(answer.status, 200, 'fetch resolves this path itself');
    else assert.deepEqual([answer.status, answer.problem.code], [404, 'NOT_FOUND'], part);
  }
  for (const target of ['/docs', '/docs/', `/docs/${build}/start.js`]) {
    const refused = await service.send('POST', target);
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
  }
  const moved = await checkedFetch(`${service.url}/docs/`, { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, '../docs']);
});
