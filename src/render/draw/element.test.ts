import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  colorDistance,
  ellipse,
  group,
  image,
  line,
  path,
  rect,
  renderPixels,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { Pixels } from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';

const RED = solid('#ff0000ff');
const BLUE = solid('#0000ffff');
const WHITE = [255, 255, 255, 255];
const draw = (...elements: SceneElement[]) => renderPixels({ elements });
const near = (actual: readonly number[], expected: readonly number[], tolerance = 2) => {
  assert.ok(colorDistance(actual, expected) <= tolerance, `${actual.join()} is not ${expected.join()}`);
};
const square = { x: 20, y: 20, width: 60, height: 60 };

test('rect: edges on whole pixels are sharp, fractions are blended', async () => {
  const page = await draw(
    rect({ ...square, fill: RED }),
    rect({ x: 0, y: 0, width: 10.5, height: 10, fill: BLUE }),
  );
  assert.deepEqual(page.at(19, 50), WHITE);
  assert.deepEqual(page.at(20, 50), [255, 0, 0, 255]);
  assert.deepEqual(page.at(79, 79), [255, 0, 0, 255]);
  assert.deepEqual(page.at(80, 50), WHITE);
  near(page.at(10, 5), [127, 127, 255, 255]);
});

test('strokes are centred on the edge, dashes alternate', async () => {
  const page = await draw(
    rect({ ...square, stroke: { color: '#000000ff', width: 10, dash: [] } }),
    line({ x: 0, y: 95, width: 100, height: 0, stroke: { color: '#ff0000ff', width: 4, dash: [10, 5] } }),
  );
  assert.deepEqual(page.at(14, 50), WHITE);
  assert.deepEqual(page.at(15, 50), [0, 0, 0, 255]);
  assert.deepEqual(page.at(24, 50), [0, 0, 0, 255]);
  assert.deepEqual(page.at(25, 50), WHITE);
  assert.deepEqual(page.at(15, 15), [0, 0, 0, 255], 'corners are mitred');
  assert.deepEqual(
    [page.at(5, 95), page.at(12, 95), page.at(16, 95)],
    [[255, 0, 0, 255], WHITE, [255, 0, 0, 255]],
  );
});

test('corner radii: one per corner; too large radii shrink together', async () => {
  const page = await draw(rect({ ...square, fill: RED, cornerRadius: [30, 0, 10, 0] }));
  assert.deepEqual(page.at(24, 24), WHITE);
  assert.deepEqual(page.at(79, 20), [255, 0, 0, 255]);
  assert.deepEqual(page.at(79, 79), WHITE);
  assert.deepEqual(page.at(20, 79), [255, 0, 0, 255]);
  const circle = await draw(rect({ ...square, fill: RED, cornerRadius: [90, 90, 90, 90] }));
  const same = await draw(ellipse({ ...square, fill: RED }));
  for (const [x, y] of [
    [28, 28],
    [29, 29],
    [50, 20],
    [20, 50],
    [71, 71],
  ] as const)
    near(circle.at(x, y), same.at(x, y), 20);
});

test('lines run from corner to corner, with their cap', async () => {
  const stroke = { color: '#000000ff', width: 10, dash: [] };
  const at = async (cap: 'butt' | 'round' | 'square') =>
    (await draw(line({ x: 20, y: 50, width: 40, height: 0, stroke, cap }))).at(62, 50);
  assert.deepEqual(await at('butt'), WHITE);
  assert.deepEqual(await at('round'), [0, 0, 0, 255]);
  const slanted = await draw(line({ x: 0, y: 0, width: 100, height: 100, stroke }));
  assert.deepEqual(slanted.at(50, 50), [0, 0, 0, 255]);
  assert.deepEqual(slanted.at(70, 30), WHITE);
});

test('paths: the viewBox is stretched to the box, the stroke is not; fill rules apply', async () => {
  const ring = 'M0 0H10V10H0Z M2 2H8V8H2Z';
  const page = await draw(
    path({
      x: 0,
      y: 0,
      width: 50,
      height: 100,
      d: ring,
      viewBox: [0, 0, 10, 10],
      fill: RED,
      fillRule: 'evenodd',
    }),
    path({ x: 50, y: 0, width: 50, height: 100, d: ring, viewBox: [0, 0, 10, 10], fill: BLUE }),
    path({
      x: 10,
      y: 40,
      width: 30,
      height: 20,
      d: 'M5 0 V10',
      viewBox: [0, 0, 10, 10],
      stroke: { color: '#000000ff', width: 4, dash: [] },
    }),
  );
  assert.deepEqual(page.at(5, 50), [255, 0, 0, 255]);
  assert.deepEqual(page.at(20, 50), WHITE);
  assert.deepEqual(page.at(75, 50), [0, 0, 255, 255]);
  assert.deepEqual(
    [22, 23, 26, 27].map((x) => page.at(x, 50)[0]),
    [255, 0, 0, 255],
  );
});

