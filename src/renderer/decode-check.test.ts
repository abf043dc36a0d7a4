import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import sharp from 'sharp';

import { RendererChild } from './child.ts';

const mebibyte = 1024 * 1024;

test('checks a 16-bit PNG of 49 megapixels in less memory than it has as pixels', async () => {
  const side = 7000;
  const background = { r: 200, g: 30, b: 90, alpha: 0.5 };
  const bytes = await sharp({ create: { width: side, height: side, channels: 4, background } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  const { depth } = await sharp(bytes).metadata();
  assert.equal(depth, 'ushort');
  const child = new RendererChild('files', { timeoutMs: 120_000, memoryBytes: 400 * mebibyte });
  try {
    await child.ready;
    for (const [cut, expected] of [
      [0, /^null$/],
      [1000, /99 % of its rows could be read/],
    ] as const) {
      const file = { bytes: bytes.subarray(0, bytes.length - cut), maxPixels: 50_000_000 };
      const answer = await child.run({ type: 'check', file: { ...file, kind: 'image' } }, new Map());
      assert.ok('finding' in answer);
      assert.match(JSON.stringify(answer.finding), expected);
    }
  } finally {
    child.stop();
  }
});

test('says what a font says about itself, and accepts one whose names are damaged', async () => {
  const folder = path.resolve('node_modules/@expo-google-fonts/inter');
  const bytes = await readFile(path.join(folder, '700Bold/Inter_700Bold.ttf'));
  const damaged = Buffer.from(bytes);
  for (let entry = 12; ; entry += 16) {
    if (damaged.toString('latin1', entry, entry + 4) !== 'name') continue;
    // More names than the table has.
    damaged.writeUInt16BE(0xffff, damaged.readUInt32BE(entry + 8) + 2);
    break;
  }
  const child = new RendererChild('files', { timeoutMs: 120_000, memoryBytes: 400 * mebibyte });
  try {
    await child.ready;
    const check = async (content: Uint8Array) => {
      const file = { kind: 'font', bytes: content, maxPixels: 1 } as const;
      const answer = await child.run({ type: 'check', file }, new Map());
      return 'finding' in answer ? answer.finding : answer;
    };
    const font = { family: 'Inter', weights: [700, 700], isItalic: false, embedding: 'INSTALLABLE' };
    assert.deepEqual(await check(bytes), { notes: [], font });
    assert.deepEqual(await check(damaged), { notes: [], font: null });
  } finally {
    child.stop();
  }
});
