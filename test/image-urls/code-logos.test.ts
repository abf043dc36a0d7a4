/** QR codes with a logo at image URLs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { readCodes } from '../helpers/codes.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';
import { makeDamagedJpeg } from '../helpers/pictures.ts';
import { decodePixels } from '../helpers/scenes.ts';

let service: TestService;
let key: TestUrlKey;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  key = await addUrlKey(service.db, tenant);
  const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  templateId = await addTemplate(service.db, tenant, {
    viewport: { width: 200, height: 200 },
    variables: [
      { name: 'link', type: 'url', required: true },
      { name: 'logo', type: 'image', defaultValue: `data:image/png;base64,${red.toString('base64')}` },
    ],
    elements: [
      {
        type: 'qrcode',
        id: 'code',
        x: 0,
        y: 0,
        width: 200,
        height: 200,
        value: '{{link}}',
        errorCorrection: 'H',
        logo: { src: '{{logo}}' },
      },
    ],
  });
});
after(() => service.close());

test('a damaged picture is transparent where its data ends, and its address says nothing else', async () => {
  const photo = `data:image/jpeg;base64,${(await makeDamagedJpeg()).toString('base64')}`;
  const damagedId = await addTemplate(service.db, tenant, {
    viewport: { width: 100, height: 100 },
    background: '#00ff00',
    variables: [{ name: 'photo', type: 'image', defaultValue: photo }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 100, height: 100, src: '{{photo}}' }],
  });
  const { status, bytes } = await service.send('GET', signedTarget(key, { templateId: damagedId }), {});
  assert.equal(status, 200, Buffer.from(bytes).toString());
  const { at } = await decodePixels(bytes);
  assert.notDeepEqual(at(50, 20), [0, 255, 0, 255]);
  assert.deepEqual(at(50, 97), [0, 255, 0, 255]);
});

test('the picture has the logo, and the code is read', async () => {
  const link = 'https://example.com/a';
  const target = signedTarget(key, { templateId, query: `v.link=${encodeURIComponent(link)}` });
  const { status, bytes } = await service.send('GET', target, {});
  assert.equal(status, 200);
  assert.deepEqual(
    (await readCodes(bytes)).map(({ text }) => text),
    [link],
  );
  assert.deepEqual((await decodePixels(bytes)).at(100, 100), [255, 0, 0, 255]);
});
