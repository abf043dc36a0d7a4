import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readInkNotation } from './ink-colors.ts';

const cmyk = (c: number, m: number, y: number, k: number, alpha = 1) => ({
  kind: 'cmyk',
  cmyk: [c, m, y, k],
  alpha,
});

test('reads device-cmyk() of CSS Color 5', () => {
  assert.deepEqual(readInkNotation('device-cmyk(0% 91% 76% 0%)'), cmyk(0, 0.91, 0.76, 0));
  assert.deepEqual(readInkNotation(' DEVICE-CMYK( 0 .91 7.6e-1 0 ) '), cmyk(0, 0.91, 0.76, 0));
  assert.deepEqual(readInkNotation('device-cmyk(0% 0.5 none 1 / 50%)'), cmyk(0, 0.5, 0, 1, 0.5));
  assert.deepEqual(readInkNotation('device-cmyk(0 0 0 1/.25)'), cmyk(0, 0, 0, 1, 0.25));
  assert.deepEqual(readInkNotation('device-cmyk(0, 0.91, 0.76, 0)'), cmyk(0, 0.91, 0.76, 0));
});

test('reads inks by their names', () => {
  const ink = (name: string, tint = 1, alpha = 1) => ({ kind: 'ink', name, tint, alpha });
  assert.deepEqual(readInkNotation('ink("PANTONE 871 C" 80%)'), ink('PANTONE 871 C', 0.8));
  assert.deepEqual(readInkNotation("Ink('White (opaque)')"), ink('White (opaque)'));
  assert.deepEqual(readInkNotation('ink("a" 0.5 / 25%)'), ink('a', 0.5, 0.25));
  assert.deepEqual(readInkNotation('ink("a / b"/0.5)'), ink('a / b', 1, 0.5));
});

test('says what is wrong with a colour in inks', () => {
  const shares = 'an ink is from 0% to 100%, or from 0 to 1';
  for (const text of ['device-cmyk(0 91 76 0)', 'device-cmyk(0% 101% 0% 0%)', 'ink("a" -1%)', 'ink("a" 80)'])
    assert.equal(readInkNotation(text), shares, text);
  for (const text of [
    'device-cmyk()',
    'device-cmyk(0 0 0)',
    'device-cmyk(0 0 0 0 0)',
    'device-cmyk(0 0 0 0 / 1 / 1)',
    'device-cmyk(0, 0, 0, 0, red)',
    'device-cmyk(0%, 0%, 0%, 0%)',
    'device-cmyk(0 0 0 0 /)',
    'device-cmyk(0px 0 0 0)',
  ])
    assert.match(JSON.stringify(readInkNotation(text)), /expected four values/u, text);
  for (const text of [
    'ink()',
    'ink(Gold)',
    'ink("Gold"80%)',
    'ink("Gold" 80% 1)',
    'ink("a" / )',
    'ink("a\\"")',
  ])
    assert.match(JSON.stringify(readInkNotation(text)), /expected the name of an ink in quotes/u, text);
  for (const text of ['red', 'cmyk(0 0 0 0)', 'device-cmyk(0 0 0 0', `ink("${'a'.repeat(400)}")`])
    assert.equal(readInkNotation(text), null, text);
});
