import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkOptions, type CodeOptions, listOptions } from '../../common/codes/code-options.ts';
import { codeSymbologies } from './check-code.ts';
import { encodeCode } from './encode-code.ts';
import { findSymbology } from './symbologies.ts';

function size(symbology: string, value: string, options: CodeOptions): string {
  const found = findSymbology(symbology);
  assert.ok(found);
  const code = encodeCode(found, value, options);
  if (code.kind === 'hexagons') return String(code.cells.length);
  return code.kind === 'bars' ? `${code.width} ${code.line}` : `${code.columns} ${code.rows}`;
}

/** What each option does: columns and rows of a matrix, or the width and the text of a linear code. */
const effects: readonly (readonly [string, string, CodeOptions, string])[] = [
  ['pdf417', 'This is PDF417', { columns: 5 }, '154 12'],
  ['pdf417', 'This is PDF417', { columns: 2, eclevel: 5 }, '103 111'],
  ['pdf417', 'This is PDF417', { columns: 5, rowmult: 4 }, '154 16'],
  ['pdf417', 'This is PDF417', { rows: 20, columns: 3 }, '120 60'],
  ['micropdf417', 'MicroPDF417', { columns: 3 }, '82 16'],
  ['code39', 'CODE39', {}, '127 *CODE39*'],
  ['code39', 'CODE39', { hidestars: true }, '127 CODE39'],
  ['code39', 'CODE39', { includecheck: true, includecheckintext: true }, '143 *CODE39W*'],
  ['interleaved2of5', '1234567', { includecheck: true, includecheckintext: true }, '64 12345670'],
  ['msi', '1234', { checktype: 'mod1010', includecheckintext: true }, '79 123448'],
  ['qrcode', '1234', { version: 5 }, '37 37'],
  ['gs1qrcode', '(01)09521234543213', { version: 5, eclevel: 'H' }, '37 37'],
  ['microqrcode', '1234', { version: 'M4' }, '17 17'],
  ['rectangularmicroqrcode', '1234', { version: 'R13x43' }, '43 13'],
  ['hanxin', '1234', { version: 2 }, '25 25'],
  ['datamatrix', '1234', { version: '24x24' }, '24 24'],
  ['datamatrixrectangular', '1234', { version: '16x48' }, '48 16'],
  ['azteccode', '1234', { layers: 4 }, '31 31'],
  ['codeone', '1234', { version: 'C' }, '32 28'],
  ['dotcode', '12345678', { columns: 30 }, '30 7'],
  ['codablockf', 'SHORT', { columns: 10 }, '167 23'],
  ['databarexpandedstacked', '(01)09521234543213(10)ABCD1234', { segments: 2 }, '53 182'],
];
for (const [symbology, value, options, expected] of effects) {
  test(`${symbology} with ${JSON.stringify(options)} is ${expected}`, () =>
    assert.equal(size(symbology, value, options), expected));
}

test('only symbologies that are offered have options', () => {
  const withOptions = codeSymbologies.filter((name) => Object.keys(listOptions(name)).length > 0);
  assert.ok(withOptions.length > 50);
  assert.deepEqual(listOptions('toString'), {});
});

test('options are refused with what there is', () => {
  const refuse = (symbology: string, options: CodeOptions) =>
    checkOptions(symbology, options).map(({ name, detail }) => `${name}: ${detail}`);
  assert.deepEqual(refuse('pdf417', { columns: 30, eclevel: 0, rows: 3 }), []);
  assert.deepEqual(refuse('pdf417', { colums: 3, columns: 31, eclevel: 'L', rows: 2.5 }), [
    'colums: "colums" is no option of pdf417; it has columns, rows, eclevel, rowmult.',
    'columns: expected a whole number from 1 to 30, got 31.',
    'eclevel: expected a whole number from 0 to 8, got "L".',
    'rows: expected a whole number from 3 to 90, got 2.5.',
  ]);
  assert.deepEqual(refuse('telepen', { columns: 3 }), [
    'columns: "columns" is no option of telepen; it has none.',
  ]);
  assert.deepEqual(refuse('code39', { includecheck: 1, toString: true }), [
    'includecheck: expected true or false, got 1.',
    'toString: "toString" is no option of code39; ' +
      'it has includecheck, includecheckintext, validatecheck, hidestars.',
  ]);
  assert.deepEqual(refuse('databarexpandedstacked', { segments: 3 }), [
    'segments: expected an even number from 2 to 22, got 3.',
  ]);
  assert.deepEqual(refuse('gs1qrcode', { eclevel: 'X' }), ['eclevel: expected "L", "M", "Q", "H", got "X".']);
});
