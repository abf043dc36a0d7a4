/** Image URLs have connections of their own: other requests do not wait for them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRow, type Database } from '../../src/store/database.ts';
import { addTemplate, createTenant } from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { startOwnStudio, type Studio } from '../helpers/studio.ts';
import { waitUntil } from '../helpers/wait-until.ts';

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
  let ended = 0;
  const pictures = Array.from({ length: 30 }, (_, index) =>
    service
      .send('GET', signedTarget(key, { templateId, query: `v.title=${index}` }))
      .finally(() => (ended += 1)),
  );
  try {
    // All connections for image URLs are in use then.
    await waitUntil(async () => (await countWaiting(db)) === 4);
    const answer = await studio.call('getSession', {});
    assert.equal(answer.status, 200);
    const { status } = await service.send('GET', '/api/v1/projects', { key: studio.owner.apiKey });
    assert.equal(status, 200);
    assert.equal(ended, 0);
  } finally {
    await lock.rollback();
    await Promise.all(pictures);
  }
});

/** How many statements wait for the table. */
async function countWaiting(db: Database): Promise<number> {
  const { waiting } = await queryRow<{ waiting: number }>(
    db,
    `select count(*)::int as waiting from pg_locks
      where relation = 'cached_images'::regclass and not granted`,
    {},
  );
  return waiting;
}
