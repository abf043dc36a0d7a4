import { deflateSync } from 'node:zlib';
import type { Canvas } from '@napi-rs/canvas';
import type { CompressedImage } from '../../images/image-cache.ts';
import { compressSeparated } from '../compress-separated.ts';
import { freeMemory } from '../../free-memory.ts';
import type { Separator } from '../../inks/separator.ts';

/** The pixels of a canvas as rows with PNG's filter `Sub`, its opacity apart. */
export function compressCanvas(canvas: Canvas, separator: Separator | null): CompressedImage {
  if (separator !== null) return compressInInks(canvas, separator);
  const { width, height } = canvas;
  const premultiplied = canvas.data();
  const colors = Buffer.alloc(height * (1 + 3 * width));
  const alphas = Buffer.alloc(height * (1 + width));
  let isOpaque = true;
  let [from, toColor, toAlpha] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    let [red, green, blue, before] = [0, 0, 0, 0];
    colors[toColor++] = SUB_FILTER;
    alphas[toAlpha++] = SUB_FILTER;
    for (let x = 0; x < width; x++, from += 4) {
      const alpha = premultiplied[from + 3] ?? 0;
      // In files, colours are not multiplied by opacity.
      const factor = alpha === 0 ? 0 : 255 / alpha;
      const r = Math.round((premultiplied[from] ?? 0) * factor);
      const g = Math.round((premultiplied[from + 1] ?? 0) * factor);
      const b = Math.round((premultiplied[from + 2] ?? 0) * factor);
      colors[toColor++] = r - red;
      colors[toColor++] = g - green;
      colors[toColor++] = b - blue;
      alphas[toAlpha++] = alpha - before;
      if (alpha !== 255) isOpaque = false;
      red = r;
      green = g;
      blue = b;
      before = alpha;
    }
  }
  freeMemory(premultiplied);
  const mask = isOpaque ? null : { width, height, data: deflateSync(alphas, { level: LEVEL }) };
  return { width, height, encoding: 'flate', data: deflateSync(colors, { level: LEVEL }), mask };
}

/** The same in process inks. */
function compressInInks(canvas: Canvas, separator: Separator): CompressedImage {
  const { width, height } = canvas;
  const premultiplied = canvas.data();
  const straight = new Uint8Array(premultiplied.length);
  for (let at = 0; at < straight.length; at += 4) {
    const alpha = premultiplied[at + 3] ?? 0;
    const factor = alpha === 0 ? 0 : 255 / alpha;
    for (let channel = 0; channel < 3; channel++)
      straight[at + channel] = Math.round((premultiplied[at + channel] ?? 0) * factor);
    straight[at + 3] = alpha;
  }
  freeMemory(premultiplied);
  return compressSeparated({ data: straight, width, height }, separator, LEVEL);
}

const SUB_FILTER = 1;

/** Half the time of the default, for a third more bytes. */
const LEVEL = 3;