test('rotation is clockwise about the centre of the box', async () => {
  const page = await draw(rect({ x: 10, y: 40, width: 80, height: 20, fill: RED, rotation: 90 }));
  assert.deepEqual(page.at(50, 12), [255, 0, 0, 255]);
  assert.deepEqual(page.at(12, 50), WHITE);
  const half = await draw(rect({ x: 50, y: 45, width: 40, height: 10, fill: RED, rotation: 30 }));
  // The right end of the box's middle line: 70 + 20 cos 30°, 50 + 20 sin 30°.
  assert.deepEqual(half.at(84, 58), [255, 0, 0, 255]);
  assert.deepEqual(half.at(55, 50), WHITE);
});

test('opacity applies to an element as a whole', async () => {
  const stroked = await draw(
    rect({ ...square, fill: RED, stroke: { color: '#0000ffff', width: 20, dash: [] }, opacity: 0.5 }),
  );
  near(stroked.at(25, 50), [127, 127, 255, 255]);
  near(stroked.at(15, 50), [127, 127, 255, 255]);
  const overlapping = [
    rect({ x: 0, y: 0, width: 60, height: 60, fill: RED }),
    rect({ x: 30, y: 30, width: 60, height: 60, fill: BLUE }),
  ];
  const page = await draw(
    group({ x: 0, y: 0, width: 100, height: 100, opacity: 0.5, elements: overlapping }),
  );
  near(page.at(45, 45), [127, 127, 255, 255]);
  near(page.at(10, 10), [255, 127, 127, 255]);
  assert.deepEqual((await draw(rect({ ...square, fill: RED, opacity: 0 }))).at(50, 50), WHITE);
});

const blended: readonly (readonly [mode: string, blend: (back: number, front: number) => number])[] = [
  ['multiply', (b, f) => b * f],
  ['screen', (b, f) => b + f - b * f],
  ['darken', Math.min],
  ['lighten', Math.max],
  ['difference', (b, f) => Math.abs(b - f)],
  ['exclusion', (b, f) => b + f - 2 * b * f],
  ['overlay', (b, f) => (b <= 0.5 ? 2 * b * f : 1 - 2 * (1 - b) * (1 - f))],
  ['hard-light', (b, f) => (f <= 0.5 ? 2 * b * f : 1 - 2 * (1 - b) * (1 - f))],
  ['color-dodge', (b, f) => Math.min(1, b / (1 - f))],
  ['color-burn', (b, f) => 1 - Math.min(1, (1 - b) / f)],
  ['plus-lighter', (b, f) => Math.min(1, b + f)],
];
for (const [blendMode, blend] of blended) {
  test(`blend mode ${blendMode} follows its formula, for shapes and groups`, async () => {
    const [back, front] = [
      [0.4, 0.6, 0.8],
      [0.2, 0.6, 0.4],
    ] as const;
    const hex = (color: readonly number[]) =>
      `#${color
        .map((c) =>
          Math.round(c * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}ff`;
    const fill = solid(hex(front));
    const { at } = await renderPixels({
      background: solid(hex(back)),
      elements: [
        rect({ x: 0, y: 0, width: 40, height: 100, fill, blendMode }),
        group({
          x: 50,
          y: 0,
          width: 50,
          height: 100,
          blendMode,
          elements: [rect({ x: 0, y: 0, width: 50, height: 100, fill })],
        }),
      ],
    });
    const expected = back.map((b, index) => 255 * blend(b, front[index] ?? 0)).concat(255);
    near(at(20, 50), expected, 2);
    near(at(75, 50), expected, 2);
  });
}

test('the other blend modes change the background', async () => {
  for (const blendMode of ['soft-light', 'hue', 'saturation', 'color', 'luminosity']) {
    const { at } = await renderPixels({
      background: solid('#336699ff'),
      elements: [rect({ ...square, fill: solid('#cc9933ff'), blendMode })],
    });
    assert.ok(colorDistance(at(50, 50), [0x33, 0x66, 0x99, 255]) > 5, blendMode);
    assert.ok(colorDistance(at(50, 50), [0xcc, 0x99, 0x33, 255]) > 5, blendMode);
  }
});

