import assert from 'node:assert/strict';
import { test } from 'node:test';

import { colorDistance, rect, renderPixels, solid } from '../../test/helpers/scenes.ts';
import type { Paint } from './scene/paint.ts';

const box = { x: 0, y: 0, width: 100, height: 50 };
const draw = (fill: Paint) => renderPixels({ width: 100, height: 50, elements: [rect({ ...box, fill })] });
const near = (actual: readonly number[], expected: readonly number[], tolerance = 3) => {
  assert.ok(colorDistance(actual, expected) <= tolerance, `${actual.join()} is not ${expected.join()}`);
};
const redToBlue = [
  { offset: 0, color: '#ff0000ff' },
  { offset: 1, color: '#0000ffff' },
];

test('a solid paint keeps its colour and alpha', async () => {
  const page = await renderPixels({
    background: null,
    elements: [rect({ ...box, fill: solid('#3366cc80') })],
  });
  near(page.at(10, 10), [0x33, 0x66, 0xcc, 0x80], 1);
  assert.deepEqual(page.at(10, 70), [0, 0, 0, 0]);
});

test('linear angles are those of CSS', async () => {
  const right = await draw({ type: 'linear', angle: 90, stops: redToBlue });
  near(right.at(0, 25), [254, 0, 1, 255]);
  near(right.at(99, 25), [1, 0, 254, 255]);
  near(right.at(50, 0), right.at(50, 49));
  const up = await draw({ type: 'linear', angle: 0, stops: redToBlue });
  near(up.at(50, 49), [252, 0, 3, 255], 4);
  near(up.at(50, 0), [3, 0, 252, 255], 4);
});

test('a diagonal reaches its end colours exactly in the corners', async () => {
  // CSS: |w sin a| + |h cos a| is the length of the gradient line, so the 50 % line passes through the other
  // two corners only for a square; in the corners named by the angle the ends are reached at any proportion.
  const page = await draw({ type: 'linear', angle: 135, stops: redToBlue });
  near(page.at(0, 0), [254, 0, 1, 255], 3);
  near(page.at(99, 49), [1, 0, 254, 255], 3);
  // At x, y the position is (x sin a - y cos a) / length from the top left corner.
  const position = (90 * Math.SQRT1_2 + 10 * Math.SQRT1_2) / (150 * Math.SQRT1_2);
  near(page.at(90, 10), [255 * (1 - position), 0, 255 * position, 255], 4);
});

test('a radial gradient is a circle measured on the longer side', async () => {
  const page = await draw({ type: 'radial', center: { x: 0.5, y: 0.5 }, radius: 0.25, stops: redToBlue });
  near(page.at(50, 25), [250, 0, 5, 255], 8);
  near(page.at(62, 25), [127, 0, 127, 255], 8);
  near(page.at(50, 37), [127, 0, 127, 255], 8);
  near(page.at(80, 25), [0, 0, 255, 255]);
});

test('colours blend premultiplied on the way to transparency', async () => {
  const fade = await renderPixels({
    width: 100,
    height: 50,
    background: null,
    elements: [
      rect({
        ...box,
        fill: {
          type: 'linear',
          angle: 90,
          stops: [
            { offset: 0, color: '#ff0000ff' },
            { offset: 1, color: '#00000000' },
          ],
        },
      }),
    ],
  });
  near(fade.at(50, 25), [255, 0, 0, 127], 3);
  near(fade.at(90, 25), [255, 0, 0, 24], 3);
});

test('both ends half transparent: the curve follows the alpha', async () => {
  const stops = [
    { offset: 0, color: '#ff0000ff' },
    { offset: 1, color: '#0000ff40' },
  ];
  const page = await renderPixels({
    background: null,
    elements: [rect({ ...box, fill: { type: 'linear', angle: 90, stops } })],
  });
  // At the middle alpha is (255 + 64) / 2, red 255 × 255 / (255 + 64).
  near(page.at(50, 25), [204, 0, 51, 159], 4);
});

test('stop positions never run backwards, one stop is a colour', async () => {
  const backwards = await draw({
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0.5, color: '#ff0000ff' },
      { offset: 0.2, color: '#0000ffff' },
    ],
  });
  near(backwards.at(10, 25), [255, 0, 0, 255]);
  near(backwards.at(40, 25), [255, 0, 0, 255]);
  near(backwards.at(60, 25), [0, 0, 255, 255]);
  const single = await draw({
    type: 'radial',
    center: { x: 0, y: 0 },
    radius: 1,
    stops: [{ offset: 0.3, color: '#00ff00ff' }],
  });
  near(single.at(99, 49), [0, 255, 0, 255]);
});
