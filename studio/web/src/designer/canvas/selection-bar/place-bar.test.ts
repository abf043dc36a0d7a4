import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeBar } from './place-bar.ts';

const canvas = { width: 1000, height: 800 };
const bar = { width: 400, height: 40 };
const selected = { x: 400, y: 300, width: 200, height: 100 };

test('the bar stands above, below where something is above, and always on the canvas', () => {
  assert.deepEqual(placeBar({ selected, others: [], canvas, bar }), { x: 500, y: 226 });
  const title = { x: 300, y: 200, width: 400, height: 90 };
  assert.deepEqual(placeBar({ selected, others: [title], canvas, bar }), { x: 500, y: 416 });
  const footer = { x: 300, y: 410, width: 400, height: 300 };
  assert.deepEqual(placeBar({ selected, others: [title, footer], canvas, bar }), { x: 500, y: 24 });
  const all = { x: -500, y: -500, width: 2000, height: 2000 };
  assert.equal(placeBar({ selected: all, others: [], canvas, bar }).y, 24);
  assert.equal(placeBar({ selected: { ...selected, x: 0, width: 10 }, others: [], canvas, bar }).x, 224);
});
