import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import {
  colorDistance,
  decodePixels,
  image,
  render,
  renderPixels,
  type RenderOptions,
} from '../../../test/helpers/scenes.ts';
import type { SceneImage } from '../scene/image.ts';

const box = { x: 10, y: 10, width: 70, height: 50 };
const [RED, BLUE, WHITE] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
] as const;

/** Twice as wide as high: red on the left, blue on the right. */
const halves = sharp({ create: { width: 80, height: 40, channels: 3, background: '#ff0000' } }).composite([
  { input: { create: { width: 40, height: 40, channels: 3, background: '#0000ff' } }, left: 40, top: 0 },
]);
const drawing = (rects: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40">${rects}</svg>`,
  );
const files = {
  photo: await halves.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  pixels: await halves.clone().png().toBuffer(),
  svg: drawing('<rect width="40" height="40" fill="red"/><rect x="40" width="40" height="40" fill="blue"/>'),
};
const tiled = (given: Partial<SceneImage>) =>
  image({ ...box, fit: 'tile', tileWidth: 40, asset: 'pixels', ...given });

async function drawPdf(element: SceneImage, options: RenderOptions = {}) {
  const { data } = await render({ elements: [element] }, { files, ...options, output: { format: 'pdf' } });
  return { data, page: await decodePixels(await rasterisePdf(data, 4 / 3)) };
}

function near(actual: readonly number[], expected: readonly number[], tolerance = 8): void {
  assert.ok(colorDistance(actual, expected) <= tolerance, `${actual.join()} is not ${expected.join()}`);
}

for (const asset of Object.keys(files)) {
  test(`tiles begin at the top left and end at the edges of the box: ${asset}`, async () => {
    const element = tiled({ asset });
    const pages = [await renderPixels({ elements: [element] }, { files }), (await drawPdf(element)).page];
    for (const { at } of pages) {
      for (const y of [14, 34, 54]) {
        near(at(20, y), RED);
        near(at(40, y), BLUE);
        near(at(60, y), RED);
        near(at(77, y), BLUE);
        near(at(83, y), WHITE);
      }
      near(at(20, 63), WHITE);
    }
  });
}

test('tiles show the cropped part only, at its proportions', async () => {
  const crop = { x: 0.5, y: 0, width: 0.5, height: 1 };
  for (const asset of Object.keys(files)) {
    const element = tiled({ asset, crop, tileWidth: 16 });
    for (const { at } of [
      await renderPixels({ elements: [element] }, { files }),
      (await drawPdf(element)).page,
    ])
      for (const x of [12, 25, 26, 27, 41, 42, 43, 77])
        for (const y of [12, 25, 26, 27, 57]) near(at(x, y), BLUE);
  }
});

test('without a width, a tile is as large as its picture', async () => {
  const { tileWidth, ...element } = tiled({});
  const { at } = await renderPixels({ elements: [element] }, { files });
  assert.equal(tileWidth, 40);
  near(at(48, 30), RED);
  near(at(52, 30), BLUE);
});

test('the opacity of tiles is that of the element in PDFs, too', async () => {
  for (const asset of Object.keys(files)) {
    const { page } = await drawPdf(tiled({ asset, opacity: 0.5 }));
    near(page.at(40, 14), [127, 127, 255, 255]);
  }
});

test('a page of tiles is small: files have each picture once', async () => {
  const crowded = { ...box, x: 0, y: 0, width: 1000, height: 1000, tileWidth: 4 };
  for (const asset of Object.keys(files))
    for (const format of ['pdf', 'svg'] as const) {
      const page = { width: 1000, height: 1000, elements: [tiled({ ...crowded, asset })] };
      const { data } = await render(page, { files, output: { format } });
      assert.ok(data.length < 20_000, `${asset} ${format}: ${data.length} bytes`);
    }
});

test('SVGs stay shapes: one pattern in an SVG, a few shapes in a PDF', async () => {
  const { data } = await render(
    { elements: [tiled({ asset: 'svg' })] },
    { files, output: { format: 'svg' } },
  );
  const svg = Buffer.from(data).toString();
  assert.match(svg, /<pattern [^>]*width="40" height="20"/u);
  assert.doesNotMatch(svg, /<image/u);
  const pdf = Buffer.from((await drawPdf(tiled({ asset: 'svg' }))).data).toString('latin1');
  assert.doesNotMatch(pdf, /\/Subtype\s*\/Image/u);
});

test('tiles under a blur are blurred as one picture', async () => {
  const { page } = await drawPdf(tiled({ blur: 1, tileWidth: 2 }));
  near(page.at(45, 35), [127, 0, 127, 255], 30);
});
