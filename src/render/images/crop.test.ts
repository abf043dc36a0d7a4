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
import { croppedSize, placePicture } from './object-fit.ts';

const box = { x: 0, y: 0, width: 100, height: 100 };
/** The lower right quarter. */
const quarter = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };
const [BLUE, WHITE] = [
  [0, 0, 255, 255],
  [255, 255, 255, 255],
] as const;

const near = (actual: readonly number[], expected: readonly number[], tolerance = 6) => {
  assert.ok(colorDistance(actual, expected) <= tolerance, `${actual.join()} is not ${expected.join()}`);
};

/** A red picture whose lower right quarter is blue. */
function picture(side: number) {
  const blue = { create: { width: side / 2, height: side / 2, channels: 3, background: '#0000ff' } } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: side / 2, top: side / 2 },
  ]);
}

const drawing = (body: string, root = 'width="40" height="40" viewBox="0 0 40 40"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${body}</svg>`);
const svg = drawing(
  '<rect width="40" height="40" fill="red"/><rect x="20" y="20" width="20" height="20" fill="blue"/>',
);

const files = {
  small: await picture(8).png().toBuffer(),
  large: await picture(400).png().toBuffer(),
  photo: await picture(400).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  svg,
};

async function drawPdf(element: SceneImage, options: RenderOptions = {}) {
  const { data } = await render({ elements: [element] }, { files, ...options, output: { format: 'pdf' } });
  return decodePixels(await rasterisePdf(data, 4 / 3));
}

test('a crop is placed as a picture of its own, and the whole picture around it', () => {
  const crop = { x: 0.25, y: 0, width: 0.5, height: 1 };
  const placed = placePicture(image({ ...box, asset: 'a', crop, fit: 'contain' }), {
    width: 200,
    height: 200,
  });
  assert.deepEqual(placed, {
    part: { x: 25, y: 0, width: 50, height: 100 },
    whole: { x: 0, y: 0, width: 100, height: 100 },
  });
  assert.deepEqual(croppedSize({ width: 200, height: 200 }, crop), { width: 100, height: 200 });
});

for (const asset of ['small', 'large', 'photo', 'svg']) {
  test(`only the cropped part is drawn, up to the edges of its box, in every format: ${asset}`, async () => {
    const fitted = image({ ...box, width: 60, height: 80, asset, crop: quarter, fit: 'contain' });
    const png = await renderPixels({ elements: [fitted] }, { files });
    const pdf = await drawPdf(fitted);
    for (const [page, edge] of [
      [png, 0],
      [pdf, 1],
    ] as const) {
      for (const [x, y] of [
        [edge, 10 + edge],
        [59 - edge, 10 + edge],
        [edge, 69 - edge],
        [59 - edge, 69 - edge],
      ] as const)
        near(page.at(x, y), BLUE);
      near(page.at(30, 8 - edge), WHITE);
      near(page.at(30, 71 + edge), WHITE);
    }
  });
}

test('parts of pictures are as sharp as their pixels allow, those of an SVG at every size', async () => {
  // Lines of one pixel in the picture are lines of one pixel on the page, at a tenth of its sides.
  const line = '<path d="M30 0h1v40h-1z" fill="blue"/>';
  const crop = { x: 0.725, y: 0, width: 0.1, height: 0.1 };
  const thin = drawing(`<rect width="40" height="40" fill="white"/>${line}`);
  const page = await renderPixels(
    { elements: [image({ ...box, asset: 'a', crop })] },
    { files: { a: thin } },
  );
  near(page.at(24, 50), WHITE);
  near(page.at(25, 50), BLUE);
  near(page.at(49, 50), BLUE);
  near(page.at(50, 50), WHITE);

  const pixels = Buffer.alloc(400 * 400 * 3, 255);
  for (let y = 0; y < 400; y++) pixels.fill(0, (y * 400 + 300) * 3, (y * 400 + 301) * 3);
  const raw = { raw: { width: 400, height: 400, channels: 3 } } as const;
  const fine = await sharp(pixels, raw).png().toBuffer();
  const shown = image({ ...box, asset: 'a', crop: { x: 0.625, y: 0.5, width: 0.25, height: 0.25 } });
  const sharpPage = await renderPixels({ elements: [shown] }, { files: { a: fine } });
  near(sharpPage.at(49, 50), WHITE, 12);
  near(sharpPage.at(50, 50), [0, 0, 0, 255], 12);
  near(sharpPage.at(51, 50), WHITE, 12);
});

test('an SVG is cropped however its root is written', async () => {
  const body =
    '<rect width="50%" height="100%" fill="red"/><rect x="50%" width="50%" height="100%" fill="blue"/>';
  for (const root of [
    'viewBox="0 0 40 40"',
    'width="4cm" height="4cm"',
    'width="40" height="40" viewBox="0 0 10 10" style="width: 80px; height:80px; fill: red"',
  ]) {
    const file = Buffer.concat([Buffer.from('<?xml version="1.0"?><!-- > -->'), drawing(body, root)]);
    const shown = image({ ...box, asset: 'a', crop: { ...quarter, y: 0, height: 1 }, fit: 'fill' });
    const page = await renderPixels({ elements: [shown] }, { files: { a: file } });
    near(page.at(2, 50), BLUE);
    near(page.at(97, 50), BLUE);
  }
});

test('attention looks at the cropped part only', async () => {
  for (const asset of ['large', 'svg']) {
    const crop = { x: 0.5, y: 0.5, width: 0.5, height: 0.25 };
    const shown = image({ ...box, asset, crop, position: 'attention' });
    const page = await renderPixels({ elements: [shown] }, { files });
    for (const at of [1, 50, 98]) near(page.at(at, at), BLUE);
  }
});

test('a crop of few pixels is reported, with the pixels that the whole picture would need', async () => {
  const crop = { x: 0, y: 0, width: 0.1, height: 0.1 };
  const { warnings } = await render({ elements: [image({ ...box, asset: 'large', crop })] }, { files });
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['IMAGE_LOW_RESOLUTION'],
  );
  assert.match(warnings[0]?.detail ?? '', /A picture of 1000 × 1000 pixels would be sharp/u);
});
