import assert from 'node:assert/strict';
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
