import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesign, select } from '../design.ts';
import type { TemplateDocument } from '../template.ts';
import { findRow, listGapBoxes, readEqualGap, setGaps } from './gaps.ts';

const rect = (id: string, x: number, y: number, width = 20) => ({
  type: 'rect',
  id,
  x,
  y,
  width,
  height: 30,
});
const open = (elements: readonly object[], more: object = {}) =>
  select(
    openDesign({
      schemaVersion: 1,
      name: 'Row',
      viewport: { width: 500, height: 500 },
      elements,
      ...more,
    } as unknown as TemplateDocument),
    ['a', 'b', 'c'],
  );

test('gaps of a row are made the same; the first stays, whatever the order of layers', () => {
  const design = open([rect('c', 200, 10), rect('a', 10, 0), rect('b', 40, 5, 50)]);
  const row = findRow(design)!;
  assert.deepEqual([row.axis, row.gaps, readEqualGap(row)], ['x', [10, 110], null]);
  assert.deepEqual(listGapBoxes(row)[0], { x: 30, y: 10, width: 10, height: 20 });
  const even = setGaps(design, 12);
  const places = Object.fromEntries(even.document.elements.map(({ id, x }) => [id, x]));
  assert.deepEqual(places, { a: 10, b: 42, c: 104 });
  assert.equal(readEqualGap(findRow(even)!), 12);
});

test('a column has gaps down; what overlaps, or lies in a layout, has none', () => {
  const column = open([rect('a', 0, 0), rect('b', 5, 40), rect('c', 9, 90)]);
  assert.equal(findRow(column)?.axis, 'y');
  assert.deepEqual(
    setGaps(column, 0).document.elements.map(({ y }) => y),
    [0, 30, 60],
  );
  assert.equal(findRow(open([rect('a', 0, 0), rect('b', 5, 20), rect('c', 9, 90)])), null);
  assert.equal(findRow(open([rect('a', 0, 0), rect('b', 40, 0), rect('c', 90, 0)], { layout: {} })), null);
});