/** Standard deviation of a blurred vertical edge: half the distance from its 15.87 % to its 84.13 % value. */
function edgeDeviation(page: Pixels, y: number, channel: number): number {
  const profile = Array.from({ length: page.width }, (_, x) => 1 - page.at(x, y)[channel]! / 255);
  const crossing = (level: number): number => {
    const after = profile.findIndex((value) => value >= level);
    const [before, here] = [profile[after - 1] ?? 0, profile[after] ?? 1];
    return after - 1 + (level - before) / (here - before);
  };
  return (crossing(0.8413) - crossing(0.1587)) / 2;
}

test('blur is a Gaussian with its radius as deviation, at every density', async () => {
  const elements = [rect({ x: 50, y: -50, width: 200, height: 200, fill: solid('#000000ff'), blur: 4 })];
  const deviation = edgeDeviation(await renderPixels({ elements }), 50, 0);
  assert.ok(Math.abs(deviation - 4) < 0.4, String(deviation));
  const larger = edgeDeviation(await renderPixels({ elements }, { output: { scale: 3 } }), 150, 0);
  assert.ok(Math.abs(larger - 12) < 0.8, String(larger));
});

test('shadows: colour, offset and half the blur radius as deviation', async () => {
  const shadow = { x: 10, y: 5, blur: 0, color: '#00ff00ff' };
  const hard = await draw(rect({ ...square, fill: RED, shadow }));
  assert.deepEqual(hard.at(85, 50), [0, 255, 0, 255]);
  assert.deepEqual(hard.at(50, 84), [0, 255, 0, 255]);
  assert.deepEqual(hard.at(50, 85), WHITE);
  assert.deepEqual(hard.at(25, 22), [255, 0, 0, 255]);
  // Only the shadow is on the page.
  const outside = rect({
    x: 150,
    y: -50,
    width: 200,
    height: 200,
    fill: RED,
    shadow: { x: -100, y: 0, blur: 12, color: '#000000ff' },
  });
  const deviation = edgeDeviation(await draw(outside), 50, 0);
  assert.ok(Math.abs(deviation - 6) < 0.5, String(deviation));
});

test('a blurred shadow is symmetric and not cut off', async () => {
  const shadow = { x: 0.4, y: -0.4, blur: 16, color: '#000000ff' };
  const page = await draw(rect({ x: 39.6, y: 40.4, width: 20, height: 20, fill: RED, shadow }));
  // The shadow lies from 40 to 60; pixels at equal distances from its middle, out to three deviations of 8
  // px.
  for (let distance = 11; distance < 34; distance++) {
    const sides = [
      page.at(49 - distance, 50),
      page.at(50 + distance, 50),
      page.at(50, 49 - distance),
      page.at(50, 50 + distance),
    ];
    for (const side of sides.slice(1)) near(side, sides[0] ?? [], 3);
  }
  assert.ok((page.at(50, 50 + 28)[0] ?? 255) < 255, 'still there at two deviations from the edge');
  near(page.at(50, 50 + 33), WHITE, 3);
});

test("a shadow has the shape of a text, a whole group or an image's opaque pixels", async () => {
  const shadow = { x: 30, y: 0, blur: 0, color: '#0000ff80' };
  const parts = [
    rect({ x: 0, y: 0, width: 20, height: 20, fill: RED }),
    rect({ x: 10, y: 10, width: 20, height: 20, fill: RED }),
  ];
  const page = await draw(group({ x: 10, y: 10, width: 30, height: 30, elements: parts, shadow }));
  near(page.at(45, 15), [127, 127, 255, 255]);
  near(page.at(55, 25), [127, 127, 255, 255], 2);
  assert.deepEqual(page.at(65, 15), WHITE);
  const letters = await draw(text('I', 80, { x: 10, y: 0, width: 80, height: 100, shadow }));
  let shaded = 0;
  for (let x = 0; x < 100; x++) if (colorDistance(letters.at(x, 50), [127, 127, 255, 255]) < 3) shaded++;
  assert.ok(shaded >= 4 && shaded < 30, String(shaded));
});

