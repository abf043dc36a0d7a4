import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOrder } from './reading-order.ts';
import type { PdfFont } from './fonts.ts';
import type { TextRun } from './text-line.ts';

const font: PdfFont = { loadedName: 'g_1', name: 'Any' };
const paint = { fill: '#000000', fillAlpha: 1, stroke: 'none', strokeAlpha: 1, strokeWidth: 0 };

/** A run of letters as they stand from left to right. */
const run = (text: string, key = 'a'): TextRun => ({
  parts: [...text],
  font,
  size: 10,
  paint,
  key,
  raised: 0,
});

const read = (...runs: readonly TextRun[]) => {
  const ordered = readingOrder(runs);
  return [ordered.runs.map(({ parts }) => parts.join('')).join('|'), ordered.isRtl];
};

test('text from left to right stays as it is', () => {
  assert.deepEqual(read(run('Hello, 50% (x)')), ['Hello, 50% (x)', false]);
});

test('text from right to left is read from its right; numbers and Latin words in it are not', () => {
  assert.deepEqual(read(run('ולש')), ['שלו', true]);
  assert.deepEqual(read(run('ולש 12.50% abc אב')), ['בא 12.50% abc שלו', true]);
  assert.deepEqual(read(run('٣٤٥ ددع')), ['عدد ٣٤٥', true]);
  assert.deepEqual(read(run('(9) 678 ו')), ['ו 678 )9(', true]);
});

test('words from right to left in a Latin line are turned in their place', () => {
  assert.deepEqual(read(run('Street name: ולש אב, Haifa')), ['Street name: בא שלו, Haifa', false]);
});

test('runs keep their style in the order in which they are read', () => {
  assert.deepEqual(read(run('ולש', 'b'), run(' אב', 'a')), ['בא |שלו', true]);
});
