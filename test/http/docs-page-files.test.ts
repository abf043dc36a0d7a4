/**
 * The files that the page at /docs is made of, as they are served.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test('the page is asked for each time, its parts never again', async () => {
  const page = await checkedFetch(`${service.url}/docs`);
  const html = await page.text();
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const known = await checkedFetch(`${service.url}/docs`, {
    headers: { 'If-None-Match': page.headers.get('etag') ?? '' },
  });
  assert.equal(known.status, 304);
  assert.doesNotMatch(html, /https?:/);

  const parts = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, part = '']) => `/${part}`);
  assert.ok(parts.length >= 4);
  const seen = new Set(parts);
  // What a script may load, now or later, is served as well.
  for (const part of seen) {
    const answer = await checkedFetch(service.url + part);
    const text = await answer.text();
    assert.equal(answer.status, 200, part);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    if (!part.endsWith('.js')) continue;
    for (const [, name = ''] of text.matchAll(/(?:from|import\(?)\s*[`"'](\.{1,2}\/[\w./-]+\.js)[`"']/g)) {
      seen.add(path.posix.join(path.posix.dirname(part), name));
    }
  }
  assert.ok(seen.size > 15, String(seen.size));
});

test('what is not there is a problem, and a slash too many leads back', async () => {
  const [, build = ''] =
    /docs\/([^/"]+)\//.exec(await (await checkedFetch(`${service.url}/docs`)).text()) ?? [];
  const absent = ['page.html', 'chunks/', 'chunks/../start.js', 'standalone.esm.js.map', '..%2Fstart.js'];
  for (const part of [
    `${build}`,
    `${build}/`,
    'other/start.js',
    ...absent.map((each) => `${build}/${each}`),
  ]) {
    const answer = await service.send('GET', `/docs/${part}`);
    if (part === `${build}/chunks/../start.js`)
      assert.equal(answer.status, 200, 'fetch itself resolves this one');
    else assert.deepEqual([answer.status, answer.problem.code], [404, 'NOT_FOUND'], part);
  }
  for (const target of ['/docs', '/docs/', `/docs/${build}/start.js`]) {
    const refused = await service.send('POST', target);
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
  }
  const moved = await checkedFetch(`${service.url}/docs/`, { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, '../docs']);
});
