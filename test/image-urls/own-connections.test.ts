/** Image URLs have connections of their own: other requests do not wait for them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addTemplate, createTenant } from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { startOwnStudio, type Studio } from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startOwnStudio();
});
after(() => studio.close());

test('requests of others are answered while statements of many image URLs do not end', async () => {
  const { db, service } = studio;
  const site = await createTenant(db, { plan: 'enterprise' });
  const templateId = await addTemplate(db, site);
  const key = await addUrlKey(db, site);
  const lock = await db.transaction();
  // Every new picture asks this table first.
  await lock.raw('lock table cached_images in access exclusive mode');
  const pictures = Array.from({ length: 30 }, (_, index) =>
    service.send('GET', signedTarget(key, { templateId, query: `v.title=${index}` })),
  );
  try {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const startMs = performance.now();
    const answer = await studio.call('getSession', {});
    assert.equal(answer.status, 200);
    const { status } = await service.send('GET', '/api/v1/projects', { key: studio.owner.apiKey });
    assert.equal(status, 200);
    assert.ok(performance.now() - startMs < 2_000, `${Math.round(performance.now() - startMs)} ms`);
  } finally {
    await lock.rollback();
    await Promise.all(pictures);
  }
});
