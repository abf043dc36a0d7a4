/** Pixels without loss: rows with PNG's filter `Sub`, the opacity apart. */
import { deflateSync } from 'node:zlib';
import type { Canvas } from '@napi-rs/canvas';

import { freeMemory } from '../../free-memory.ts';
import type { CompressedImage } from '../image-cache.ts';
import type { RawPixels } from '../decode.ts';
import { findInkSpace } from '../../inks/ink-space.ts';
import type { Separator } from '../../inks/separator.ts';

type Pixels = Pick<RawPixels, 'data' | 'width' | 'height'>;

/** The row filter of PNG that takes the pixel before, which PDF's predictors use as well. */
const SUB_FILTER = 1;
/** Half the time of the default, for a third more bytes. */
const FAST_LEVEL = 3;

const processSpace = findInkSpace([]);

/** Compresses the pixels of a canvas. */
export function compressCanvas(canvas: Canvas, separator: Separator | null): CompressedImage {
  const { width, height } = canvas;
  const data = canvas.data();
  multiplyOut(data);
  const compressed =
    separator === null
      ? compressSamples(data, { data, width, height }, 3, FAST_LEVEL)
      : compressSeparated({ data, width, height }, separator, FAST_LEVEL);
  freeMemory(data);
  return compressed;
}

/** Compresses pixels as amounts of process inks. */
export function compressSeparated(pixels: Pixels, separator: Separator, level = 6): CompressedImage {
  return { ...compressSamples(separator.pixels(pixels.data), pixels, 4, level), inks: processSpace };
}

/** In files, colours are not multiplied by opacity. */
function multiplyOut(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 255) continue;
    const factor = alpha === 0 ? 0 : 255 / alpha;
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.round((pixels[channel] ?? 0) * factor);
  }
}

/** @param samples four for each pixel, of which `channels` are compressed */
function compressSamples(
  samples: Uint8Array,
  { data, width, height }: Pixels,
  channels: number,
  level: number,
): CompressedImage {
  const rows = filterRows(samples, width, height, channels);
  const mask = isOpaque(data) ? null : deflateSync(filterRows(data.subarray(3), width, height, 1), { level });
  return {
    width,
    height,
    encoding: 'flate',
    data: deflateSync(rows, { level }),
    mask: mask === null ? null : { width, height, data: mask },
  };
}

function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

/** Rows as differences from the pixel before: `channels` of the four samples of each pixel. */
function filterRows(samples: Uint8Array, width: number, height: number, channels: number): Buffer {
  const rows = Buffer.allocUnsafe(height * (1 + width * channels));
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = SUB_FILTER;
    const from = y * width * 4;
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++) {
        const at = from + 4 * x + channel;
        rows[to++] = (samples[at] ?? 0) - (x === 0 ? 0 : (samples[at - 4] ?? 0));
      }
  }
  return rows;
}
