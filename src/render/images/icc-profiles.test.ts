import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import sharp from 'sharp';

import { srgbProfile } from '../encode/srgb-profile.ts';
import { isSrgbProfile } from './icc-profiles.ts';

async function displayP3(): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#888888' } });
  const { icc } = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata();
  assert.ok(icc);
  return icc;
}

test('recognises sRGB profiles by their values, not by their names', async () => {
  const profile = Buffer.from(await srgbProfile());
  assert.equal(isSrgbProfile(profile), true);
  const name = profile.indexOf(Buffer.from('sRGB', 'utf16le').swap16());
  assert.ok(name > 0);
  profile.fill(0x41, name, name + 8);
  assert.equal(isSrgbProfile(profile), true);
  assert.equal(isSrgbProfile(await displayP3()), false);
  const inks = await readFile(new URL('../inks/profiles/fogra39.icc', import.meta.url));
  assert.equal(isSrgbProfile(inks), false);
});

test('a profile with another curve or a truncated profile is not sRGB', async () => {
  const profile = Buffer.from(await srgbProfile());
  for (const length of [0, 20, 131, 200, profile.length - 60]) {
    assert.equal(isSrgbProfile(profile.subarray(0, length)), false, String(length));
  }
  const linear = Buffer.from(profile);
  // The three curves share one table.
  const at = linear.indexOf('rTRC');
  const start = linear.readUInt32BE(at + 4);
  linear.writeUInt32BE(0, start + 8);
  assert.equal(isSrgbProfile(linear), false);
});
