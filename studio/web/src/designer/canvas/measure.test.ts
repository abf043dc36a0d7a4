import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureAround, measureBetween } from './measure.ts';

const page = { x: 0, y: 0, width: 100, height: 80 };
const box = { x: 30, y: 20, width: 20, height: 10 };
const lengths = (measures: ReturnType<typeof measureBetween>) => measures.map(({ length }) => length);

test('a rectangle in another one has four distances, one beside it has those between them', () => {
  assert.deepEqual(lengths(measureBetween(box, page)), [30, 50, 20, 50]);
  const beside = { x: 70, y: 22, width: 5, height: 5 };
  assert.deepEqual(measureBetween(box, beside)[0], {
    from: { x: 50, y: 25 },
    to: { x: 70, y: 25 },
    length: 20,
  });
  const askew = { x: 70, y: 50, width: 5, height: 5 };
  assert.deepEqual(lengths(measureBetween(box, askew)), [20, 20]);
});

test('what is nearest on each side counts, else the page', () => {
  const left = { x: 10, y: 20, width: 10, height: 10 };
  const far = { x: 0, y: 20, width: 5, height: 10 };
  const elsewhere = { x: 55, y: 60, width: 10, height: 10 };
  assert.deepEqual(lengths(measureAround(box, [left, far, elsewhere, page])), [10, 50, 20, 50]);
  assert.deepEqual(lengths(measureAround({ ...box, x: -50 }, [page])), [30]);
  // What touches has no distance.
  assert.deepEqual(lengths(measureAround(page, [page])), []);
});
