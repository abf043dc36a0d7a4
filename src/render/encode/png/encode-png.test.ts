import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { inflateRawSync, inflateSync } from 'node:zlib';

import { createCanvas, loadImage } from '@napi-rs/canvas';
import { PDFDocument, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';

import { encodePng } from './encode-png.ts';
import { startImage, compressStrip, pixelEncoder } from './pixel-encoder.ts';
import { CompressedStripCache } from './compressed-strips.ts';

interface Picture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/** A picture from a function of red, green, blue and opacity, all 0 to 255, not premultiplied. */
function picture(width: number, height: number, at: (x: number, y: number) => readonly number[]): Picture {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 255] = at(x, y);
      data.set([...[red, green, blue].map((value) => Math.round((value * alpha) / 255)), alpha], to);
    }
  return { data, width, height, opaque: false };
}

/** The colours that a reader should see. */
function straight({ data }: Picture): Buffer {
  const pixels = Buffer.alloc(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    pixels[at + 3] = alpha;
    if (alpha > 0)
      for (let of = at; of < at + 3; of += 1) pixels[of] = Math.floor(((data[of] ?? 0) * 255) / alpha + 0.5);
  }
  return pixels;
}

async function readBack(png: Buffer): Promise<Buffer> {
  return await sharp(png, { limitInputPixels: false }).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

async function check(page: Picture, what: string): Promise<Buffer> {
  const png = encodePng(page, 96);
  assert.ok((await readBack(png)).equals(straight(page)), what);
  checkChunks(png, what);
  return png;
}

/** Whole chunks up to the end, and a stream of pixels whose check sum is right. */
function checkChunks(png: Buffer, what: string): void {
  const parts: Buffer[] = [];
  let at = 8;
  let last = '';
  for (; at < png.length; at += 12 + png.readUInt32BE(at)) {
    last = png.toString('latin1', at + 4, at + 8);
    if (last === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  assert.deepEqual([at, last], [png.length, 'IEND'], what);
  assert.ok(inflateSync(Buffer.concat(parts)).length > 0, what);
}

/** Numbers from 0 up to, not including, `below`; the same for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const wave = (x: number, y: number): number[] =>
  [
    128 + 90 * Math.sin(x / 31) + ((x * 7 + y * 13) % 5),
    128 + 90 * Math.sin((x + y) / 47) + ((x * 3 + y * 5) % 7),
    128 + 90 * Math.cos(y / 29) + ((x + y) % 3),
  ].map(Math.round);

test('libpng decodes every kind of image to the same pixels', async () => {
  const random = numbers(7);
  const noise = (): number[] => [random(256), random(256), random(256)];
  const pictures: Record<string, Picture> = {
    'one pixel': picture(1, 1, () => [1, 2, 3]),
    'one transparent pixel': picture(1, 1, () => [0, 0, 0, 0]),
    'noise of one pixel a row': picture(1, 3000, noise),
    'noise, which is stored': picture(700, 400, noise),
    'noise with opacity': picture(300, 300, () => [...noise(), random(256)]),
    flat: picture(1000, 700, () => [250, 250, 245]),
    gradient: picture(640, 480, (x, y) => [x % 256, y % 256, (x + y) % 256]),
    photo: picture(900, 600, wave),
    'photo, half transparent': picture(500, 400, (x, y) => [...wave(x, y), 128]),
    'one row': picture(16_383, 1, wave),
    'wide rows': picture(16_383, 20, wave),
    'rows wider than a strip': picture(70_000, 3, wave),
    'three bytes a row': picture(1, 9, wave),
    'two colours': picture(1001, 999, (x, y) =>
      ((x >> 3) * (y >> 3) * 7919) % 3 === 0 ? [0, 0, 0] : [255, 255, 255],
    ),
    'every opacity': picture(256, 256, (x, y) => [x, 255 - x, 77, y]),
  };
  for (const [what, page] of Object.entries(pictures)) {
    const png = await check(page, what);
    assert.ok(encodePng(page, 96).equals(png), `${what}: the same bytes again`);
  }
});

test('encodes equal rows again if they are farther apart than the window', () => {
  const random = numbers(3);
  const [width, height] = [12_000, 5];
  const row = Buffer.from(Array.from({ length: width }, () => [random(256), random(256), 9, 255]).flat());
  const data = Buffer.concat(Array.from({ length: height }, () => row));
  const form = { bitsPerPixel: 24, filters: false, shortest: 3 } as const;
  const encoder = pixelEncoder();
  assert.equal(startImage(encoder, width, form), height);
  const { bytes } = compressStrip(encoder, { data, width }, { from: 0, to: height }, true);
  const compressed = Buffer.from(bytes);
  const rgb = row.filter((_, at) => at % 4 !== 3);
  const rows = Buffer.concat(Array.from({ length: height }, () => [Buffer.of(0), rgb]).flat());
  assert.ok(inflateRawSync(compressed).equals(rows));
});

test('un-premultiplies every value and rounds to the nearest', async () => {
  const data = Buffer.alloc(256 * 256 * 4);
  for (let alpha = 0, at = 0; alpha < 256; alpha += 1)
    for (let value = 0; value < 256; value += 1, at += 4)
      data.set([Math.min(value, alpha), 0, alpha, alpha], at);
  await check({ data, width: 256, height: 256, opaque: false }, 'all pairs');
});

test('few colours become indexes of as few bits as possible, with their opacity', async () => {
  for (const [colors, bits] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 4],
    [16, 4],
    [17, 8],
    [256, 8],
  ] as const) {
    for (const alpha of [255, 100]) {
      const page = picture(67, 43, (x, y) => {
        const color = (x + y * 67) % colors;
        return [color, color, color % 7 === 0 ? 200 : 0, color % 2 === 0 ? 255 : alpha];
      });
      // Under an opacity of 100 some colours become the same.
      const png = await check(page, `${colors} colours, opacity ${alpha}`);
      assert.equal(png.readUInt8(25), 3);
      if (alpha === 255) assert.equal(png.readUInt8(24), bits);
      assert.equal(png.includes('tRNS'), alpha < 255 && colors > 1);
    }
  }
  const many = picture(257, 1, (x) => [x % 256, x >> 8, 0]);
  assert.equal((await check(many, '257 colours')).readUInt8(25), 2);
});

test('pixels that are known to be opaque become RGB, whatever their alpha', async () => {
  const page = { ...picture(300, 300, wave), opaque: true };
  assert.equal((await check(page, 'opaque')).readUInt8(25), 2);
  const corner = picture(300, 300, (x, y) => [...wave(x, y), x === 299 && y === 299 ? 254 : 255]);
  assert.equal((await check(corner, 'one translucent pixel at the end')).readUInt8(25), 6);
});

test('labels and photos are no larger than with zlib at its middle level', async () => {
  const label = picture(1200, 800, (x, y) =>
    (x >> 2) % 9 < 4 && y % 200 > 90 ? [0, 0, 0] : y % 100 < 8 ? [200, 30, 30] : [255, 255, 255],
  );
  for (const [what, page] of Object.entries({ label, photo: picture(1200, 630, wave) })) {
    const raw = { width: page.width, height: page.height, channels: 4 } as const;
    const other = await sharp(page.data, { raw }).removeAlpha().png({ compressionLevel: 3 }).toBuffer();
    const own = encodePng(page, 96);
    assert.ok(own.length <= other.length, `${what}: ${own.length} bytes beside ${other.length}`);
  }
});

test('the canvas decodes the files', async () => {
  for (const page of [picture(333, 222, wave), picture(333, 222, (x) => [x % 16 < 8 ? 255 : 0, 0, 0])]) {
    const image = await loadImage(encodePng(page, 96));
    const canvas = createCanvas(page.width, page.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const seen = context.getImageData(0, 0, page.width, page.height).data;
    assert.ok(Buffer.from(seen).equals(page.data));
  }
});

test('the JavaScript decoder of pdf-lib decodes the files', async () => {
  const pages = [
    picture(333, 222, wave),
    picture(101, 77, (x, y) => [(x >> 2) * 9, y >> 1, 7]),
    picture(67, 43, (x, y) => [(x + y) % 3 === 0 ? 255 : 0, 0, 0]),
    picture(67, 43, (x, y) => [((x * y) % 12) * 20, 0, 9]),
  ];
  for (const page of pages) {
    const document = await PDFDocument.create();
    const image = await document.embedPng(encodePng(page, 96));
    await image.embed();
    const stream: unknown = document.context.lookup(image.ref);
    assert.ok(stream instanceof PDFRawStream);
    const colors = page.data.filter((_, at) => at % 4 !== 3);
    assert.deepEqual(inflateSync(Buffer.from(stream.contents)), Buffer.from(colors));
  }
});

test('random images of flat, noisy, repeated and smooth parts keep their pixels', async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const random = numbers(seed);
  for (let round = 0; round < 60; round += 1) {
    const width = 1 + random(round % 3 === 0 ? 20 : 900);
    const height = 1 + random(round % 5 === 0 ? 5 : 400);
    const band = 1 + random(60);
    const kinds = Array.from({ length: 1 + height / band }, () => random(5));
    const colors = Array.from({ length: 1 + random(300) }, () => [random(256), random(256), random(256)]);
    const alpha = random(3) === 0 ? 1 + random(255) : 255;
    const page = picture(width, height, (x, y) => {
      const color = colors[(x * 7 + (y % band)) % colors.length] ?? [];
      switch (kinds[Math.floor(y / band)]) {
        case 0:
          return [...(colors[0] ?? []), alpha];
        case 1:
          return [random(256), random(256), random(256), random(2) * 255];
        case 2:
          return color;
        case 3:
          return [...wave(x, y), alpha];
        default:
          return colors[random(colors.length)] ?? [];
      }
    });
    await check(page, `seed ${seed}, round ${round}: ${width} x ${height}`);
  }
});

test('an image of a series has the same bytes as on its own, whatever has changed', async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const random = numbers(seed);
  const cache = new CompressedStripCache(8_000_000);
  const [width, height] = [1200, 400];
  const rowBytes = 4 * width;
  const photo = picture(width, height, wave);
  const drawing = picture(width, height, (x, y) =>
    y % 90 < 30 ? [(x * y) % 251, x % 13, 0] : y < 200 ? [250, 250, 245] : [20, 40, 60],
  );
  const label = picture(width, height, (x, y) => [((x >> 3) * (y >> 3)) % 5 === 0 ? 0 : 255, 255, 255]);
  const one = picture(width, height, (x) => [x < 600 ? 7 : 9, 0, 0]);
  const translucent = { ...photo, data: Buffer.from(photo.data) };
  translucent.data.fill(0, translucent.data.length - 4);
  const kinds = [photo, drawing, label, one, translucent, { ...photo, opaque: true }];
  let page = photo;
  for (let round = 0; round < 80; round += 1) {
    const what = `seed ${seed}, round ${round}`;
    if (random(6) === 0) page = kinds[random(kinds.length)] ?? photo;
    else if (random(4) > 0) {
      const data = Buffer.from(page.data);
      // Strips have 54 rows: a row at one's end is above the next one's first.
      const from = random(2) === 0 ? Math.max(0, 54 * random(8) - random(3)) : random(height);
      const rows = data.subarray(from * rowBytes, (from + 1 + random(4)) * rowBytes);
      const shade = random(256);
      for (let at = 4 * random(width); at < rows.length; at += 4 * (1 + random(300))) rows[at] = shade;
      page = { ...page, data };
    }
    const png = encodePng(page, 96, { name: 'series', cache });
    assert.ok(png.equals(encodePng(page, 96)), what);
    if (round % 8 === 0) await check(page, what);
  }
});
