import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import { colorDistance, image, neutralFilters, render, renderPixels } from '../../../test/helpers/scenes.ts';
import type { SceneImage } from '../scene/image.ts';
import { ImageCache } from './image-cache.ts';
import { placeInBox, visiblePart } from './object-fit.ts';

const box = { width: 100, height: 100 };
const wide = { width: 200, height: 100 };
const middle = { x: 0.5, y: 0.5 };
const near = (actual: readonly number[], expected: readonly number[], tolerance = 3) => {
  assert.ok(colorDistance(actual, expected) <= tolerance, `${actual.join()} is not ${expected.join()}`);
};

/** An image with a red left, a green middle and a blue right part. */
async function stripes(width = 300, height = 100): Promise<Buffer> {
  const third = width / 3;
  const strip = (color: string) =>
    sharp({ create: { width: third, height, channels: 3, background: color } })
      .png()
      .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#00ff00' } })
    .composite([
      { input: await strip('#ff0000'), left: 0, top: 0 },
      { input: await strip('#0000ff'), left: 2 * third, top: 0 },
    ])
    .png()
    .toBuffer();
}

test('fits are those of CSS object-fit', () => {
  const place = (fit: SceneImage['fit'], picture = wide) => placeInBox(box, picture, fit, middle);
  assert.deepEqual(place('cover'), { x: -50, y: 0, width: 200, height: 100 });
  assert.deepEqual(place('contain'), { x: 0, y: 25, width: 100, height: 50 });
  assert.deepEqual(place('fill'), { x: 0, y: 0, width: 100, height: 100 });
  assert.deepEqual(place('none'), { x: -50, y: 0, width: 200, height: 100 });
  assert.deepEqual(place('scale-down'), { x: 0, y: 25, width: 100, height: 50 });
  assert.deepEqual(place('scale-down', { width: 40, height: 20 }), { x: 30, y: 40, width: 40, height: 20 });
});

test('positions place a fraction of the image on the same fraction of the box', () => {
  assert.equal(placeInBox(box, wide, 'cover', { x: 0, y: 0 }).x + 0, 0);
  assert.equal(placeInBox(box, wide, 'cover', { x: 1, y: 0 }).x, -100);
  assert.equal(placeInBox(box, wide, 'contain', { x: 0, y: 1 }).y, 50);
  assert.deepEqual(visiblePart(box, { x: -50, y: 10, width: 200, height: 30 }), {
    x: 0,
    y: 10,
    width: 100,
    height: 30,
  });
  assert.equal(visiblePart(box, { x: 100, y: 0, width: 10, height: 10 }), null);
});

test('cover crops by the position, contain leaves the rest of the box empty', async () => {
  const files = { a: await stripes() };
  const show = (given: Partial<SceneImage>, scale = 1) =>
    renderPixels(
      { elements: [image({ x: 0, y: 0, ...box, asset: 'a', ...given })] },
      { files, output: { scale } },
    );
  near((await show({})).at(50, 50), [0, 255, 0, 255]);
  near((await show({ position: { x: 0, y: 0 } })).at(50, 50), [255, 0, 0, 255]);
  near((await show({ position: { x: 1, y: 0 } })).at(50, 50), [0, 0, 255, 255]);
  const contained = await show({ fit: 'contain' });
  near(contained.at(15, 50), [255, 0, 0, 255]);
  near(contained.at(85, 50), [0, 0, 255, 255]);
  near(contained.at(50, 20), [255, 255, 255, 255]);
  const none = await show({ fit: 'none', position: { x: 1, y: 0 } });
  near(none.at(99, 99), [0, 0, 255, 255]);
  // An enlarged image ends exactly at the edge of its box.
  const large = await show({ x: 20, width: 60, height: 60, fit: 'fill' }, 4);
  near(large.at(79, 100), [255, 255, 255, 255]);
  near(large.at(84, 100), [255, 0, 0, 255]);
  near(large.at(316, 100), [0, 0, 255, 255]);
  near(large.at(321, 100), [255, 255, 255, 255]);
});

