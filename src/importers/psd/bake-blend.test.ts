import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getFirst, getLosses } from '../../../test/helpers/designs.ts';
import { convertLayers, getPixel, squareLayer } from '../../../test/helpers/photoshop.ts';

test('a mode that the template does not have is mixed with the pictures below', async () => {
  const below = squareLayer('Sky', 0, 40, [200, 100, 50, 255]);
  for (const [blendMode, wanted] of [
    ['linear burn', [45, 0, 0]],
    ['linear dodge', [255, 200, 250]],
    ['subtract', [100, 0, 0]],
    ['darker color', [100, 100, 200]],
  ] as const) {
    const converted = await convertLayers([
      below,
      squareLayer('Sun', 10, 20, [100, 100, 200, 255], { blendMode }),
    ]);
    const [, sun] = converted.document.elements;
    assert.ok(sun?.type === 'image');
    assert.equal(sun.blendMode, undefined);
    assert.deepEqual(await getPixel(converted, sun.src), [...wanted, 255], blendMode);
    assert.deepEqual(getLosses(converted), ['Sun: blend mode']);
  }
});

test('where not all of what lies below is known, the nearest mode stands in', async () => {
  const sun = squareLayer('Sun', 10, 40, [100, 100, 200, 255], { blendMode: 'linear burn' });
  const { document, losses } = await convertLayers([squareLayer('Sky', 0, 40, [200, 100, 50, 255]), sun]);
  assert.equal(document.elements[1]?.blendMode, 'multiply');
  assert.match(losses[0]?.reason ?? '', /"multiply" stands in for it/u);
});

test('the shadow of a group with a spread is a picture behind its layers', async () => {
  const px = (value: number) => ({ units: 'Pixels' as const, value });
  const shadow = { enabled: true, color: { r: 0, g: 0, b: 255 }, opacity: 1, angle: 90, distance: px(0) };
  const dropShadow = [{ ...shadow, size: px(4), choke: px(100) }];
  const children = [
    squareLayer('One', 10, 10, [255, 0, 0, 255]),
    squareLayer('Two', 30, 10, [255, 0, 0, 255]),
  ];
  const converted = await convertLayers([{ name: 'Pair', children, effects: { dropShadow } }]);
  const group = getFirst(converted.document.elements, 'group');
  const { x, y, width, height, elements, shadow: own } = group;
  assert.deepEqual({ x, y, width, height, own }, { x: 6, y: 6, width: 38, height: 38, own: undefined });
  const [picture, ...others] = elements;
  assert.ok(picture?.type === 'image');
  assert.equal(others.length, 2);
  const { src } = picture;
  // Four pixels beside the layers, and nothing below them.
  const places = [
    [1, 8],
    [8, 8],
    [20, 8],
  ] as const;
  const pixels = await Promise.all(places.map(([column, row]) => getPixel(converted, src, column, row)));
  assert.deepEqual(
    pixels.map(([, , , alpha]) => alpha),
    [255, 0, 0],
  );
  assert.deepEqual(getLosses(converted), ['Pair: drop shadow']);
});
