import assert from 'node:assert/strict';
import { test } from 'node:test';

import { colorDistance, image, renderPixels } from '../../../test/helpers/scenes.ts';
import type { OutputSettings } from '../job.ts';
import { pictureSize } from './picture-size.ts';

const side = 200;
const svg = (inside: string, attributes = 'viewBox="0 0 100 100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const draw = (a: Uint8Array, output: Partial<OutputSettings> = {}, crop?: object) => {
  const elements = [image({ x: 0, y: 0, width: side, height: side, asset: 'a', fit: 'fill', ...crop })];
  return renderPixels({ width: side, height: side, elements }, { files: { a }, output });
};
const [RED, WHITE] = [
  [255, 0, 0, 255],
  [255, 255, 255, 255],
];
/** A mask keeps a file from being drawn as vectors. */
const mask = '<mask id="m"><rect width="100" height="100" fill="#fff"/></mask>';

for (const [name, inside] of [
  ['shapes', (rect: string) => rect],
  ['masks', (rect: string) => `${mask}<g mask="url(#m)">${rect}</g>`],
  [
    'clips',
    (rect: string) =>
      `<clipPath id="c"><rect width="10mm" height="100"/></clipPath>` +
      rect.replace('<rect', '<rect clip-path="url(#c)"').replace('10mm', '100'),
  ],
] as const) {
  test(`physical lengths in ${name} are those of CSS at every scale`, async () => {
    // 10 mm are 37.8 units, of two pixels each.
    for (const length of ['10mm', '1cm', '28.3465pt', '0.393701in', '2.3622pc']) {
      const file = svg(inside(`<rect width="${length}" height="100" fill="red"/>`));
      for (const [scale, format] of [
        [1, 'png'],
        [3, 'png'],
      ] as const) {
        const { at } = await draw(file, { scale, format });
        assert.ok(colorDistance(at(74 * scale, 90 * scale), RED) < 3, `${length} at ${scale}`);
        assert.ok(colorDistance(at(77 * scale, 90 * scale), WHITE) < 3, `${length} at ${scale}`);
      }
    }
  });
}

test('physical lengths of a part are those of the whole picture', async () => {
  const file = svg('<rect width="10mm" height="100" fill="red"/>');
  const { at } = await draw(file, {}, { crop: { x: 0, y: 0, width: 0.5, height: 0.5 } });
  assert.deepEqual(at(149, 90), RED);
  assert.deepEqual(at(153, 90), WHITE);
});

for (const [attributes, width, height] of [
  ['width="1in" height="36pt" viewBox="0 0 10 5"', 96, 48],
  ['width="25.4mm" height="2.54cm"', 96, 96],
  ['width="101.6q" viewBox="0 0 10 5"', 96, 48],
  ['height="48" viewBox="0 0 10 5"', 96, 48],
  ['width="6em" height="100%" viewBox="0 0 10 5"', 96, 48],
  ['style="width: 1in; height: 48px" viewBox="0 0 10 5"', 96, 48],
  ['viewBox="0 0 96 48"', 96, 48],
  ['viewBox="0,0 96,48" width="100%" height="auto"', 96, 48],
] as const) {
  test(`the size of an SVG is in pixels of CSS: ${attributes}`, async () => {
    assert.deepEqual(await pictureSize(svg('', attributes)), { width, height });
  });
}

const blur = '<filter id="f"><feGaussianBlur stdDeviation="6"/></filter>';
for (const [name, attributes, shape] of [
  [
    'a viewBox',
    'viewBox="0 0 100 100"',
    '<rect x="-50" y="40" width="200" height="200" fill="red" filter="url(#f)"/>',
  ],
  [
    'another scale',
    'viewBox="0 0 10 10"',
    '<rect x="-5" y="4" width="20" height="20" fill="red" filter="url(#f)"/>',
  ],
  [
    'a function',
    'viewBox="0 0 100 100"',
    '<g style="filter:blur(6px)"><rect x="-50" y="40" width="200" height="200" fill="red"/></g>',
  ],
] as const) {
  test(`a blur is full at the edges of a picture with ${name}`, async () => {
    const scaled = attributes.includes('10 10') ? blur.replace('"6"', '"0.6"') : blur;
    const file = svg(scaled + shape, attributes);
    for (const scale of [1, 2]) {
      const { at } = await draw(file, { scale });
      for (const [x, y] of [
        [1, 150],
        [198, 150],
        [100, 198],
        [1, 198],
      ] as const)
        assert.ok(colorDistance(at(x * scale, y * scale), RED) < 6, `${x}, ${y}: ${at(x, y).join()}`);
      assert.deepEqual(at(100 * scale, 20 * scale), WHITE);
    }
    const part = await draw(file, {}, { crop: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } });
    assert.ok(colorDistance(part.at(198, 198), RED) < 6);
  });
}

test('what a document clips stays clipped around its own parts', async () => {
  const file = svg(
    `${blur}<svg x="20" y="20" width="20" height="20"><rect width="90" height="90" fill="red"/></svg>`,
  );
  const { at } = await draw(file);
  assert.deepEqual(at(60, 60), RED);
  assert.deepEqual(at(100, 100), WHITE);
});
