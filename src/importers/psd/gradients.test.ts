import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EffectSolidGradient, ExtraGradientInfo } from 'ag-psd';
import { patternPaint } from './inner-paints.ts';
import { gradientLength, readGradient } from './gradients.ts';

const black = { r: 0, g: 0, b: 0 };
const white = { r: 255, g: 255, b: 255 };

const gradient = (more: Partial<EffectSolidGradient & ExtraGradientInfo>) => ({
  type: 'solid' as const,
  name: 'Fade',
  smoothness: 0,
  colorStops: [
    { color: black, location: 0, midpoint: 0.5 },
    { color: white, location: 1, midpoint: 0.5 },
  ],
  opacityStops: [],
  ...more,
});

const greys = (stops: readonly { readonly offset: number; readonly color: string }[]) =>
  stops.map(({ offset, color }) => [offset, Number.parseInt(color.slice(1, 3), 16)]);

test('a smooth gradient is slower at its ends', () => {
  const { paint } = readGradient(gradient({ smoothness: 1 }));
  const smooth = greys(paint.stops);
  assert.equal(smooth.length, 9);
  // Half straight, half 3x² - 2x³.
  assert.deepEqual(smooth[2], [0.25, Math.round(255 * (0.25 / 2 + 0.15625 / 2))]);
  assert.deepEqual(smooth[4], [0.5, 128]);
  assert.deepEqual(greys(readGradient(gradient({})).paint.stops), [
    [0, 0],
    [1, 255],
  ]);
});

test('a gradient is as long as its line lies inside of the box', () => {
  const box = { width: 40, height: 20 };
  assert.equal(Math.round(gradientLength(box, 0)), 40);
  assert.equal(Math.round(gradientLength(box, 90)), 20);
  assert.equal(Math.round(gradientLength(box, 45) * 100), Math.round(20 * Math.SQRT2 * 100));
  const { paint } = readGradient(gradient({ angle: 45 }), 1, box);
  // From corner to corner it would be 30√2: two thirds of that are left in the middle.
  assert.deepEqual(
    paint.stops.map(({ offset }) => offset),
    [0.167, 0.833],
  );
  const round = readGradient(gradient({ style: 'radial', angle: 0 }), 1, box).paint;
  assert.equal(round.type === 'radial' ? round.radius : null, 0.5);
});

test('a gradient around a point runs clockwise', () => {
  const { paint } = readGradient(gradient({ style: 'angle', angle: 30 }));
  assert.deepEqual([paint.type, paint.type === 'conic' ? paint.angle : null], ['conic', 60]);
  assert.deepEqual(greys(paint.stops), [
    [0, 0],
    [1, 255],
  ]);
});

test('an enlarged pattern is mixed between its pixels, from its place on', () => {
  const data = Uint8Array.from([0, 0, 0, 255, 200, 200, 200, 255]);
  const pattern = { id: 'p', name: 'p', x: 2, y: 1, bounds: { x: 0, y: 0, w: 2, h: 1 }, data };
  const getRow = (scale: number, x: number): number[] => {
    const paint = patternPaint([pattern], { id: 'p', name: 'p' }, 1, { scale, x, y: 0 });
    return [0, 1, 2, 3].map((at) => Math.round(255 * (paint?.(at, 0)[0] ?? -1)));
  };
  assert.deepEqual(getRow(1, 0), [0, 200, 0, 200]);
  assert.deepEqual(getRow(1, 1), [200, 0, 200, 0]);
  assert.deepEqual(getRow(2, 0), [0, 100, 200, 100]);
});

test('colours between stops are mixed as light, or as OKLab, where the gradient says so', () => {
  const read = (interpolationMethod: 'classic' | 'linear' | 'perceptual') =>
    greys(readGradient(gradient({ interpolationMethod })).paint.stops);
  assert.deepEqual(read('classic'), [
    [0, 0],
    [1, 255],
  ]);
  assert.deepEqual(
    read('linear').find(([offset]) => offset === 0.5),
    [0.5, 188],
  );
  assert.deepEqual(
    read('perceptual').find(([offset]) => offset === 0.5),
    [0.5, 99],
  );
});