test('a corner on half a pixel is rounded to whole pixels of the page', async () => {
  const size = { width: 8, height: 8, channels: 3 } as const;
  const left = await sharp({ create: { ...size, width: 4, background: '#ff0000' } })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { ...size, background: '#0000ff' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer();
  // 8 pixels centred on 5: the image starts at -1.5, which rounds up to -1.
  const page = await renderPixels(
    { elements: [image({ x: 10, y: 10, width: 5, height: 5, asset: 'a', fit: 'none' })] },
    { files: { a: picture } },
  );
  near(page.at(12, 12), [255, 0, 0, 255]);
  near(page.at(13, 12), [0, 0, 255, 255]);
});

test('enlarging does not move the image', async () => {
  // Four squares, enlarged 40 times and cropped: their common corner is in the middle of the box.
  const data = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]);
  const squares = await sharp(data, { raw: { width: 2, height: 2, channels: 3 } })
    .png()
    .toBuffer();
  for (const [width, height] of [
    [80, 60],
    [80, 80],
    [60, 80],
  ] as const) {
    const page = await renderPixels(
      { elements: [image({ x: 10, y: 10, width, height, asset: 'a' })] },
      { files: { a: squares } },
    );
    const [x, y] = [10 + width / 2, 10 + height / 2];
    const [before, after] = [page.at(x - 1, 11), page.at(x, 11)];
    assert.ok(Math.abs(before[0] + after[0] - 255) <= 3, `${before.join()} and ${after.join()}`);
    const [above, below] = [page.at(11, y - 1), page.at(11, y)];
    assert.ok(Math.abs(above[0] + below[0] - 255) <= 3, `${above.join()} and ${below.join()}`);
  }
});

test('an SVG that is enlarged and cropped does not move', async () => {
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">' +
      '<rect width="20" height="20" fill="#f00"/>' +
      '<rect x="10" width="10" height="20" fill="#00f"/></svg>',
  );
  const page = await renderPixels(
    {
      elements: [
        image({ x: 0, y: 0, width: 100, height: 40, asset: 'a', position: { x: 0.5, y: 1 } }),
        image({ x: 0, y: 40, width: 40, height: 60, asset: 'a', position: { x: 0, y: 0.5 } }),
      ],
    },
    { files: { a: drawing } },
  );
  near(page.at(49, 20), [255, 0, 0, 255]);
  near(page.at(50, 20), [0, 0, 255, 255]);
  near(page.at(29, 70), [255, 0, 0, 255]);
  near(page.at(30, 70), [0, 0, 255, 255]);
});

test('attention keeps the interesting part', async () => {
  const dot = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff2200' } })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#808080' } })
    .composite([{ input: dot, left: 340, top: 30 }])
    .png()
    .toBuffer();
  const page = await renderPixels(
    { elements: [image({ x: 0, y: 0, ...box, asset: 'a', position: 'attention' })] },
    { files: { a: picture } },
  );
  let red = 0;
  for (let x = 0; x < 100; x++) if (page.at(x, 50)[1] < 60) red++;
  assert.ok(red >= 38, `the dot is ${red} pixels wide`);
});

test('corner radii clip the box, and too large radii shrink together', async () => {
  const files = { a: await stripes() };
  const page = await renderPixels(
    { elements: [image({ x: 0, y: 0, ...box, asset: 'a', cornerRadius: [80, 80, 0, 0] })] },
    { files },
  );
  near(page.at(3, 3), [255, 255, 255, 255]);
  near(page.at(50, 1), [0, 255, 0, 255]);
  near(page.at(2, 97), [0, 255, 0, 255]);
  // Radii of 160 in 100 pixels: both become 50, a half circle at the top.
  near(page.at(12, 18), [0, 255, 0, 255]);
  near(page.at(10, 14), [255, 255, 255, 255]);
});

