import { deflateSync } from 'node:zlib';

import type { CompressedImage } from '../images/image-cache.ts';
import type { RawPixels } from '../images/decode.ts';
import { findInkSpace } from '../inks/ink-space.ts';
import type { Separator } from '../inks/separator.ts';

/** The row filter of PNG that takes the pixel before, which PDF's predictors use as well. */
const SUB_FILTER = 1;

const processSpace = findInkSpace([]);

/** Compresses pixels as amounts of process inks, without loss. */
export function compressSeparated(
  { data, width, height }: Pick<RawPixels, 'data' | 'width' | 'height'>,
  separator: Separator,
  level = 6,
): CompressedImage {
  const samples = filterRows(separator.pixels(data), width, height, 4);
  const image = { width, height, encoding: 'flate', inks: processSpace } as const;
  const alphas = Buffer.allocUnsafe(width * height);
  let isOpaque = true;
  for (let pixel = 0; pixel < alphas.length; pixel++) {
    const alpha = data[4 * pixel + 3] ?? 255;
    alphas[pixel] = alpha;
    if (alpha !== 255) isOpaque = false;
  }
  const mask = isOpaque
    ? null
    : { width, height, data: deflateSync(filterRows(alphas, width, height, 1), { level }) };
  return { ...image, data: deflateSync(samples, { level }), mask };
}

/** Rows as differences from the pixel before. */
function filterRows(samples: Uint8Array, width: number, height: number, channels: number): Buffer {
  const row = width * channels;
  const rows = Buffer.allocUnsafe(height * (1 + row));
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = SUB_FILTER;
    const from = y * row;
    for (let x = 0; x < row; x++)
      rows[to++] = (samples[from + x] ?? 0) - (x < channels ? 0 : (samples[from + x - channels] ?? 0));
  }
  return rows;
}
