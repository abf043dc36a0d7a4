import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';

import sharp from 'sharp';

import { image, renderPixels } from '../../../test/helpers/scenes.ts';
import { isSrgbProfile } from './icc-profiles.ts';
import { withColourProfile } from './png-colours.ts';
import { writeProfile } from './written-profile.ts';

const HEADER_END = 33;
const srgb = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000];
const displayP3 = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000];

/** A picture of one colour with more chunks after its header. */
async function makePng(
  color: string,
  chunks: Readonly<Record<string, Buffer>>,
  isGrey = false,
): Promise<Buffer> {
  const flat = sharp({ create: { width: 20, height: 20, channels: 3, background: color } });
  const png = await (isGrey ? flat.toColourspace('b-w') : flat).png().toBuffer();
  const added = Object.entries(chunks).map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
  });
  return Buffer.concat([png.subarray(0, HEADER_END), ...added, png.subarray(HEADER_END)]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
}

async function show(png: Buffer): Promise<readonly number[]> {
  const full = { x: 0, y: 0, width: 20, height: 20, asset: 'a' };
  const pixels = await renderPixels(
    { width: 20, height: 20, elements: [image(full)] },
    { files: { a: png } },
  );
  return pixels.at(10, 10).slice(0, 3);
}

function assertNear(actual: readonly number[], expected: readonly number[]): void {
  const distance = Math.max(...actual.map((value, index) => Math.abs(value - (expected[index] ?? 0))));
  assert.ok(distance <= 2, `${actual.join()} is not ${expected.join()}`);
}

test('the gamma of a PNG is that of its samples', async () => {
  // Half of the light is 188 in sRGB.
  assertNear(await show(await makePng('#808080', { gAMA: numbers(100_000) })), [188, 188, 188]);
  assertNear(await show(await makePng('#808080', { gAMA: numbers(100_000) }, true)), [188, 188, 188]);
  // The 1.8 of old screens: (128 / 255) ** 1.8 in sRGB.
  assertNear(await show(await makePng('#808080', { gAMA: numbers(55_556) })), [148, 148, 148]);
});

test('chromaticities and code points of a PNG say what its colours are', async () => {
  // #40c040 of Display P3 is outside of sRGB, whose nearest colour this is.
  const expected = [0, 195, 31];
  assertNear(await show(await makePng('#40c040', { cHRM: numbers(...displayP3) })), expected);
  assertNear(await show(await makePng('#40c040', { cICP: Buffer.from([12, 13, 0, 1]) })), expected);
  // Code points go before all others.
  const both = { cICP: Buffer.from([12, 13, 0, 1]), sRGB: Buffer.from([0]), gAMA: numbers(100_000) };
  assertNear(await show(await makePng('#40c040', both)), expected);
});

test('files in sRGB, with a profile, or with chunks that say nothing stay as they are', async () => {
  for (const chunks of [
    {},
    { gAMA: numbers(45_455), cHRM: numbers(...srgb) },
    { sRGB: Buffer.from([0]), gAMA: numbers(100_000) },
    { cICP: Buffer.from([1, 13, 0, 1]) },
    { cICP: Buffer.from([9, 16, 0, 1]) },
    { gAMA: numbers(0) },
    { gAMA: Buffer.from([1]) },
    { cHRM: numbers(0, 0, 0, 0, 0, 0, 0, 0) },
  ]) {
    const png = await makePng('#808080', chunks);
    assert.equal(withColourProfile(png), png, JSON.stringify(Object.keys(chunks)));
    assertNear(await show(png), [128, 128, 128]);
  }
  const profiled = await sharp(await makePng('#808080', {}))
    .withIccProfile('p3')
    .png()
    .toBuffer();
  assert.equal(withColourProfile(profiled), profiled);
  for (const broken of [
    Buffer.alloc(0),
    Buffer.from('not a PNG'),
    (await makePng('#808080', {})).subarray(0, 40),
  ])
    assert.equal(withColourProfile(broken), broken);
});

test('a written profile of sRGB is sRGB', () => {
  const primaries = {
    white: [0.3127, 0.329],
    red: [0.64, 0.33],
    green: [0.3, 0.6],
    blue: [0.15, 0.06],
  } as const;
  assert.ok(isSrgbProfile(writeProfile(primaries, { kind: 'srgb' })));
  assert.ok(!isSrgbProfile(writeProfile(primaries, { kind: 'gamma', exponent: 1.8 })));
});
