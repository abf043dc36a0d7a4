import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { getDesign, getFirst, getLosses, undecoded } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConvertedDesign } from '../design.ts';

interface Flat {
  readonly mode: number;
  readonly bits?: 8 | 16;
  /** The value of each channel, from 0 to 255. */
  readonly channels: readonly number[];
  readonly packed?: boolean;
  readonly hasPicture?: boolean;
}

const [width, height] = [6, 4];

/** A document without layers, in one colour. */
function flat({ mode, bits = 8, channels, packed = false, hasPicture = true }: Flat): Buffer {
  const head = Buffer.alloc(26);
  head.write('8BPS');
  for (const [at, value] of [
    [4, 1],
    [12, channels.length],
    [22, bits],
    [24, mode],
  ] as const)
    head.writeUInt16BE(value, at);
  head.writeUInt32BE(height, 14);
  head.writeUInt32BE(width, 18);
  const version = Buffer.alloc(12 + 6);
  version.write('8BIM');
  version.writeUInt16BE(1057, 4);
  version.writeUInt32BE(5, 8);
  version.writeUInt32BE(1, 12);
  version[16] = hasPicture ? 1 : 0;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(version.length);
  const row = width * (bits / 8);
  const rows = channels.flatMap((value) => Array.from({ length: height }, () => Buffer.alloc(row, value)));
  const packedRows = rows.map((line) => Buffer.from([257 - row, line[0] ?? 0]));
  const counts = Buffer.concat(packedRows.map(() => Buffer.from([0, 2])));
  const data = packed ? [Buffer.from([0, 1]), counts, ...packedRows] : [Buffer.from([0, 0]), ...rows];
  return Buffer.concat([head, Buffer.alloc(4), length, version, Buffer.alloc(4), ...data]);
}

const convert = async (bytes: Buffer): Promise<ConvertedDesign> =>
  await convertDesign(getDesign('a.psd', bytes), { variables: 'none', fetchImage: null }, undecoded);

async function colorOf({ document, folder }: ConvertedDesign): Promise<number[]> {
  const bytes = folder.files.get(getFirst(document.elements, 'image').src);
  assert.ok(bytes !== undefined);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [width, height]);
  return [...data.subarray(0, 3)];
}

test('documents in CMYK become a picture in the colours of their inks, in 8 and 16 bits', async () => {
  // Photoshop has no ink as 255: cyan only, and no ink.
  for (const more of [{}, { packed: true }, { bits: 16 }] as const) {
    const cyan = await convert(flat({ mode: 4, channels: [0, 255, 255, 255], ...more }));
    const [r = 0, g = 0, b = 0] = await colorOf(cyan);
    assert.ok(r < 90 && g > 130 && b > 200, `${r} ${g} ${b}`);
    assert.deepEqual(getLosses(cyan), [': colours']);
  }
  const paper = await colorOf(await convert(flat({ mode: 4, channels: [255, 255, 255, 255] })));
  assert.ok(
    paper.every((value) => value > 245),
    paper.join(' '),
  );
});

test('documents in Lab become a picture', async () => {
  const grey = await colorOf(await convert(flat({ mode: 9, channels: [128, 128, 128] })));
  assert.ok(
    grey.every((value) => Math.abs(value - 119) < 6),
    grey.join(' '),
  );
  const [r = 0, g = 0, b = 0] = await colorOf(await convert(flat({ mode: 9, channels: [135, 208, 195] })));
  assert.ok(r > 200 && g < 60 && b < 60, `${r} ${g} ${b}`);
});

test('says what to do without a picture of the layers, and refuses a file that is cut off', async () => {
  await assert.rejects(
    convert(flat({ mode: 4, channels: [0, 0, 0, 0], hasPicture: false })),
    /Maximize compatibility/,
  );
  const whole = flat({ mode: 4, channels: [0, 0, 0, 0] });
  for (const length of [30, 50, whole.length - 5])
    await assert.rejects(convert(whole.subarray(0, length)), UnreadableDesign);
});
