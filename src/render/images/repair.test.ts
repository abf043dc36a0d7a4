import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';

import sharp from 'sharp';

import { image, render, renderPixels } from '../../../test/helpers/scenes.ts';
import { RenderInputError } from '../errors.ts';
import type { OutputSettings } from '../job.ts';

const [width, height] = [160, 120];
const elements = [image({ x: 0, y: 0, width, height, asset: 'a', fit: 'fill' })];
const size = { width, height, elements };

/** Noise, so that each part of a file stands for as much of the picture. */
function noise(): ReturnType<typeof sharp> {
  const data = Buffer.alloc(width * height * 3);
  let state = 1;
  for (const at of data.keys()) {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    data[at] = state >> 8;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const files = {
  jpeg: await noise().jpeg({ quality: 60 }).toBuffer(),
  png: await noise().png().toBuffer(),
  webp: await noise().webp({ quality: 90 }).toBuffer(),
  gif: await noise().gif({ dither: 0 }).toBuffer(),
};
const interlaced = {
  jpeg: await noise().jpeg({ quality: 60, progressive: true }).toBuffer(),
  png: await noise().png({ progressive: true }).toBuffer(),
};

const cut = (file: Buffer, share: number) => file.subarray(0, Math.floor(file.length * share));
const codes = async (file: Uint8Array, output: Partial<OutputSettings> = {}) => {
  const inspect = { report: true, boxes: false };
  const { warnings } = await render(size, { files: { a: file }, output, inspect });
  return warnings.map(({ code, detail }) => [code, detail]);
};
const refusal = async (file: Uint8Array): Promise<string> => {
  const error: unknown = await render(size, { files: { a: file } }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof RenderInputError, String(error));
  return error.message;
};
const rowsOf = (detail = '') => Number(/(\d+) % of its rows/u.exec(detail)?.[1]);

for (const [kind, file] of Object.entries(files)) {
  test(`shows most of a ${kind} that is cut short, and the rest transparent`, async () => {
    const whole = await renderPixels(size, { files: { a: file } });
    const shown = await renderPixels(size, { files: { a: cut(file, 0.8) } });
    assert.deepEqual(shown.at(80, 40), whole.at(80, 40));
    assert.deepEqual(shown.at(80, 115), [255, 255, 255, 255]);
    for (const format of ['png', 'pdf', 'svg'] as const) {
      const [[code, detail] = []] = await codes(cut(file, 0.8), { format });
      assert.equal(code, 'PICTURE_INCOMPLETE', format);
      assert.ok(rowsOf(detail) >= 60 && rowsOf(detail) < 85, detail);
    }
  });

  test(`refuses a ${kind} of which little is left, and says how much`, async () => {
    const message = await refusal(cut(file, 0.35));
    assert.match(message, /^The file "a" is damaged or cut off: only \d+ % of its rows can be read/u);
    assert.ok(rowsOf(message.replace('can be', '')) < 50, message);
  });
}

for (const [kind, file] of Object.entries(interlaced)) {
  test(`shows all of a ${kind} in passes that is cut short`, async () => {
    const shown = await renderPixels(size, { files: { a: cut(file, 0.8) } });
    assert.notDeepEqual(shown.at(80, 118), [255, 255, 255, 255]);
    const [[code, detail] = []] = await codes(cut(file, 0.8));
    assert.equal(code, 'PICTURE_INCOMPLETE');
    assert.match(detail ?? '', /All of its rows/u);
  });
}

test('a JPEG without its end marker has all of its pixels, in PDFs and SVGs as a JPEG', async () => {
  const bare = files.jpeg.subarray(0, -2);
  const whole = await renderPixels(size, { files: { a: files.jpeg } });
  const shown = await renderPixels(size, { files: { a: bare } });
  for (const [x, y] of [
    [3, 3],
    [80, 60],
    [157, 117],
  ] as const)
    assert.deepEqual(shown.at(x, y), whole.at(x, y));
  const { data } = await render(size, { files: { a: bare }, output: { format: 'svg', dpi: 96 } });
  const [, jpeg = ''] = /data:image\/jpeg;base64,([^"]*)/u.exec(Buffer.from(data).toString()) ?? [];
  assert.deepEqual(Buffer.from(jpeg, 'base64'), files.jpeg);
  assert.match((await codes(bare))[0]?.[1] ?? '', /All of its rows/u);
});

test('a JPEG whose data ends before its end marker is shown as one that is cut short', async () => {
  const ended = Buffer.concat([cut(files.jpeg, 0.8), Buffer.from([0xff, 0xd9])]);
  const shown = await renderPixels(size, { files: { a: ended } });
  assert.deepEqual(shown.at(80, 40), (await renderPixels(size, { files: { a: files.jpeg } })).at(80, 40));
  assert.deepEqual(shown.at(80, 115), [255, 255, 255, 255]);
  for (const format of ['png', 'pdf', 'svg', 'zpl'] as const) {
    // A file that no render has seen before.
    const [[code, detail] = []] = await codes(Buffer.from(ended), { format });
    assert.equal(code, 'PICTURE_INCOMPLETE', format);
    assert.ok(rowsOf(detail) >= 60 && rowsOf(detail) < 85, detail);
  }
  const little = Buffer.concat([cut(files.jpeg, 0.35), Buffer.from([0xff, 0xd9])]);
  assert.match(await refusal(little), /is damaged or cut off: only \d+ % of its rows can be read/u);
});

test('a JPEG in passes whose data ends before its end marker is named, in each format', async () => {
  for (const share of [0.5, 0.8, 0.99]) {
    const ended = Buffer.concat([cut(interlaced.jpeg, share), Buffer.from([0xff, 0xd9])]);
    for (const format of ['png', 'pdf', 'svg', 'zpl'] as const) {
      // A file that no render has seen before.
      const [[code, detail] = []] = await codes(Buffer.from(ended), { format });
      assert.equal(code, 'PICTURE_INCOMPLETE', `${format} ${share}`);
      assert.match(detail ?? '', /All of its rows/u);
    }
  }
});

test('a JPEG with bytes that belong to nothing is no damaged one, in each format', async () => {
  for (const file of [files.jpeg, interlaced.jpeg]) {
    // Behind the first segment, where decoders skip them with a warning.
    const at = 4 + file.readUInt16BE(4);
    const odd = Buffer.concat([file.subarray(0, at), Buffer.from('odd'), file.subarray(at)]);
    for (const format of ['png', 'pdf', 'svg'] as const)
      assert.deepEqual(await codes(Buffer.from(odd), { format }), [], format);
  }
});

test('a grey picture is no damaged one', async () => {
  const background = { r: 128, g: 128, b: 128 };
  const grey = sharp({ create: { width, height, channels: 3, background } });
  assert.deepEqual(await codes(await grey.jpeg().toBuffer()), []);
});

test('a JPEG that is cut short is turned upright, and keeps its colours', async () => {
  const background = { r: 200, g: 80, b: 40 };
  const flat = sharp({ create: { width: 200, height: 300, channels: 3, background } });
  const file = await flat.jpeg({ quality: 100 }).withMetadata({ orientation: 3 }).toBuffer();
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  const shown = await renderPixels(size, {
    files: { a: file.subarray(0, scan + (file.length - scan) * 0.7) },
  });
  assert.deepEqual(shown.at(80, 5), [255, 255, 255, 255]);
  assert.ok(Math.abs((shown.at(80, 110)[0] ?? 0) - 200) < 4);
});

test('a file that is whole causes no warning, also with bytes behind its end', async () => {
  for (const file of Object.values(files)) {
    assert.deepEqual(await codes(file), []);
    assert.deepEqual(await codes(Buffer.concat([file, Buffer.from('more')])), []);
  }
});

test('wrong checksums of a PNG cost nothing but a warning where they are those of pixels', async () => {
  const text = Buffer.from('tEXtnote\0text');
  const chunk = Buffer.concat([Buffer.alloc(4), text, Buffer.alloc(4)]);
  chunk.writeUInt32BE(text.length - 4, 0);
  chunk.writeUInt32BE(crc32(text) ^ 1, chunk.length - 4);
  const note = Buffer.concat([files.png.subarray(0, 33), chunk, files.png.subarray(33)]);
  assert.deepEqual(await codes(note), []);
  const pixels = Buffer.from(files.png);
  const at = pixels.indexOf('IDAT');
  const checksum = at + 4 + pixels.readUInt32BE(at - 4);
  pixels.writeUInt32BE(pixels.readUInt32BE(checksum) ^ 1, checksum);
  const whole = await renderPixels(size, { files: { a: files.png } });
  const shown = await renderPixels(size, { files: { a: pixels } });
  assert.deepEqual(shown.at(157, 117), whole.at(157, 117));
  assert.match((await codes(pixels))[0]?.[1] ?? '', /All of its rows/u);
});

/** A GIF of two colours: a red frame on a part of a canvas of 120 × 80. */
function partialGif(...later: number[]): Buffer {
  const header = [...Buffer.from('GIF89a'), 120, 0, 80, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0];
  const frame = [0x2c, 30, 0, 20, 0, 60, 0, 40, 0, 0];
  // Codes of three bits: clear, and a zero, for each pixel.
  const codesOfPixels = Array.from({ length: 2400 }, () => [4, 0]).flat();
  const bits = [...codesOfPixels, 5].map((code) => [code & 1, (code >> 1) & 1, (code >> 2) & 1]).flat();
  const packed = Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
    bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
  );
  const blocks: number[] = [];
  for (let at = 0; at < packed.length; at += 255)
    blocks.push(Math.min(255, packed.length - at), ...packed.slice(at, at + 255));
  return Buffer.from([...header, ...frame, 2, ...blocks, 0, ...later, 0x3b]);
}

test('a first frame that covers a part of its GIF leaves the rest transparent', async () => {
  const { at } = await renderPixels(size, { files: { a: partialGif() } });
  assert.deepEqual(at(80, 60), [255, 0, 0, 255]);
  for (const [x, y] of [
    [5, 5],
    [155, 60],
    [80, 115],
  ] as const)
    assert.deepEqual(at(x, y), [255, 255, 255, 255]);
  assert.deepEqual(await codes(partialGif()), []);
});

test('later frames of a GIF may be missing', async () => {
  const broken = Buffer.concat([
    files.gif.subarray(0, -1),
    Buffer.from([0x2c, 0, 0, 0, 0, 9, 0, 9, 0, 0, 2, 9, 1]),
  ]);
  assert.deepEqual(await codes(broken), []);
  assert.deepEqual(
    (await renderPixels(size, { files: { a: broken } })).at(80, 60),
    (await renderPixels(size, { files: { a: files.gif } })).at(80, 60),
  );
});

test('a sequence of AVIF pictures shows its first', async () => {
  const background = { r: 20, g: 120, b: 220 };
  const file = await sharp({ create: { width, height, channels: 3, background } })
    .avif()
    .toBuffer();
  const brands = file.toString('latin1', 8, 40);
  assert.match(brands, /^avif/u);
  file.write('avis', 8, 'latin1');
  const shown = await renderPixels(size, { files: { a: file } });
  assert.ok(Math.abs((shown.at(80, 60)[2] ?? 0) - 220) < 6);
  assert.deepEqual(await codes(file), []);
  assert.match(await refusal(file.subarray(0, -20)), /decoded/u);
});

test('a PNG whose packed data breaks off, or goes on behind its end, is drawn or refused', async () => {
  const start = files.png.indexOf('IDAT') + 4;
  for (const at of [start, start + 2, start + 40, Math.floor(files.png.length / 2), files.png.length - 20]) {
    const broken = Buffer.from(files.png);
    broken.fill(0xff, at, at + 8);
    const outcome = await codes(broken).then(
      (warnings) => warnings[0]?.[0],
      (error: unknown) => error instanceof RenderInputError && 'refused',
    );
    assert.ok(outcome === 'PICTURE_INCOMPLETE' || outcome === 'refused', `${at}: ${outcome}`);
  }
  // The rows of this header end long before the data does.
  const short = Buffer.from(files.png);
  short.writeUInt32BE(10, 20);
  assert.deepEqual((await codes(short))[0]?.[0], 'PICTURE_INCOMPLETE');
});
