import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import { flowFields } from './page-flow.ts';

const room = { height: 100, top: 10, bottom: 10 };
const field = (name: string, y: number, height: number, type = 'text'): PdfmeField => ({
  type,
  name,
  position: { x: 5, y },
  width: 20,
  height,
});

/** The name, the place and the parts of what stands on the first page. */
function flow(
  fields: readonly PdfmeField[],
  heights: Readonly<Record<string, readonly number[]>>,
): [string | undefined, number | undefined, number | null][] {
  const flowed = flowFields(fields, ({ name = '', height = 0 }) => heights[name] ?? [height], room);
  return flowed.map(({ field: { name, position }, parts }) => [name, position?.y, parts]);
}

test('what is higher than its field moves what is below, in the order of the fields', () => {
  const fields = [field('below', 40, 10), field('grown', 20, 10), field('beside', 20, 10)];
  assert.deepEqual(flow(fields, { grown: [15] }), [
    ['below', 45, null],
    ['grown', 20, null],
    ['beside', 25, null],
  ]);
  assert.deepEqual(flow([field('below', 40, 10), field('grown', 20, 10)], { grown: [15] }), [
    ['below', 45, null],
    ['grown', 20, null],
  ]);
});

test('nothing moves where all is as high as its field', () => {
  assert.deepEqual(flow([field('a', 2, 5), field('b', 30, 5)], {}), [
    ['a', 2, null],
    ['b', 30, null],
  ]);
});

test('what has no room stands on another page; a table keeps the rows that have', () => {
  const fields = [field('rows', 60, 10, 'table'), field('after', 75, 5)];
  assert.deepEqual(flow(fields, { rows: [10, 10, 20] }), [['rows', 60, 2]]);
  // A head alone does not stay.
  assert.deepEqual(flow([field('rows', 75, 5, 'table')], { rows: [10, 10] }), []);
});