test('colour filters follow their CSS definitions', async () => {
  const color = [200, 80, 40] as const;
  const flat = await sharp({
    create: { width: 20, height: 20, channels: 3, background: { r: 200, g: 80, b: 40 } },
  })
    .png()
    .toBuffer();
  const show = async (filters: Partial<SceneImage['filters']>) =>
    (
      await renderPixels(
        { elements: [image({ x: 0, y: 0, ...box, asset: 'a', filters: { ...neutralFilters, ...filters } })] },
        { files: { a: flat } },
      )
    ).at(50, 50);
  const [r, g, b] = color;
  const grey = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const clamp = (value: number): number => Math.min(255, Math.max(0, value));
  near(await show({ grayscale: 1 }), [grey, grey, grey, 255], 2);
  near(await show({ grayscale: 0.5 }), [(grey + r) / 2, (grey + g) / 2, (grey + b) / 2, 255], 2);
  near(
    await show({ sepia: 1 }),
    [
      0.393 * r + 0.769 * g + 0.189 * b,
      0.349 * r + 0.686 * g + 0.168 * b,
      0.272 * r + 0.534 * g + 0.131 * b,
      255,
    ],
    2,
  );
  // Filter Effects 1, 9.6: saturate mixes with the same luminance weights (0.213, 0.715, 0.072).
  const dull = 0.213 * r + 0.715 * g + 0.072 * b;
  near(await show({ saturate: 0 }), [dull, dull, dull, 255], 2);
  near(await show({ saturate: 1.2 }), [r, g, b].map((c) => clamp(dull + (c - dull) * 1.2)).concat(255), 2);
  near(await show({ brightness: 0.5 }), [r / 2, g / 2, b / 2, 255], 2);
  near(await show({ contrast: 0.5 }), [r, g, b].map((c) => (c - 127.5) * 0.5 + 127.5).concat(255), 2);
  near(
    await show({ brightness: 2, contrast: 0.5 }),
    [255, 160, 80].map((c) => (c - 127.5) * 0.5 + 127.5).concat(255),
    2,
  );
});

test('shrinking averages instead of skipping pixels', async () => {
  const data = Buffer.alloc(800 * 800 * 3);
  for (let i = 0; i < 800 * 800; i++)
    data.fill((((i % 800) + Math.floor(i / 800)) & 1) * 255, i * 3, i * 3 + 3);
  const checker = await sharp(data, { raw: { width: 800, height: 800, channels: 3 } })
    .png()
    .toBuffer();
  const page = await renderPixels(
    { elements: [image({ x: 0, y: 0, ...box, asset: 'a' })] },
    { files: { a: checker } },
  );
  for (const [x, y] of [
    [10, 10],
    [33, 71],
    [64, 20],
  ] as const)
    near(page.at(x, y), [128, 128, 128, 255], 6);
});

test('an image at fractional pixels stays sharp', async () => {
  const data = Buffer.alloc(40 * 40 * 3);
  for (let i = 0; i < 40 * 40; i++) data.fill((i % 2) * 255, i * 3, i * 3 + 3);
  const lines = await sharp(data, { raw: { width: 40, height: 40, channels: 3 } })
    .png()
    .toBuffer();
  const element = image({ x: 10.4, y: 20.6, width: 40, height: 40, asset: 'a' });
  const page = await renderPixels({ elements: [element] }, { files: { a: lines } });
  for (let x = 10; x < 50; x++) assert.deepEqual(page.at(x, 40)[0], (x % 2) * 255);
  assert.deepEqual(page.at(50, 40), [255, 255, 255, 255]);
});

test('the cache is bounded, shared by renders, and releases evicted images', async () => {
  const cache = new ImageCache(100 * 100 * 4 * 2);
  const elements = [image({ x: 0, y: 0, ...box, asset: 'a', fit: 'fill' })];
  const pictures = await Promise.all([60, 70, 80, 90].map((width) => stripes(width * 3, 50)));
  const first = [];
  for (const a of pictures) first.push((await render({ elements }, { files: { a }, cache })).data);
  assert.ok(cache.size <= 100 * 100 * 4 * 2, String(cache.size));
  for (const [index, a] of pictures.entries()) {
    const again = await render({ elements }, { files: { a }, cache });
    assert.deepEqual(again.data, first[index]);
  }
  // An image larger than the whole cache is drawn without caching.
  const tiny = new ImageCache(10);
  assert.deepEqual((await render({ elements }, { files: { a: pictures[0]! }, cache: tiny })).data, first[0]);
  assert.equal(tiny.size, 0);
});
