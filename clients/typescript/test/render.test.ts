import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkedFetch } from '../../../test/helpers/requests.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { createPlatenClient, unwrap } from '../src/index.ts';
import { observedClient, startScene, type Scene } from './service.ts';

let scene: Scene;
before(async () => {
  scene = await startScene();
});
after(() => scene.close());

const formats = {
  png: { mediaType: 'image/png', name: 'Plain.png', magic: '\x89PNG' },
  jpeg: { mediaType: 'image/jpeg', name: 'Plain.jpg', magic: '\xff\xd8\xff' },
  webp: { mediaType: 'image/webp', name: 'Plain.webp', magic: 'RIFF' },
  avif: { mediaType: 'image/avif', name: 'Plain.avif', magic: '\0\0\0\x1cftypavif' },
  svg: { mediaType: 'image/svg+xml', name: 'Plain.svg', magic: '<svg xmlns=' },
  pdf: { mediaType: 'application/pdf', name: 'Plain.pdf', magic: '%PDF-' },
  zpl: { mediaType: 'application/zpl', name: 'Plain.zpl', magic: '^XA' },
} as const;

describe('a render', () => {
  for (const [key, { mediaType, name, magic }] of Object.entries(formats)) {
    const format = key as keyof typeof formats;

    test(`${format}: is a stream with a name, a size and the quota`, async () => {
      const { templateId, ...tenant } = await scene.tenant();
      // Without a fetch that reads the response first.
      const client = createPlatenClient({ baseUrl: `${scene.service.url}/`, apiKey: tenant.apiKey });
      const file = await client.generate({ templateId, variables: { title: 'Hi' }, format });
      const chunks = await Array.fromAsync(file.stream);
      const bytes = Buffer.concat(chunks);
      assert.equal(bytes.toString('latin1', 0, magic.length), magic);
      assert.equal(file.mediaType, mediaType);
      assert.equal(file.name, name);
      assert.equal(file.size, bytes.length);
      assert.equal(file.quota?.limit, 5000);
      assert.equal(file.quota.remaining, 4999);
      assert.match(file.requestId ?? '', /^[0-9a-f-]{36}$/);
    });

    test(`${format}: is published, fetched and revoked`, async () => {
      const { templateId, ...tenant } = await scene.tenant();
      const client = observedClient(scene.service.url, tenant);
      const { link, quota, requestId } = await client.share({ templateId, variables: {}, format });
      assert.equal(link.mimeType, mediaType);
      assert.equal(quota?.remaining, 4999);
      assert.match(requestId ?? '', /^[0-9a-f-]{36}$/);
      const published = await checkedFetch(link.url);
      assert.equal((await published.arrayBuffer()).byteLength, link.fileSize);
      const params = { path: { shareId: link.id } };
      assert.equal(await unwrap(client.api.DELETE('/api/v1/shares/{shareId}', { params })), undefined);
      assert.equal((await checkedFetch(link.url)).status, 404);
    });
  }

  test('applies the options and keeps non-ASCII file names', async () => {
    const tenant = await scene.tenant();
    const templateId = await addTemplate(scene.service.db, tenant, { name: 'Grüße / "2"' });
    const client = observedClient(scene.service.url, tenant);
    const file = await client.generate({ templateId, variables: {}, options: { scale: 3 } });
    const bytes = Buffer.from(await file.bytes());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [120, 60]);
    assert.match(file.name, /^Gr\u00fc\u00dfe [^/\\]*\.png$/);
  });

  test('reports its warnings, as a file and as a link', async () => {
    const tenant = await scene.tenant();
    const places = { x: 0, y: 0, width: 40, height: 20, fontFamily: 'Nobody Sans', text: 'a', fontSize: 8 };
    const elements = ['title', 'gr\u00fc\u00dfe'].map((id) => ({ type: 'text' as const, id, ...places }));
    const templateId = await addTemplate(scene.service.db, tenant, { elements });
    const client = observedClient(scene.service.url, tenant);
    const named = ['title', 'gr\u00fc\u00dfe'].map((elementId) => ({ code: 'FONT_UNKNOWN', elementId }));
    const file = await client.generate({ templateId, variables: {} });
    await file.bytes();
    assert.deepEqual(file.warnings, { count: 2, named });
    const published = await client.share({ templateId, variables: {}, format: 'pdf' });
    assert.deepEqual(published.warnings, { count: 2, named });
  });

  test('can be abandoned by cancelling the stream', async () => {
    const { templateId, ...tenant } = await scene.tenant();
    const client = createPlatenClient({ baseUrl: scene.service.url, apiKey: tenant.apiKey });
    const { stream } = await client.generate({ templateId, variables: {}, options: { scale: 4 } });
    await stream.cancel();
    assert.equal((await stream.getReader().read()).done, true);
  });
});