test("the shadow rotates with its element, and its opacity is multiplied by the element's", async () => {
  const shadow = { x: 30, y: 0, blur: 0, color: '#000000ff' };
  const turned = await draw(rect({ x: 40, y: 40, width: 20, height: 20, fill: RED, rotation: 90, shadow }));
  assert.deepEqual(turned.at(50, 80), [0, 0, 0, 255]);
  const faded = await draw(rect({ x: 10, y: 40, width: 20, height: 20, fill: RED, opacity: 0.5, shadow }));
  near(faded.at(50, 50), [127, 127, 127, 255]);
  near(faded.at(20, 50), [255, 127, 127, 255]);
});

test('groups: coordinates, nesting, clips to boxes, rounded boxes and ellipses', async () => {
  const inner = group({
    x: 10,
    y: 10,
    width: 40,
    height: 40,
    rotation: 90,
    elements: [rect({ x: 0, y: 0, width: 10, height: 40, fill: BLUE })],
  });
  const nested = await draw(group({ x: 20, y: 20, width: 60, height: 60, elements: [inner] }));
  // The left strip of a box rotated by 90° is at the top.
  assert.deepEqual(nested.at(50, 32), [0, 0, 255, 255]);
  assert.deepEqual(nested.at(32, 60), WHITE);
  const everywhere = rect({ x: -100, y: -100, width: 300, height: 300, fill: RED });
  const clipped = (given: object) => draw(group({ ...square, elements: [everywhere], ...given }));
  const box = await clipped({ clip: 'box' });
  assert.deepEqual([box.at(19, 50), box.at(20, 20)], [WHITE, [255, 0, 0, 255]]);
  const rounded = await clipped({ clip: 'box', cornerRadius: [20, 0, 0, 0] });
  assert.deepEqual([rounded.at(21, 21), rounded.at(79, 20)], [WHITE, [255, 0, 0, 255]]);
  const round = await clipped({ clip: 'ellipse' });
  assert.deepEqual([round.at(24, 24), round.at(50, 22)], [WHITE, [255, 0, 0, 255]]);
  assert.deepEqual((await clipped({})).at(1, 1), [255, 0, 0, 255]);
  // A clip also cuts the shadows and blurs of children.
  const shaded = rect({
    x: 0,
    y: 0,
    width: 60,
    height: 60,
    fill: RED,
    shadow: { x: 10, y: 0, blur: 4, color: '#000000ff' },
  });
  assert.deepEqual((await draw(group({ ...square, clip: 'box', elements: [shaded] }))).at(82, 50), WHITE);
});

test('the children of a group with a shadow blend only with each other', async () => {
  const page = await draw(
    group({
      ...square,
      shadow: { x: 0, y: 0, blur: 20, color: '#000000ff' },
      elements: [
        rect({ x: 0, y: 0, width: 60, height: 60, fill: solid('#ffff00ff'), blendMode: 'multiply' }),
      ],
    }),
  );
  near(page.at(50, 50), [255, 255, 0, 255]);
});

test('elements outside the page cast their blur and shadow onto it', async () => {
  const outside = rect({ x: -60, y: 0, width: 58, height: 100, fill: solid('#000000ff'), blur: 4 });
  assert.ok((await draw(outside)).at(0, 50)[0] < 200);
});

test('an image without a source draws nothing', async () => {
  const page = await draw(
    image({ ...square, asset: null, shadow: { x: 0, y: 0, blur: 0, color: '#000000ff' } }),
  );
  assert.deepEqual(page.at(50, 50), WHITE);
});

test('elements are mirrored in their boxes, then skewed, then turned', async () => {
  const halves = (more: Partial<SceneElement>) =>
    group({
      ...square,
      ...(more as object),
      elements: [
        rect({ x: 0, y: 0, width: 30, height: 60, fill: RED }),
        rect({ x: 30, y: 0, width: 30, height: 60, fill: BLUE }),
      ],
    });
  const [red, blue] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ];
  const flipped = await draw(halves({ flipX: true }));
  assert.deepEqual([flipped.at(30, 50), flipped.at(70, 50)], [blue, red]);
  const turned = await draw(halves({ flipX: true, rotation: 90 }));
  assert.deepEqual([turned.at(50, 30), turned.at(50, 70)], [blue, red]);
  const skewed = await draw(rect({ ...square, fill: RED, skewX: 45 }));
  // A point of the box is moved by its distance below the centre: CSS `skewX(45deg)`.
  assert.deepEqual([skewed.at(95, 70), skewed.at(35, 70)], [red, WHITE]);
  assert.deepEqual([skewed.at(5, 30), skewed.at(65, 30)], [red, WHITE]);
});
