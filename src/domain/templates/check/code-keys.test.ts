import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BarcodeElement, QrCodeElement } from '../../../../generated/template.ts';
import { checkCodeKeys } from './code-keys.ts';

const qr: QrCodeElement = { type: 'qrcode', id: 'q', value: 'a' };
const bars: BarcodeElement = { type: 'barcode', id: 'b', value: '1', symbology: 'itf14' };
const check = (element: QrCodeElement | BarcodeElement): string[] =>
  checkCodeKeys(element, '').map(({ pointer, detail }) => `${pointer}: ${detail}`);

test('keys that a code cannot have are refused with a reason', () => {
  assert.deepEqual(check({ ...qr, moduleSize: 1, barWidthReduction: 0.5 }), []);
  assert.deepEqual(check({ ...qr, moduleSize: 1, barWidthReduction: 0.6 }), [
    '/barWidthReduction: expected at most half of "moduleSize", 0.5, got 0.6.',
  ]);
  assert.deepEqual(check({ ...qr, moduleShape: 'dots', barWidthReduction: 0.1 }), [
    '/barWidthReduction: Only square modules can be reduced, not those of "moduleShape": "dots".',
  ]);
  assert.deepEqual(check({ ...bars, bearerBars: 'frame' }), []);
  assert.deepEqual(check({ ...bars, symbology: 'ean13', bearerBars: 'none' }), [
    '/bearerBars: Only itf14 and interleaved2of5 have bearer bars, not ean13.',
  ]);
  assert.deepEqual(check({ ...bars, symbology: 'swissqrcode', moduleSize: 1 }), [
    '/moduleSize: A Swiss QR code is 46 mm wide and high, whatever it holds: leave "moduleSize" out.',
  ]);
  assert.deepEqual(check({ ...bars, symbology: 'maxicode', barWidthReduction: 0.1 }), [
    '/barWidthReduction: The hexagons of maxicode have a size of their own.',
  ]);
});
