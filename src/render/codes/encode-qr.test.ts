import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';

import bwipjs from 'bwip-js';
import sharp from 'sharp';

import { readCodes } from '../../../test/helpers/codes.ts';
import { encodeQr, type ErrorCorrection, type QrModules } from './encode-qr.ts';

const levels: readonly ErrorCorrection[] = ['L', 'M', 'Q', 'H'];

async function read({ size, dark }: QrModules): Promise<readonly string[]> {
  const side = size + 8;
  const pixels = Buffer.alloc(side * side, 255);
  dark.forEach((module, at) => {
    if (module === 1) pixels[(Math.floor(at / size) + 4) * side + (at % size) + 4] = 0;
  });
  const raw = { width: side, height: side, channels: 1 } as const;
  const image = sharp(pixels, { raw }).resize(side * 4, side * 4, { kernel: 'nearest' });
  // The modules of a large code may also read as a short linear code.
  const found = await readCodes(await image.png().toBuffer());
  return found.filter(({ format }) => format === 'QRCode').map(({ text }) => text);
}

function encode(value: string, level?: ErrorCorrection): QrModules {
  return encodeQr(value, level) ?? assert.fail('no code');
}

test('codes are readable and no larger than those of bwip-js', async (t) => {
  let state = Number(process.env['SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`SEED=${state}`);
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const alphabets = [
    '0123456789',
    'ABCDEFGHIJ $%*+-./:012',
    'abcdefghijk/:.-_?&=é😀',
    'aaaaaaaa',
    'a1B2/',
    '日本語 12ABc',
  ];
  for (let round = 0; round < 150; round++) {
    const letters = [...(alphabets[next(alphabets.length)] ?? '')];
    const text = Array.from({ length: 1 + next(70) }, () => letters[next(letters.length)]).join('');
    // Scanners may trim white space at the ends.
    const value = `${next(2) === 0 ? 'https://example.com/' : ''}${text}`.trim() || '0';
    const level = levels[next(4)] ?? 'M';
    const code = encode(value, level);
    // bwip-js declares no UTF-8; a declaration is as long as one and a half letters.
    const comparable = /^[\0-\x7f]*$/.test(value) ? value : `${value}ab`;
    const [other] = bwipjs.raw({ bcid: 'qrcode', text: comparable, eclevel: level } as never) as unknown as [
      { readonly pixx: number },
    ];
    assert.ok(code.size <= other.pixx, `${code.size} modules for ${value}`);
    assert.deepEqual(await read(code), [value]);
  }
});

test('level M is the default, and the result is deterministic', () => {
  assert.deepEqual(encode('https://example.com/1'), encode('https://example.com/1', 'M'));
});

test('refuses values longer than version 40 holds', () => {
  const most = { L: 2953, M: 2331, Q: 1663, H: 1273 };
  for (const level of levels) {
    assert.equal(encode('x'.repeat(most[level]), level).size, 177);
    assert.equal(encodeQr('x'.repeat(most[level] + 1), level)?.size, undefined);
  }
  assert.equal(encode('1'.repeat(7089), 'L').size, 177);
  assert.equal(encodeQr('1'.repeat(7090), 'L')?.size, undefined);
});

test('the declaration of UTF-8 counts towards the capacity', () => {
  // Version 40, level L: 2,956 bytes, of which the header takes 20 bits and the declaration 12.
  assert.equal(encode('a'.repeat(2953), 'L').size, 177);
  assert.equal(encodeQr('a'.repeat(2954), 'L')?.size, undefined);
  assert.equal(encode('€'.repeat(984), 'L').size, 177);
  assert.equal(encodeQr('€'.repeat(984) + 'a', 'L')?.size, undefined);
  // Version 1, level M: 16 bytes.
  assert.equal(encode('é'.repeat(6)).size, 21);
  assert.equal(encode('é'.repeat(7)).size, 25);
});

test('Japanese takes 13 bits a character if that is smaller', async () => {
  assert.equal(encode('あ'.repeat(1817), 'L').size, 177);
  assert.equal(encodeQr('あ'.repeat(1818), 'L')?.size, undefined);
  assert.equal(encode('日本語の請求書').size, 21);
  for (const value of ['漢a'.repeat(20), '～①㍿—−¥', '日本語 😀', '𠮷野家', '한국어', '１２３ＡＢＣ（税込）'])
    assert.deepEqual(await read(encode(value)), [value]);
});
