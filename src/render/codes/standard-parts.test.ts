/** What standards require beside the modules: bearer bars, and lines above the bars. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isReadAs } from '../../../test/codes/readers.ts';
import { barcode, render, renderPixels } from '../../../test/helpers/scenes.ts';
import { describeNumber } from './book-numbers.ts';

const box = { x: 10, y: 10, width: 400, height: 120 };
const page = { width: 420, height: 140 };
const itf = { ...box, symbology: 'itf14', value: '15400141288763', showText: false } as const;

/** The dark pixels of a row and of a column of a code. */
async function darkIn(element: Parameters<typeof barcode>[0]) {
  const pixels = await renderPixels({ ...page, elements: [barcode(element)] });
  const isDark = (x: number, y: number): boolean => pixels.at(x, y)[0] < 128;
  const columns = Array.from({ length: page.width }, (_, x) => x);
  const rows = Array.from({ length: page.height }, (_, y) => y);
  return {
    row: (y: number) => columns.filter((x) => isDark(x, y)),
    column: (x: number) => rows.filter((y) => isDark(x, y)),
  };
}

test('ITF-14 has bearer bars of two modules above and below, over its quiet zones', async () => {
  const { row, column } = await darkIn(itf);
  // 106 modules and 20 of clear space: 3 pixels a module.
  assert.equal(row(10).length, 378);
  assert.equal(row(129).length, 378);
  // In the quiet zone there is nothing else.
  const [first = 0] = row(10);
  assert.deepEqual(column(first + 5), [10, 11, 12, 13, 14, 15, 124, 125, 126, 127, 128, 129]);
  const file = await render({ ...page, elements: [barcode(itf)] }, { output: { format: 'png' } });
  for (const reader of ['zxing', 'zbar'] as const)
    assert.ok(await isReadAs(reader, file.data, '15400141288763'), reader);
});

test('bearer bars may be left out, be a frame, and stand on interleaved 2 of 5', async () => {
  const none = await darkIn({ ...itf, bearerBars: 'none' });
  assert.ok(none.row(10).length < 250);
  const frame = await darkIn({ ...itf, bearerBars: 'frame' });
  // Two more modules on each side.
  assert.equal(frame.row(10).length, 390);
  const [left = 0] = frame.row(70);
  assert.equal(frame.column(left).length, 120);
  assert.equal(frame.column(left + 5).length, 120);
  assert.equal(frame.column(left + 6).length, 12);
  const plain = { ...itf, symbology: 'interleaved2of5', value: '2401234567' };
  assert.ok((await darkIn(plain)).row(10).length < 250);
  const { row } = await darkIn({ ...plain, bearerBars: 'horizontal' });
  assert.ok(row(10).length > 250);
});

test('ISBN, ISSN and ISMN stand above the bars with their check digits', async () => {
  const numbers: readonly (readonly [string, string, string])[] = [
    ['isbn', '978-1-56581-231-4', 'ISBN 978-1-56581-231-4'],
    ['isbn', '978-1-56581-231 90000', 'ISBN 978-1-56581-231-4'],
    ['isbn', '1-56581-231-X', 'ISBN 1-56581-231-X'],
    ['isbn', '1-56581-231', 'ISBN 1-56581-231-X'],
    ['issn', '0311-175X 00', 'ISSN 0311-175X'],
    ['issn', '0311-175 00 17', 'ISSN 0311-175X'],
    ['ismn', '979-0-2605-3211-3', 'ISMN 979-0-2605-3211-3'],
    ['ismn', 'M-2605-3211', 'ISMN M-2605-3211-3'],
    ['ean13', '9781565812314', ''],
  ];
  for (const [encoder, value, expected] of numbers) assert.equal(describeNumber(encoder, value), expected);
  const isbn = { ...box, symbology: 'isbn', value: '978-1-56581-231-4' } as const;
  const isFree = (row: number[]): boolean => row.length < 110;
  const withLine = await darkIn(isbn);
  const without = await darkIn({ ...isbn, showText: false });
  assert.ok([12, 16, 20].every((y) => isFree(withLine.row(y))));
  assert.ok([12, 16, 20].every((y) => !isFree(without.row(y))));
  assert.ok(withLine.row(20).length > 0);
});
