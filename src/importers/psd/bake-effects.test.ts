import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layer, LayerEffectsInfo, PatternInfo } from 'ag-psd';
import { bakeEffects, needsBaking } from './bake-effects.ts';
import type { PsdContext } from './context.ts';
import type { LayerPixels } from './document.ts';

const px = (value: number) => ({ value, units: 'Pixels' as const });
const green = { r: 0, g: 255, b: 0 };

/** A red square of ten pixels, whose effects see a pattern of two pixels. */
function bake(
  effects: LayerEffectsInfo,
  fillOpacity = 1,
  alpha = 255,
  more: Partial<Layer> = {},
): (x: number, y: number) => number[] {
  const pixel = [255, 0, 0, alpha];
  const data = new Uint8ClampedArray(400).map((_, at) => pixel[at % 4] ?? 0);
  const square: LayerPixels = { x: 5, y: 5, width: 10, height: 10, data };
  const pattern: PatternInfo = {
    name: 'p',
    id: 'p',
    x: 0,
    y: 0,
    bounds: { x: 0, y: 0, w: 2, h: 1 },
    data: Uint8Array.of(0, 0, 255, 255, 255, 255, 255, 255),
  };
  const psd = { patterns: [pattern], width: 40, height: 40 };
  const context = { document: { psd }, globalAngle: 90 } as unknown as PsdContext;
  const baked = bakeEffects({ effects, ...more }, square, fillOpacity, context);
  assert.ok(baked !== null);
  return (x, y) => {
    const at = ((y - baked.y) * baked.width + x - baked.x) * 4;
    return [...baked.data.subarray(at, at + 4)];
  };
}

test('strokes lie outside, inside or on the edge', () => {
  const stroke = { enabled: true, size: px(2), color: green, fillType: 'color' as const };
  const outside = bake({ stroke: [{ ...stroke, position: 'outside' }] });
  assert.deepEqual(
    [outside(4, 9), outside(3, 9), outside(5, 9)],
    [
      [0, 255, 0, 255],
      [0, 255, 0, 255],
      [255, 0, 0, 255],
    ],
  );
  assert.equal(outside(2, 9)[3], 0);
  const inside = bake({ stroke: [{ ...stroke, position: 'inside' }] });
  assert.deepEqual(
    [inside(5, 9), inside(6, 9), inside(7, 9)],
    [
      [0, 255, 0, 255],
      [0, 255, 0, 255],
      [255, 0, 0, 255],
    ],
  );
  assert.equal(inside(4, 9)[3], 0);
  const center = bake({ stroke: [{ ...stroke, position: 'center' }] });
  assert.deepEqual(
    [center(4, 9), center(5, 9), center(6, 9)],
    [
      [0, 255, 0, 255],
      [0, 255, 0, 255],
      [255, 0, 0, 255],
    ],
  );
});

test('a stroke fills what is translucent; one inside, as far as the shape covers it', () => {
  const stroke = { enabled: true, size: px(2), color: green, fillType: 'color' as const };
  const inside = bake({ stroke: [{ ...stroke, position: 'inside' }] }, 1, 128);
  assert.deepEqual(inside(10, 10), [0, 255, 0, 128]);
  const center = bake({ stroke: [{ ...stroke, position: 'center' }] }, 1, 128);
  assert.deepEqual(center(10, 10), [0, 255, 0, 255]);
  const outside = bake({ stroke: [{ ...stroke, position: 'outside' }] }, 1, 128);
  assert.deepEqual(outside(10, 10), [128, 127, 0, 255]);
});

test('overlays cover the shape only, mixed as they say; the fill may be left out', () => {
  const patternOverlay = { enabled: true, pattern: { name: 'p', id: 'p' } };
  const patterned = bake({ patternOverlay });
  const fixed = bake({ patternOverlay: { ...patternOverlay, align: false } });
  // With the layer, or with the document.
  assert.deepEqual([patterned(5, 6), patterned(6, 6)], [fixed(6, 6), fixed(7, 6)]);
  assert.deepEqual(
    [patterned(5, 6), patterned(6, 6)],
    [
      [0, 0, 255, 255],
      [255, 255, 255, 255],
    ],
  );
  const mixed = bake({ patternOverlay: { ...patternOverlay, blendMode: 'multiply' } });
  assert.deepEqual(
    [mixed(5, 6), mixed(6, 6)],
    [
      [0, 0, 0, 255],
      [255, 0, 0, 255],
    ],
  );
  assert.equal(patterned(4, 6)[3], 0);
  const shadow = { enabled: true, size: px(0), distance: px(3), angle: 90, color: green, opacity: 1 };
  const hollow = bake({ dropShadow: [shadow] }, 0);
  assert.deepEqual([hollow(9, 9)[3], hollow(9, 17), hollow(9, 18)[3]], [0, [0, 255, 0, 255], 0]);
  const inner = bake({ innerShadow: [shadow] });
  assert.deepEqual(
    [inner(9, 7), inner(9, 8)],
    [
      [0, 255, 0, 255],
      [255, 0, 0, 255],
    ],
  );
});

