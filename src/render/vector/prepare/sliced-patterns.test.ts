import assert from 'node:assert/strict';
import { test } from 'node:test';

import { colorDistance, image, renderPixels } from '../../../../test/helpers/scenes.ts';

const side = 100;
const elements = [image({ x: 0, y: 0, width: side, height: side, asset: 'a', fit: 'fill' })];
const draw = (inside: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
  return renderPixels({ width: side, height: side, elements }, { files: { a: Buffer.from(svg) } });
};

/** Four stripes of the same width, in red, green, blue and black. */
const stripes = ['#ff0000', '#00ff00', '#0000ff', '#000000']
  .map((color, index) => `<rect x="${index * 10}" width="10" height="10" fill="${color}"/>`)
  .join('');
const pattern = (attributes: string) =>
  `<pattern id="p" viewBox="0 0 40 10" ${attributes}>${stripes}</pattern>`;
const [RED, GREEN, BLUE, BLACK] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [0, 0, 0, 255],
] as const;

/** A rectangle twice as wide as high shows two of the stripes. */
const of = 'width="100%" height="100%"';
const sliced = (align: string) => pattern(`${of} preserveAspectRatio="${align} slice"`);
const box = 'x="10" y="10" width="80" height="40"';
const rect = `<rect ${box} fill="url(#p)"/>`;
const fixed = `${box} patternUnits="userSpaceOnUse" preserveAspectRatio="xMidYMid slice"`;
for (const [name, inside, left, right] of [
  ['in its middle', sliced('xMidYMid') + rect, GREEN, BLUE],
  ['at its end', sliced('xMaxYMid') + rect, BLUE, BLACK],
  ['at its start', sliced('xMinYMin') + rect, RED, GREEN],
  [
    'of a path',
    `${sliced('xMidYMid')}<path d="M10 10h80v40h-80z" style="fill:url(#p);stroke:none"/>`,
    GREEN,
    BLUE,
  ],
  [
    'by a class',
    `<style>.a, .b{stroke:none;fill:url(#p)}</style>${sliced('xMidYMid')}<rect class="c b" ${box}/>`,
    GREEN,
    BLUE,
  ],
  ['in its own units', pattern(fixed) + rect, GREEN, BLUE],
] as const) {
  test(`a pattern that slices shows a part ${name}`, async () => {
    const { at } = await draw(inside);
    assert.ok(colorDistance(at(25, 30), left) < 4, at(25, 30).join());
    assert.ok(colorDistance(at(75, 30), right) < 4, at(75, 30).join());
    assert.deepEqual(at(50, 70), [255, 255, 255, 255]);
  });
}

test('each shape shows the part that fits its own box', async () => {
  const shapes =
    '<rect width="40" height="10" fill="url(#p)"/><rect y="20" width="10" height="10" fill="url(#p)"/>';
  const { at } = await draw(pattern(`${of} preserveAspectRatio="xMidYMid slice"`) + shapes);
  assert.ok(colorDistance(at(5, 5), RED) < 4);
  assert.ok(colorDistance(at(35, 5), BLACK) < 4);
  assert.ok(colorDistance(at(2, 25), GREEN) < 4);
  assert.ok(colorDistance(at(8, 25), BLUE) < 4);
});
