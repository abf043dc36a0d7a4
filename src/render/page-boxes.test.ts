import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawCropMarks, pageBoxes, sheetMargin } from './page-boxes.ts';

const POINTS = 72 / 25.4;
const card = { width: 85 * POINTS, height: 55 * POINTS, bleed: 3 * POINTS };

const millimetres = (points: readonly number[]) => points.map((value) => Number((value / POINTS).toFixed(2)));

test('without marks the sheet ends where the bleed does', () => {
  const { media, bleed, trim } = pageBoxes({ ...card, cropMarks: false });
  assert.deepEqual(millimetres(media), [0, 0, 91, 61]);
  assert.deepEqual(millimetres(bleed), [0, 0, 91, 61]);
  assert.deepEqual(millimetres(trim), [3, 3, 85, 55]);
});

test('marks get 5 mm around the bleed, or 2.5 mm from the cut where there is less bleed', () => {
  const { media, bleed, trim } = pageBoxes({ ...card, cropMarks: true });
  assert.deepEqual(millimetres(media), [0, 0, 101, 71]);
  assert.deepEqual(millimetres(bleed), [5, 5, 91, 61]);
  assert.deepEqual(millimetres(trim), [8, 8, 85, 55]);
  assert.deepEqual(millimetres([sheetMargin({ bleed: 0, cropMarks: true })]), [7.5]);
});

test('eight marks point at the corners of the cut, none of them inside the bleed', () => {
  const settings = { ...card, cropMarks: true };
  const marks = [...drawCropMarks(settings, 'X').matchAll(/(\S+) (\S+) m (\S+) (\S+) l S/g)].map((mark) =>
    millimetres(mark.slice(1).map(Number)),
  );
  const [left, right, bottom, top] = [8, 93, 8, 63];
  const expected = [
    [left, 5, left, 0],
    [left, 66, left, 71],
    [right, 5, right, 0],
    [right, 66, right, 71],
    [5, bottom, 0, bottom],
    [96, bottom, 101, bottom],
    [5, top, 0, top],
    [96, top, 101, top],
  ];
  assert.deepEqual(marks, expected);
});