test('a glow is whole at the edge, and has the colours of its gradient', () => {
  const glow = { enabled: true, size: px(8), opacity: 1, range: 0.5 };
  const plain = bake({ outerGlow: { ...glow, color: green } });
  const near = plain(4, 9);
  assert.deepEqual(near.slice(0, 3), [0, 255, 0]);
  assert.ok((near[3] ?? 0) > 140 && (plain(1, 9)[3] ?? 0) < (near[3] ?? 0));
  const stop = (color: typeof green, location: number) => ({ color, location, midpoint: 0.5 });
  const gradient = {
    type: 'solid' as const,
    name: 'Fire',
    smoothness: 0,
    opacityStops: [],
    colorStops: [stop(green, 0), stop({ r: 0, g: 0, b: 255 }, 1)],
  };
  const colored = bake({ outerGlow: { ...glow, gradient } as never });
  const [, nearGreen = 0, nearBlue = 0] = colored(4, 9);
  const [, farGreen = 0, farBlue = 0] = colored(0, 9);
  assert.ok(nearGreen > nearBlue && farBlue > farGreen, `${nearGreen} ${nearBlue} ${farGreen} ${farBlue}`);
});

test('the coverage of a shadow follows its contour', () => {
  const shadow = { enabled: true, size: px(6), distance: px(0), color: green, opacity: 1 };
  const point = (x: number, y: number) => ({ x, y });
  const contour = { name: 'Off', curve: [point(0, 0), point(254, 0), point(255, 255)] };
  assert.ok((bake({ dropShadow: [shadow] })(3, 9)[3] ?? 0) > 0);
  assert.equal(bake({ dropShadow: [{ ...shadow, contour }] })(3, 9)[3], 0);
});

test('only what no element has is drawn into pixels', () => {
  const shadow = { enabled: true, size: px(4) };
  const stroke = [{ enabled: true, size: px(2), fillType: 'color' as const }];
  assert.equal(needsBaking({ effects: { dropShadow: [shadow] } }, false), false);
  assert.equal(needsBaking({ effects: { dropShadow: [shadow, shadow] } }, false), true);
  assert.equal(needsBaking({ effects: { stroke } }, true), false);
  assert.equal(needsBaking({ effects: { stroke } }, false), true);
  assert.equal(needsBaking({ effects: { stroke, disabled: true } }, false), false);
});

test('the stroke of a shape runs along its path, also where its fill is transparent', () => {
  const stroke = [{ enabled: true, size: px(2), color: green, fillType: 'color' as const }];
  const corners = [
    [1, 1],
    [19, 1],
    [19, 19],
    [1, 19],
  ] as const;
  const knots = corners.map(([x, y]) => ({ linked: false, points: [x, y, x, y, x, y] }));
  const path = { open: false, operation: 'combine' as const, fillRule: 'even-odd' as const, knots };
  const vectorFill = { type: 'color' as const, color: green };
  const baked = bake({ stroke }, 1, 255, { vectorFill, vectorMask: { paths: [path] } });
  assert.deepEqual(
    [baked(0, 9), baked(9, 20)],
    [
      [0, 255, 0, 255],
      [0, 255, 0, 255],
    ],
  );
  assert.deepEqual([baked(3, 9)[3], baked(-2, 9)[3], baked(9, 9)], [0, 0, [255, 0, 0, 255]]);
});

test('patterns begin at the reference point of the layer', () => {
  const patternOverlay = { enabled: true, pattern: { name: 'p', id: 'p' } };
  const here = bake({ patternOverlay }, 1, 255, { referencePoint: { x: 4, y: 0 } });
  assert.deepEqual(
    [here(6, 6), here(7, 6)],
    [
      [0, 0, 255, 255],
      [255, 255, 255, 255],
    ],
  );
});

test('the gradient of a stroke that is not aligned with its layer is that of the page', () => {
  const stop = (color: typeof green, location: number) => ({ color, location, midpoint: 0.5 });
  const gradient = {
    type: 'solid' as const,
    name: 'Way',
    smoothness: 0,
    opacityStops: [],
    angle: 0,
    style: 'linear' as const,
    align: false,
    colorStops: [stop(green, 0), stop({ r: 0, g: 0, b: 255 }, 1)],
  };
  const stroke = [{ enabled: true, size: px(2), fillType: 'gradient' as const, gradient }];
  const [, atLeft = 0] = bake({ stroke })(4, 9);
  // A ninth of the way over 40 pixels, and not the beginning.
  assert.ok(Math.abs(atLeft - 255 * (1 - 4.5 / 40)) < 3, String(atLeft));
});
