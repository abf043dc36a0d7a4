/** The path `/`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shareTestService, type TestService } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';

let service: TestService;
before(async () => {
  service = await shareTestService();
});
after(() => service.close());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

for (const [accept, location] of [
  [browser, '/studio'],
  ['*/*', '/openapi.yaml'],
  ['application/json', '/openapi.json'],
] as const) {
  test(`leads from / to ${location} for Accept: ${accept}`, async () => {
    const answer = await checkedFetch(service.url, { headers: { Accept: accept }, redirect: 'manual' });
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get('location'), location);
    assert.equal(answer.headers.get('vary'), 'Accept');
    assert.match(answer.headers.get('link') ?? '', /rel="service-desc"/);
    const page = await checkedFetch(service.url + location, { method: 'HEAD' });
    assert.notEqual(page.status, 404);
  });
}

test('/ takes no POST', async () => {
  const answer = await checkedFetch(service.url, { method: 'POST' });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'GET, HEAD');
});
