/** New pictures at image URLs wait for memory for their remote images. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readUsage } from '../../src/store/quota.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';

let service: TestService;
let origin: ImageOrigin;
before(async () => {
  origin = await startImageOrigin();
  service = await startTestService({
    env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', IMAGE_TIMEOUT: '60s' },
  });
});
after(async () => {
  await service.close();
  origin.close();
});

/** A page of a workspace of its own: it asks for all of its pictures at once. */
async function loadPage(paths: readonly string[]): Promise<{ statuses: number[]; renders: number }> {
  const tenant = await createTenant(service.db, { plan: 'enterprise' });
  const templateId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo', required: true }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 8, height: 8, src: '{{photo}}' }],
  });
  const key = await addUrlKey(service.db, tenant);
  const statuses = await Promise.all(
    paths.map(async (path) => {
      const query = `v.photo=${encodeURIComponent(origin.url + path)}`;
      return (await service.send('GET', signedTarget(key, { templateId, query }))).status;
    }),
  );
  const { used } = await readUsage(service.db, tenant.workspaceId, new Date());
  return { statuses, renders: used };
}

test('pages whose photos have more bytes than the memory for images load whole', async () => {
  // Two workspaces may hold 85 MiB each, a third of the memory.
  const [pages, photos, bytes] = [2, 7, 13 * 1024 * 1024];
  const photo = Buffer.concat([origin.image, Buffer.alloc(bytes - origin.image.byteLength)]);
  const paths = Array.from({ length: pages }, (_, page) =>
    Array.from({ length: photos }, (_each, index) => `/${page}-${index}.png`),
  );
  // Each photo lacks its last byte until the first one is refused for memory.
  const refused = Promise.withResolvers<null>();
  for (const path of paths.flat()) {
    origin.answer(path, (response) => {
      response.on('close', () => {
        if (!response.writableEnded) refused.resolve(null);
      });
      response.write(photo.subarray(0, -1));
      void refused.promise.then(() => response.end(photo.subarray(-1)));
    });
  }
  const loaded = await Promise.all(paths.map(loadPage));
  assert.deepEqual(new Set(loaded.flatMap(({ statuses }) => statuses)), new Set([200]));
  const repeated = paths.flat().filter((path) => origin.requests(path) > 1);
  assert.ok(repeated.length > 0, 'no picture waited for memory');
  for (const { renders } of loaded) assert.equal(renders, photos);
});
