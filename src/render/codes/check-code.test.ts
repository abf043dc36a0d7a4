import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { checkCode, codeSymbologies } from './check-code.ts';

test('offers the symbologies that the documentation names', () => {
  const named =
    'code128 code39 code93 ean13 ean8 upca upce itf14 codabar interleaved2of5 ' +
    'datamatrix pdf417 azteccode gs1-128 qrcode';
  for (const name of named.split(' ')) assert.ok(codeSymbologies.includes(name), name);
});

test('the template schema lists exactly the offered symbologies, for elements and for cells', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../template.schema.json', import.meta.url), 'utf8'),
  ) as { $defs: Record<string, { properties: { symbology: { enum: string[] } } }> };
  for (const name of ['BarcodeElement', 'TableBarcodeCell'])
    assert.deepEqual(schema.$defs[name]?.properties.symbology.enum.toSorted(), codeSymbologies, name);
});

const good: readonly (readonly [string, string])[] = [
  ['ean13', '952012345678'],
  ['ean13', '9520123456788'],
  ['ean8', '9520000'],
  ['upca', '012345000058'],
  ['codabar', '12345'],
  ['codabar', 'A12345B'],
  ['code128', 'Grüße'],
  ['datamatrix', '日本'],
  ['gs1-128', '(01)09521234543213'],
  ['gs1-128', '(01)04603727442014(21)514Du(wE/TRH3'],
  ['gs1datamatrix', '(01)04603727442014(21)514Du\\(10\\)wE'],
  ['gs1qrcode', '(01)04603727442014(21)5(a)'],
  ['gs1dotcode', '(01)04603727442014(21)5(a)'],
  ['databarexpanded', '(01)04603727442014(21)5(a)'],
  ['ean13composite', '9520123456788|(21)5(a)'],
  ['pzn', '123456'],
  ['pzn', '1234562'],
  ['pzn', '02758089'],
  ['azteccode', 'Žluť'],
  ['maxicode', 'Žluť'],
];
for (const [symbology, value] of good) {
  test(`${symbology} accepts "${value}"`, () => assert.equal(checkCode(symbology, value), null));
}

const bad: readonly (readonly [string, string, RegExp])[] = [
  ['ean13', '9520123456789', /check digit/i],
  ['ean13', '12345', /12 or 13 digits/],
  ['ean8', 'abc', /digits/],
  ['code39', 'abc', /capital letters/],
  ['code128', '日本', /Latin-1/],
  ['code93', 'ü', /ASCII/],
  ['itf14', '123', /13 or 14 digits/],
  ['gs1-128', '123', /\(/],
  ['gs1-128', '(1)0460', /AI 1: Unrecognised AI/],
  // "^" is not in GS1's character set 82.
  ['gs1-128', '(01)04603727442014(21)5^040\\(1', /AI 21/],
  ['pzn', '02758088', /check digit/],
  ['pzn', '027580890', /8 digits, or 6 or 7/],
  ['pzn', '0275808x', /8 digits, or 6 or 7/],
  ['nonsense', '123', /"nonsense" is not a symbology; accepted are .*code128/],
];
for (const [symbology, value, reason] of bad) {
  test(`${symbology} refuses "${value}" with a plain reason`, () => {
    const given = checkCode(symbology, value);
    assert.match(given ?? '', reason);
    assert.doesNotMatch(given ?? '', /bwip/);
  });
}

test('a value of any length gets a result, not an exception', () => {
  for (const value of ['1'.repeat(300_000), 'ü'.repeat(300_000), '日'.repeat(300_000)]) {
    for (const symbology of ['qrcode', 'code128', 'datamatrix']) {
      assert.equal(typeof checkCode(symbology, value), 'string');
    }
  }
});

test('a QR code holds as much as version 40 at its error correction level', () => {
  assert.equal(checkCode('qrcode', 'x'.repeat(2331)), null);
  assert.equal(checkCode('qrcode', 'x'.repeat(14), { version: 1 }), null);
  assert.match(checkCode('qrcode', 'x'.repeat(15), { version: 1 }) ?? '', /of version 1 holds/);
  assert.match(checkCode('qrcode', 'x'.repeat(2332)) ?? '', /length/i);
  assert.equal(checkCode('qrcode', 'x'.repeat(2953), { eclevel: 'L' }), null);
  assert.match(checkCode('qrcode', 'x'.repeat(1274), { eclevel: 'H' }) ?? '', /length/i);
});
