import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';

import bwipjs from 'bwip-js';

import { FIRST_MASK, remask } from './qr-mask.ts';

interface Raw {
  readonly pixs: readonly number[];
  readonly pixx: number;
}

function encode(text: string, options: Readonly<Record<string, string | number>>): Raw {
  return (bwipjs.raw({ bcid: 'qrcode', text, ...options }) as unknown as Raw[])[0] ?? assert.fail('no code');
}

function assertSame(text: string, eclevel: string, version?: number): number {
  const options = version === undefined ? { eclevel } : { eclevel, version };
  const expected = encode(text, options);
  const first = encode(text, { ...options, mask: FIRST_MASK });
  assert.deepEqual(remask(first.pixs, first.pixx), expected.pixs, `${eclevel} ${text}`);
  return expected.pixx;
}

test('the mask is the one that the encoder would take', (t) => {
  let state = Number(process.env['SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`SEED=${state}`);
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const alphabets = ['0123456789', 'ABCDEFGHIJ $%*+-./:012', 'abcdefghijk/:.-_?&=é😀', 'aaaaaaaa', 'a1B2/'];
  for (let round = 0; round < 150; round++) {
    const letters = [...(alphabets[next(alphabets.length)] ?? '')];
    const text = Array.from({ length: 1 + next(60) }, () => letters[next(letters.length)]).join('');
    assertSame(text, ['L', 'M', 'Q', 'H'][next(4)] ?? 'M');
  }
});

test('in all forty sizes', () => {
  for (let version = 1; version <= 40; version++) {
    assert.equal(assertSame(`size ${version}`, 'L', version), 17 + 4 * version);
  }
});
