import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakIntoLines, resolveLengths, type FlexItem } from './resolve-lengths.ts';

const item = (more: Partial<FlexItem>): FlexItem => ({
  base: 0,
  padding: 0,
  min: 0,
  max: Infinity,
  grow: 0,
  shrink: 1,
  margin: 0,
  ...more,
});
const room = (length: number, gap = 0) => ({ length, gap });

test('shares what is left by weight, without margins and gaps', () => {
  const items = [item({ grow: 1 }), item({ grow: 3, margin: 20 }), item({ base: 50, shrink: 0 })];
  // 200 - 20 - 2 × 5 - 50 = 120.
  assert.deepEqual(resolveLengths(items, room(200, 5)), [30, 90, 50]);
});

test('what reaches its least length is decided first, and the others share again', () => {
  const items = [item({ grow: 1, min: 150 }), item({ grow: 1, min: 60 }), item({ grow: 2 })];
  // Both least lengths together are more than what is too little: only the first is decided in one turn.
  assert.deepEqual(resolveLengths(items, room(300)), [150, 60, 90]);
  const most = [item({ grow: 1, max: 20 }), item({ grow: 1, min: 140 }), item({ grow: 2 })];
  assert.deepEqual(resolveLengths(most, room(300)), [20, 140, 140]);
});

test('weights below one leave room', () => {
  assert.deepEqual(
    resolveLengths([item({ grow: 0.2 }), item({ grow: 0.3 })], room(100)).map((length) => Math.round(length)),
    [20, 30],
  );
});

test('what is too long shrinks by its length without padding, down to its limits', () => {
  assert.deepEqual(resolveLengths([item({ base: 300 }), item({ base: 100 })], room(200)), [150, 50]);
  const padded = [item({ base: 120, padding: 20, min: 20 }), item({ base: 100 })];
  assert.deepEqual(resolveLengths(padded, room(120)), [70, 50]);
  const limited = [item({ base: 100, min: 90 }), item({ base: 100 })];
  assert.deepEqual(resolveLengths(limited, room(120)), [90, 30]);
});

test('a line has as many elements as fit with their gaps and margins', () => {
  const items = [item({ base: 70 }), item({ base: 60, margin: 10 }), item({ base: 200, max: 100 })];
  assert.deepEqual(
    breakIntoLines(items, room(150, 10)).map((line) => line.length),
    [2, 1],
  );
  assert.deepEqual(
    breakIntoLines(items, room(149, 10)).map((line) => line.length),
    [1, 1, 1],
  );
});
