import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Cmyk } from '../../common/colors/ink-colors.ts';
import { readProfile, standardProfile } from './condition-profiles.ts';
import { nameOfProfile, openProfile, ProfileError } from './output-profile.ts';

// By littleCMS 2.14 with the same profile: `transicc -i fogra39.icc -o '*sRGB' -t1 -b`.
const byLittleCms: readonly (readonly [cmyk: Cmyk, seen: readonly number[]])[] = [
  [
    [0, 0, 0, 0],
    [255, 255, 255],
  ],
  [
    [1, 0, 0, 0],
    [0, 159, 227],
  ],
  [
    [0, 1, 0, 0],
    [230, 0, 125],
  ],
  [
    [0, 0, 1, 0],
    [255, 237, 0],
  ],
  [
    [0, 0, 0, 1],
    [25, 25, 23],
  ],
  [
    [0, 1, 1, 0],
    [228, 0, 10],
  ],
  [
    [1, 1, 1, 1],
    [0, 0, 0],
  ],
];

test('inks are seen as littleCMS sees them, relative to the paper and with black point compensation', () => {
  for (const [cmyk, seen] of byLittleCms) assert.deepEqual(standardProfile().see(cmyk), seen, cmyk.join(' '));
});

test('colours of sRGB are separated into inks that are seen as the same, as far as inks can', () => {
  const { see, separate } = standardProfile();
  assert.deepEqual(
    separate([255, 255, 255]).map((part) => Math.round(part * 100)),
    [0, 0, 0, 0],
  );
  for (const rgb of [
    [128, 128, 128],
    [200, 60, 40],
    [40, 90, 160],
    [26, 26, 46],
    [240, 200, 120],
  ] as const) {
    const seen = see(separate(rgb));
    const off = Math.max(...seen.map((channel, index) => Math.abs(channel - (rgb[index] ?? 0))));
    assert.ok(off <= 6, `${rgb.join(' ')} is seen as ${seen.join(' ')}`);
  }
  const black = separate([0, 0, 0]).reduce((sum, part) => sum + part, 0);
  assert.ok(black > 2.5 && black < 3.05, `black has ${black} of ink, with a limit of 3 in the profile`);
});

test('refuses bytes that are no profile of a printing condition, and says why', () => {
  const whole = readProfile('FOGRA39');
  const changed = (change: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(whole);
    change(copy);
    return copy;
  };
  const tagAt = (name: string): number => {
    for (let at = 132; ; at += 12) if (whole.toString('latin1', at, at + 4) === name) return at;
  };
  const startOf = (name: string): number => whole.readUInt32BE(tagAt(name) + 4);
  const cases: [Uint8Array, RegExp][] = [
    [new Uint8Array(), /^is no ICC profile$/u],
    [new Uint8Array(200), /^is no ICC profile$/u],
    [new Uint8Array(5_000_001), /^has 5000001 bytes, but at most 5000000 are accepted$/u],
    [changed((copy) => copy.write('mntr', 12)), /^is no ICC profile of a printer from CMYK to Lab/u],
    [changed((copy) => copy.write('RGB ', 16)), /^is no ICC profile of a printer from CMYK to Lab/u],
    [changed((copy) => copy.write('XYZ ', 20)), /^is no ICC profile of a printer from CMYK to Lab/u],
    [whole.subarray(0, 20_000), /^is damaged/u],
    [changed((copy) => copy.writeUInt32BE(5_000_000, 128)), /^is damaged/u],
    [changed((copy) => copy.writeUInt32BE(whole.length, tagAt('A2B1') + 4)), /^is damaged/u],
    [changed((copy) => copy.write('zzzz', startOf('A2B1'))), /^lacks a table/u],
    // Four inputs with 255 steps each would be four billion nodes.
    [changed((copy) => copy.writeUInt8(255, startOf('A2B1') + 10)), /^lacks a table/u],
    [changed((copy) => copy.writeUInt8(3, startOf('A2B1') + 8)), /^lacks a table/u],
    [changed((copy) => copy.writeUInt16BE(65_535, startOf('A2B1') + 48)), /^lacks a table/u],
    [changed((copy) => copy.writeUInt8(2, startOf('B2A1') + 9)), /^lacks a table/u],
  ];
  for (const [bytes, message] of cases)
    assert.throws(
      () => openProfile(bytes),
      (error) => error instanceof ProfileError && message.test(error.message),
    );
});

test('tables of version 4 are read; a matrix or a damaged curve refuses them', () => {
  const whole = readProfile('GRACoL2013');
  assert.deepEqual(openProfile(whole).see([0, 0, 0, 0]), [255, 255, 255]);
  assert.equal(nameOfProfile(whole), 'GRACoL2013_CRPC6.icc');
  assert.equal(nameOfProfile(readProfile('FOGRA39')), 'FOGRA39 coated, compact');
  const start = whole.indexOf('mAB ');
  const curves = start + whole.readUInt32BE(start + 28);
  for (const change of [
    (copy: Buffer) => copy.writeUInt32BE(64, start + 16),
    (copy: Buffer) => copy.writeUInt32BE(0xffff_ff00, start + 24),
    (copy: Buffer) => copy.writeUInt32BE(0xffff_ff00, start + 28),
    (copy: Buffer) => copy.writeUInt8(9, start + whole.readUInt32BE(start + 24)),
    (copy: Buffer) => copy.write('zzzz', curves),
    (copy: Buffer) => copy.writeUInt32BE(0x7fff_ffff, curves + 8),
  ]) {
    const copy = Buffer.from(whole);
    change(copy);
    // A2B0 and A2B1 are the same tables, but in two places: both lack theirs.
    for (const name of ['A2B0', 'A2B1']) {
      const at = whole.indexOf(name, 132);
      copy.writeUInt32BE(start, at + 4);
    }
    assert.throws(() => openProfile(copy), ProfileError);
  }
});
