import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import { readObjects } from '../../../test/helpers/pdf.ts';
import {
  colorDistance,
  decodePixels,
  group,
  image,
  rect,
  render,
  renderPixels,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Mask } from '../scene/image.ts';

const box = { x: 10, y: 10, width: 80, height: 80 };
const inBox = { ...box, x: 0, y: 0 };
const red = rect({ ...inBox, fill: solid('#ff0000ff') });
const [RED, WHITE] = [
  [255, 0, 0, 255],
  [255, 255, 255, 255],
] as const;

/** The left half of the box, and a hole in it where the rule is `evenodd`. */
const half: Mask = {
  type: 'path',
  fillRule: 'evenodd',
  viewBox: [0, 0, 8, 8],
  d: 'M0 0H4V8H0Z M1 1H3V3H1Z',
};
/** White, grey, half transparent white, and black: one, a half, a half and nothing. */
const pixels = Buffer.from([255, 255, 255, 255, 128, 128, 128, 255, 255, 255, 255, 128, 0, 0, 0, 255]);
const steps = sharp(pixels, { raw: { width: 4, height: 1, channels: 4 } }).resize(80, 80, {
  kernel: 'nearest',
  fit: 'fill',
});
const bars = [
  ['#fff', 1],
  ['#808080', 1],
  ['#fff', 0.5],
  ['#000', 1],
].map(
  ([color, opacity], at) =>
    `<rect x="${at * 20}" width="20" height="80" fill="${color}" opacity="${opacity}"/>`,
);
const files = {
  red: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer(),
  png: await steps.png().toBuffer(),
  svg: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">${bars.join('')}</svg>`,
  ),
};

function near(actual: readonly number[], expected: readonly number[], tolerance = 6): void {
  assert.ok(colorDistance(actual, expected) <= tolerance, `${actual.join()} is not ${expected.join()}`);
}

/** The page as PNG and as PDF. */
async function drawBoth(...elements: readonly SceneElement[]) {
  const png = await renderPixels({ elements }, { files });
  const { data } = await render({ elements }, { files, output: { format: 'pdf' } });
  return [png, await decodePixels(await rasterisePdf(data, 4 / 3))];
}

test('a path shows what is inside of it, by its rule, of images and of groups', async () => {
  for (const element of [
    image({ ...box, asset: 'red', mask: half }),
    group({ ...box, elements: [red], mask: half }),
    group({ ...box, elements: [], background: { ...red, cornerRadius: [0, 0, 0, 0] }, mask: half }),
  ]) {
    for (const { at } of await drawBoth(element)) {
      near(at(13, 50), RED);
      near(at(47, 50), RED);
      near(at(30, 30), WHITE);
      near(at(52, 50), WHITE);
    }
  }
});

for (const asset of ['png', 'svg']) {
  test(`a picture shows as much as its luminance times its opacity: ${asset}`, async () => {
    const mask: Mask = { type: 'picture', asset };
    // What lies beyond the box is hidden as well.
    const wide = { ...red, x: -10, width: 100, height: 90 };
    for (const element of [
      image({ ...box, asset: 'red', mask }),
      group({ ...box, elements: [wide], mask }),
      group({ ...box, elements: [group({ ...inBox, elements: [wide], mask })] }),
    ]) {
      for (const { at } of await drawBoth(element)) {
        near(at(20, 50), RED);
        near(at(40, 50), [255, 127, 127, 255]);
        near(at(60, 50), [255, 127, 127, 255]);
        near(at(80, 50), WHITE);
        near(at(5, 50), WHITE);
        near(at(20, 95), WHITE);
      }
    }
  });
}

test('opacity, blend modes and shadows are those of what is shown', async () => {
  const mask: Mask = { type: 'picture', asset: 'png' };
  const shadow = { x: 0, y: 9, blur: 0, color: '#0000ffff' };
  const faded = group({ ...box, elements: [red], mask, opacity: 0.5, shadow });
  for (const { at } of await drawBoth(faded)) {
    near(at(20, 50), [255, 127, 127, 255], 8);
    near(at(20, 94), [127, 127, 255, 255], 8);
    near(at(40, 94), [191, 191, 255, 255], 8);
    near(at(80, 94), WHITE);
  }
  const list = [{ x: 20, y: 0, blur: 0, color: '#0000ffff' }];
  for (const { at } of await drawBoth(image({ ...box, asset: 'red', mask: half, shadow: list }))) {
    near(at(13, 50), RED);
    near(at(60, 50), [0, 0, 255, 255]);
    near(at(75, 50), WHITE);
  }
});

test('an SVG has clips and masks, and a PDF keeps text behind a mask as text', async () => {
  const word = text('Masked', 16, inBox);
  const page = (mask: Mask) => ({ elements: [group({ ...box, elements: [word], mask })] });
  const picture = page({ type: 'picture', asset: 'svg' });
  const getSvg = async (scene: ReturnType<typeof page>) =>
    Buffer.from((await render(scene, { files, output: { format: 'svg' } })).data).toString();
  assert.match(await getSvg(page(half)), /<clipPath id="p[^>]*><path d="M0 0L40 0[^>]*evenodd/u);
  const svg = await getSvg(picture);
  assert.match(svg, /<mask id="p[^>]*maskUnits="userSpaceOnUse" x="10" y="10" width="80" height="80">/u);
  assert.doesNotMatch(svg, /<image/u);

  const { data } = await render(picture, { files, output: { format: 'pdf' } });
  assert.doesNotMatch(await readObjects(data), /\/TR /u);
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.destroy();
  assert.equal(items.map((item) => ('str' in item ? item.str : '')).join(''), 'Masked');
});

test('what a mask loses or lacks is reported for its element', async () => {
  const lossy = files.svg.toString().replace('</svg>', '<set attributeName="x"/></svg>');
  const elements = [
    image({ ...box, id: 'a', asset: 'svg', mask: { type: 'picture', asset: 'red' } }),
    image({ ...box, id: 'b', asset: 'svg', mask: { type: 'picture', asset: 'lossy' } }),
  ];
  const { warnings } = await render({ elements }, { files: { ...files, lossy: Buffer.from(lossy) } });
  assert.deepEqual(
    warnings.map(({ elementId, code }) => [elementId, code]),
    [
      ['a', 'IMAGE_LOW_RESOLUTION'],
      ['b', 'SVG_FEATURE_LOST'],
    ],
  );
  assert.match(warnings[0]?.detail ?? '', /^The picture of the mask has 8 × 8 pixels/u);
});
