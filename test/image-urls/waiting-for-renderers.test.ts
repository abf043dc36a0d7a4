/** New pictures at image URLs wait for the renderers, whose queue they do not fill. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readUsage } from '../../src/store/quota.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { RENDER_QUEUE: '2', RATE_LIMITS: 'off' } });
});
after(() => service.close());

/** A page of a site asks for all of its pictures at once. */
async function startSite() {
  const tenant = await createTenant(service.db, { plan: 'enterprise' });
  const templateId = await addTemplate(service.db, tenant);
  const answered: string[] = [];
  const get = async (by: TestUrlKey, title: string, signal?: AbortSignal): Promise<number> => {
    const target = signedTarget(by, { templateId, query: `v.title=${title}` });
    const { status } = await service.send('GET', target, signal === undefined ? {} : { signal });
    answered.push(title);
    return status;
  };
  return {
    answered,
    addKey: () => addUrlKey(service.db, tenant),
    loadPage: (by: TestUrlKey, name: string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => get(by, `${name}-${index}`))),
    get,
    countRenders: async () => (await readUsage(service.db, tenant.workspaceId, new Date())).used,
    generate: async () => {
      const { apiKey } = tenant;
      const json = { variables: { title: 'a' } };
      return (await service.send('POST', `/api/v1/templates/${templateId}/generate`, { key: apiKey, json }))
        .status;
    },
  };
}

const ok = new Set([200]);

void describe('while the render queue holds two', () => {
  void test('three pages of 60 new pictures load whole', async () => {
    const { addKey, loadPage } = await startSite();
    const pages = ['a', 'b', 'c'].map(async (name) => loadPage(await addKey(), name, 60));
    assert.deepEqual(new Set((await Promise.all(pages)).flat()), ok);
  });

  void test('requests of the same workspace are answered before the pictures that wait', async () => {
    const { addKey, answered, loadPage, generate } = await startSite();
    const page = loadPage(await addKey(), 'page', 100);
    for (let request = 0; request < 4; request += 1) assert.equal(await generate(), 200);
    assert.ok(answered.length < 60, `${answered.length} pictures were answered before four requests`);
    assert.deepEqual(new Set(await page), ok);
  });

  void test('a page does not wait for a crawler with another key, nor for another workspace', async () => {
    const [site, other] = [await startSite(), await startSite()];
    const crawled = site.loadPage(await site.addKey(), 'crawled', 100);
    const pages = [
      site.loadPage(await site.addKey(), 'page', 5),
      other.loadPage(await other.addKey(), 'page', 5),
    ];
    assert.deepEqual(new Set((await Promise.all(pages)).flat()), ok);
    const before = site.answered.filter((title) => title.startsWith('crawled')).length;
    assert.ok(before < 90, `${before} pictures of the crawler were answered before`);
    assert.deepEqual(new Set(await crawled), ok);
  });

  const limit = { timeout: 120_000 };
  void test('default pictures, which are free and have no turn, take its places', limit, async () => {
    const tenant = await createTenant(service.db, { plan: 'enterprise' });
    const key = await addUrlKey(service.db, tenant, { hasFallback: true });
    const formats = ['png', 'jpg', 'webp', 'avif', 'svg'];
    const load = async (): Promise<number[]> => {
      const templates = Array.from({ length: 20 }, () => addTemplate(service.db, tenant));
      const asked = (await Promise.all(templates)).flatMap((templateId) =>
        formats.map(async (format) => {
          const target = signedTarget(key, { templateId, file: `card.${format}`, query: 'v.unknown=1' });
          return (await service.send('GET', target)).status;
        }),
      );
      return await Promise.all(asked);
    };
    let statuses = await load();
    while (!statuses.includes(400)) statuses = await load();
    assert.ok(statuses.includes(200));
  });

  void test('clients that leave while they wait are not charged', async () => {
    const { addKey, get, countRenders } = await startSite();
    const key = await addKey();
    const leaving = new AbortController();
    const left = Array.from({ length: 100 }, (_, index) => get(key, `left-${index}`, leaving.signal));
    await get(await addKey(), 'first');
    leaving.abort(new Error('gone'));
    const answered = (await Promise.allSettled(left)).filter(({ status }) => status === 'fulfilled').length;
    assert.ok(answered < 90, `${answered} were answered`);
    // All places are free again.
    const next = Array.from({ length: 100 }, (_, index) => get(key, `next-${index}`));
    assert.deepEqual(new Set(await Promise.all(next)), ok);
    const rendered = (await countRenders()) - 101;
    // Of those that left, only what was at the renderers was charged: it is in the cache.
    assert.ok(rendered >= answered && rendered <= answered + 16, `${rendered} charged, ${answered} answered`);
  });
});
