import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encodeCode } from './encode-code.ts';
import { findSymbology } from './symbologies.ts';

/** The height of each row of a code, in modules. */
function rowHeights(name: string, value: string): number[] {
  const symbology = findSymbology(name);
  assert.ok(symbology);
  const code = encodeCode(symbology, value);
  assert.ok(code.kind === 'matrix');
  assert.equal(code.dark.length, code.columns * code.rows);
  const heights: number[] = [];
  let above = '';
  for (let row = 0; row < code.rows; row++) {
    const modules = code.dark.slice(row * code.columns, (row + 1) * code.columns).join('');
    assert.match(modules, /1/, 'no row is empty');
    if (modules === above) heights.push((heights.pop() ?? 0) + 1);
    else heights.push(1);
    above = modules;
  }
  return heights;
}

const gtin = '(01)09521234543213';
const cases: readonly (readonly [symbology: string, value: string, heights: readonly number[]])[] = [
  ['pdf417', 'This is PDF417', Array<number>(9).fill(3)],
  ['micropdf417', 'MicroPDF417', Array<number>(17).fill(2)],
  ['code49', 'ABC', [1, 8, 1, 8, 1]],
  ['code16k', '1234567890', [1, 8, 1, 8, 1]],
  ['databarstacked', gtin, [5, 1, 7]],
  ['databarstackedomni', gtin, [33, 1, 1, 1, 33]],
  ['ean13composite', '9520123456788|(99)1234-abcd', [2, 2, 2, 2, 2, 2, 72]],
];
for (const [symbology, value, heights] of cases) {
  test(`rows of ${symbology} are ${[...new Set(heights)].join(', ')} modules high`, () => {
    assert.deepEqual(rowHeights(symbology, value), heights);
  });
}
