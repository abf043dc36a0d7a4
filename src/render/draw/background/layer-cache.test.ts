import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import {
  barcode,
  ellipse,
  group,
  image,
  qrcode,
  rect,
  render,
  solid,
  text,
} from '../../../../test/helpers/scenes.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Paint } from '../../scene/paint.ts';
import type { Scene } from '../../scene/scene.ts';
import { BackgroundLayerCache } from './layer-cache.ts';

const page = { x: 0, y: 0, width: 100, height: 100 };
const sunset: Paint = {
  type: 'linear',
  angle: 70,
  stops: [
    { offset: 0, color: '#204060ff' },
    { offset: 1, color: '#ffb86680' },
  ],
};
const shadow = { x: 2, y: 3, blur: 9, color: '#000000c0' };
const photo = (background: string) =>
  sharp({ create: { width: 50, height: 50, channels: 3, background } })
    .png()
    .toBuffer();

/** Draws a series of pages with a cache, and asserts that each is the same as without. */
async function drawSeries(
  pages: readonly { readonly elements: SceneElement[]; readonly files?: Record<string, Uint8Array> }[],
  scene: Partial<Scene> = {},
  cache = new BackgroundLayerCache(1_000_000),
): Promise<void> {
  for (const [index, { elements, files = {} }] of pages.entries()) {
    const { times: _, ...fresh } = await render({ ...scene, elements }, { files });
    const { times: __, ...cached } = await render(
      { ...scene, elements },
      { files, memory: { backgroundLayers: cache } },
    );
    assert.deepEqual(cached, fresh, `page ${index}`);
  }
}

test('pages with a cached background have the same pixels and warnings', async () => {
  const elements = (name: string, x: number): SceneElement[] => [
    rect({ ...page, fill: sunset, blendMode: 'soft-light', opacity: 0.7 }),
    group({
      ...page,
      rotation: 3,
      elements: [rect({ x: 10, y: 10, width: 30, height: 30, fill: solid('#88aa44ff'), shadow })],
    }),
    text(name, 14, { x, y: 40, width: 60, height: 20 }),
    // These come after the changing text. The barcode never overlaps it; the others do sometimes.
    barcode({ x: 2, y: 84, width: 20, height: 14, value: '12345670', symbology: 'ean8' }),
    qrcode({ x: 70, y: 70, width: 9, height: 9, value: 'https://example.com/a-long-address' }),
    ellipse({ x: 40, y: 45, width: 40, height: 40, fill: sunset, blendMode: 'multiply' }),
  ];
  const names = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Katherine', 'Ada', 'Ada', 'Ada', 'Annie'];
  const pages = names.map((name, index) => ({ elements: elements(name, index * 4) }));
  await drawSeries(pages);
  await drawSeries(pages, { background: null });
  await drawSeries(pages, { width: 100.4, height: 99.7 });
  const { warnings } = await render({ elements: pages[0]!.elements }, {});
  assert.ok(warnings.some(({ code }) => code === 'CODE_TOO_SMALL'));
});

test('an image with the same name but other bytes is a different element', async () => {
  const [red, green] = [await photo('#ff0000'), await photo('#00ff00')];
  const elements = (name: string): SceneElement[] => [
    rect({ ...page, fill: sunset }),
    image({ ...page, asset: 'photo' }),
    text(name, 14, { x: 10, y: 40, width: 60, height: 20 }),
  ];
  const files = [red, red, red, red, green, red, green, green, green, green, red];
  await drawSeries(
    files.map((bytes, index) => ({ elements: elements(`${index}`), files: { photo: bytes } })),
  );
});

test('handles elements that come and go, and two templates in turn', async () => {
  const still = [
    rect({ ...page, fill: sunset }),
    ellipse({ x: 5, y: 5, width: 40, height: 20, fill: sunset, shadow }),
    rect({ x: 50, y: 5, width: 40, height: 20, fill: solid('#00000080') }),
  ];
  const pages = Array.from({ length: 24 }, (_, index) => ({
    elements: [
      ...still.filter((__, place) => place === 0 || (index >> 2) % 3 !== place),
      text(`${index}`, 20, { x: 5, y: 60, width: 60, height: 20 }),
    ],
  }));
  const cache = new BackgroundLayerCache(1_000_000);
  for (const [index, each] of pages.entries()) {
    await drawSeries([each], { title: 'One' }, cache);
    await drawSeries([each], { title: 'Two', background: solid(`#ff00${index > 9 ? '00' : 'ff'}ff`) }, cache);
  }
});

test('evicts layers beyond its limit, and does not cache too large pages', async () => {
  const elements = (name: string): SceneElement[] => [
    rect({ ...page, fill: sunset }),
    text(name, 14, { x: 10, y: 40, width: 60, height: 20 }),
  ];
  const pages = Array.from({ length: 5 }, (_, index) => ({ elements: elements(`${index}`) }));
  const room = new BackgroundLayerCache(100_000);
  for (const title of ['One', 'Two', 'Three', 'One']) await drawSeries(pages, { title }, room);
  await drawSeries(pages, {}, new BackgroundLayerCache(1000));
});
