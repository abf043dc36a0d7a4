import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeLabels } from './place-labels.ts';

const page = { left: 0, top: 0, right: 300, bottom: 200 };
const bounds = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const label = (...around: Parameters<typeof bounds>) => ({
  around: bounds(...around),
  width: 40,
  height: 10,
});

test('a label stands above its box', () => {
  assert.deepEqual(placeLabels(page, [], [label(100, 50, 80, 30)]), [bounds(100, 40, 40, 10)]);
});

test('a label keeps within the page, wherever its box is', () => {
  const boxes = [label(290, 50, 10, 30), label(-10, -10, 320, 220), label(280, 250, 50, 50)];
  const [right, bleeding, outside] = placeLabels(page, [], boxes);
  assert.deepEqual(right, bounds(260, 40, 40, 10));
  assert.deepEqual(bleeding, bounds(0, 0, 40, 10));
  assert.deepEqual(outside, bounds(260, 190, 40, 10));
});

test('a label goes below or aside where it would cover a text', () => {
  const [below] = placeLabels(page, [bounds(0, 0, 100, 20)], [label(0, 0, 100, 20)]);
  assert.deepEqual(below, bounds(0, 20, 40, 10));
  const [aside] = placeLabels(page, [bounds(0, 35, 50, 15)], [label(0, 50, 100, 20)]);
  assert.deepEqual(aside, bounds(60, 40, 40, 10));
});

test('labels of boxes that lie on one another do not', () => {
  const placed = placeLabels(page, [], [label(50, 50, 100, 50), label(50, 50, 100, 50)]);
  assert.deepEqual(placed, [bounds(50, 40, 40, 10), bounds(110, 40, 40, 10)]);
});
