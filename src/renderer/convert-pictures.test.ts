import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { colorAt, cornerPicture, corners, heic, tiffOfPages } from '../../test/helpers/pictures.ts';
import { convertInProcess } from './convert-pictures.ts';
import { convertPicture } from './picture-conversion.ts';
import type { ConvertedPicture } from './messages.ts';

const maxPixels = 50_000_000;
/** The default of sharp loses colours. */
const lzw = { compression: 'lzw' } as const;

async function convert(bytes: Uint8Array): Promise<ConvertedPicture> {
  const converted = await convertPicture({ bytes, maxPixels });
  if (typeof converted === 'string') throw new Error(converted);
  return converted;
}

async function getProblem(bytes: Uint8Array, pixels = maxPixels): Promise<string> {
  const converted = await convertPicture({ bytes, maxPixels: pixels });
  return typeof converted === 'string' ? converted : 'none';
}

async function assertColor(
  bytes: Uint8Array,
  place: [number, number],
  expected: number[],
  tolerance = 12,
): Promise<void> {
  const found = await colorAt(bytes, ...place);
  const difference = Math.max(...found.map((value, index) => Math.abs(value - (expected[index] ?? 0))));
  assert.ok(
    difference <= tolerance,
    `${found.join(' ')} at ${place.join(', ')}, expected ${expected.join(' ')}`,
  );
}

const [red, blue] = [
  [255, 0, 0],
  [0, 0, 255],
];

describe('HEIC', () => {
  test('becomes an upright JPEG with its colour profile', async () => {
    const { bytes, ending, note } = await convert(heic.rotated);
    assert.deepEqual([ending, note], ['jpg', null]);
    const { width, height, icc, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([width, height, orientation], [64, 96, undefined]);
    assert.deepEqual(icc, (await sharp(heic.rotated).metadata()).icc);
    await assertColor(bytes, [8, 8], blue);
    await assertColor(bytes, [56, 8], red);
  });

  test('with transparency becomes a PNG', async () => {
    const { bytes, ending } = await convert(heic.transparent);
    assert.equal(ending, 'png');
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, info.channels], [96, 64, 4]);
    assert.ok((data[4 * 8 + 3] ?? 0) > 250);
    assert.ok((data[4 * 80 + 3] ?? 255) < 130);
  });

  test('of several pictures is its main one, and says so', async () => {
    const { note } = await convert(heic.twoPictures);
    assert.equal(note, 'It has 2 pictures; the main one is taken.');
  });

  test('that is cut off is refused', async () => {
    for (const bytes of [40, heic.rotated.length - 200]) {
      assert.match(await getProblem(heic.rotated.subarray(0, bytes)), /^is damaged or cut off \(/u);
    }
  });
});

describe('TIFF', () => {
  test('keeps rotation and profile', async () => {
    const tiff = await cornerPicture()
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .tiff(lzw)
      .toBuffer();
    const { bytes, ending } = await convert(tiff);
    const { width, height, icc } = await sharp(bytes).metadata();
    assert.deepEqual([ending, width, height], ['jpg', 64, 96]);
    assert.deepEqual(icc, (await sharp(tiff).metadata()).icc);
    await assertColor(bytes, [8, 8], blue);
    await assertColor(bytes, [56, 8], red);
  });

  test('of 16 bits, of Lab and of inks keeps its colours', async () => {
    const deep = await cornerPicture().toColourspace('rgb16').withIccProfile('p3').tiff(lzw).toBuffer();
    assert.equal((await sharp(deep).metadata()).depth, 'ushort');
    const lab = await cornerPicture().toColourspace('lab').tiff(lzw).toBuffer();
    for (const tiff of [deep, lab]) await assertColor((await convert(tiff)).bytes, [8, 8], red);
    const inks = await cornerPicture().toColourspace('cmyk').withIccProfile('cmyk').tiff(lzw).toBuffer();
    const { bytes } = await convert(inks);
    const { space, icc } = await sharp(bytes).metadata();
    assert.equal(space, 'cmyk');
    assert.deepEqual(icc, (await sharp(inks).metadata()).icc);
    // A step of one ink is several of sRGB near full ink.
    await assertColor(bytes, [8, 8], await colorAt(inks, 8, 8), 30);
  });

  test('of drawings and with transparency becomes a PNG', async () => {
    const scan = await cornerPicture()
      .toColourspace('b-w')
      .tiff({ bitdepth: 1, compression: 'none' })
      .toBuffer();
    assert.equal((await convert(scan)).ending, 'png');
    const seen = await sharp(corners(), { raw: { width: 96, height: 64, channels: 3 } })
      .ensureAlpha(0.5)
      .tiff(lzw)
      .toBuffer();
    const { bytes, ending } = await convert(seen);
    assert.deepEqual([ending, (await sharp(bytes).metadata()).hasAlpha], ['png', true]);
  });

  test('of several pages is its first one, and says so', async () => {
    const { bytes, note } = await convert(await tiffOfPages(3));
    assert.equal(note, 'It has 3 pages; the first one is taken.');
    assert.equal((await sharp(bytes).metadata()).height, 64);
  });

  test('of too many pixels, or cut off, is refused', async () => {
    const tiff = await cornerPicture().tiff({ compression: 'none' }).toBuffer();
    assert.equal(await getProblem(tiff, 6_143), 'has 96 × 64 pixels, more than the 6,143 that are accepted.');
    assert.match(await getProblem(tiff.subarray(0, 9_000)), /^is damaged or cut off \(/u);
  });
});

test('pictures are converted in a process of their own, which is ended if it takes too long', async () => {
  const converted = await convertInProcess({ bytes: heic.rotated, maxPixels }, 60_000);
  assert.ok(typeof converted === 'object' && converted.ending === 'jpg');
  const late = await convertInProcess({ bytes: heic.rotated, maxPixels }, 1);
  assert.match(
    typeof late === 'string' ? late : 'converted',
    /^takes too much time or memory to decode; save it as JPEG/u,
  );
});
