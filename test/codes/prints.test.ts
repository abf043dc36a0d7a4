/** The short form of `npm run codes`: what shops, warehouses and pharmacies scan, printed as labels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cases } from './cases.ts';
import { knownMisses } from './known-misses.ts';
import { findMisses } from './prints.ts';

const shops = ['ean13', 'ean8', 'upca', 'upce', 'isbn', 'code128', 'gs1-128'];
const others = ['code39', 'code93', 'codabar', 'itf14', 'interleaved2of5', 'pzn'];

for (const symbology of [...shops, ...others]) {
  test(`${symbology} is read by ZXing and ZBar from black and white dots, turned, too`, async () => {
    const given = cases[symbology];
    assert.ok(given);
    assert.deepEqual(Object.keys(given.reads), ['zxing', 'zbar']);
    for (const [dpi, turn] of [
      [203, 0],
      [203, 90],
      [300, 90],
      [600, 0],
    ] as const)
      assert.deepEqual(
        await findMisses({ symbology, dpi, turn, program: 'pdfium' }, given),
        [],
        `${dpi} dpi, ${turn}°`,
      );
  });
}

test('every miss with a reason is of a symbology and a reader that are tried', () => {
  for (const key of Object.keys(knownMisses)) {
    const [symbology = '', reader = ''] = key.split(' ');
    assert.ok(Object.hasOwn(cases[symbology]?.reads ?? {}, reader), key);
  }
});
