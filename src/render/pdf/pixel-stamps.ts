import { createHash } from 'node:crypto';

import { createCanvas } from '@napi-rs/canvas';

import type { PixelStamps } from '../draw/drawing.ts';
import type { Layer, Stamp, Surface } from '../draw/surface.ts';
import { blurFilter } from '../draw/surface.ts';
import type { ImageCache } from '../images/image-cache.ts';
import { freeMemory } from '../../free-memory.ts';
import type { CompressedImage } from '../images/picture.ts';
import { parseColor } from '../paint.ts';
import type { Color } from '../scene.ts';
import { compressPixels, compressTint, straighten } from './compress-image.ts';
import { standIn } from './stand-in.ts';

/** A shadow without blur has edges like the shape's own; fewer pixels an inch than this would show. */
const HARD_EDGE_DPI = 300;
const POINTS_PER_INCH = 72;

type Bitmap =
  | { readonly kept: CompressedImage }
  | { readonly kept: null; readonly key: string | null; readonly pixels: Rasterised };

interface Rasterised {
  /** Premultiplied RGBA. */
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly tint: Color | null;
}

/** The bitmaps that a page's shadows and blurs become. */
export interface PageBitmaps extends PixelStamps {
  /** Compresses all that was rasterised, in the order of their stand-ins. */
  compress(): Promise<CompressedImage[]>;
}

/**
 * Rasterises layers at `dpi`. Skia would do so as well, but at one pixel a point. `firstNumber` is the number of the
 * first stand-in; no bitmap gets more than `maxPixels`. Shadows that are the same from page to page are kept in `cache`.
 */
export function createPageBitmaps(
  dpi: number,
  firstNumber: number,
  maxPixels: number,
  cache: ImageCache,
): PageBitmaps {
  const bitmaps: Bitmap[] = [];
  return {
    stamp: (surface, layer, stamp, shape) => {
      const density = (stamp.blur > 0 ? dpi : Math.max(dpi, HARD_EDGE_DPI)) / POINTS_PER_INCH;
      const scale = Math.min(density, Math.sqrt(maxPixels / (layer.width * layer.height)));
      const key = shape === null ? null : bitmapKey(surface, layer, stamp, scale, shape);
      const kept = key === null ? undefined : cache.keptFile(key);
      const bitmap: Bitmap =
        kept === undefined ? { kept: null, key, pixels: rasteriseLayer(layer, stamp, scale) } : { kept };
      putStandIn(surface, layer, stamp, firstNumber + bitmaps.length);
      bitmaps.push(bitmap);
    },
    compress: async () => {
      const compressed: CompressedImage[] = [];
      for (const bitmap of bitmaps) {
        if (bitmap.kept !== null) compressed.push(bitmap.kept);
        else {
          const { key, pixels } = bitmap;
          const make = () => compressBitmap(pixels);
          compressed.push(key === null ? await make() : await cache.compressed(key, make));
          freeMemory(pixels.data);
        }
      }
      return compressed;
    },
  };
}

/** All that a bitmap's pixels depend on. */
function bitmapKey(
  { context }: Surface,
  { left, top, width, height }: Layer,
  { blur, tint }: Stamp,
  scale: number,
  shape: string,
): string {
  const { a, b, c, d, e, f } = context.getTransform();
  const numbers = [a, b, c, d, e - left, f - top, width, height, blur, scale];
  return `stamp ${createHash('sha256')
    .update(JSON.stringify([numbers, tint, shape]))
    .digest('hex')}`;
}

async function compressBitmap({ data, width, height, tint }: Rasterised): Promise<CompressedImage> {
  if (tint !== null) return compressTint(data, width, height, parseColor(tint));
  const straight = await straighten(data, width, height);
  return compressPixels({ data: straight, width, height, opaque: false }, false);
}

function rasteriseLayer(layer: Layer, stamp: Stamp, scale: number): Rasterised {
  const width = Math.max(1, Math.round(layer.width * scale));
  const height = Math.max(1, Math.round(layer.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (stamp.blur > 0) context.filter = blurFilter(stamp.blur * scale);
  context.drawCanvas(layer.canvas, 0, 0, width, height);
  const data = canvas.data();
  // Gives the pixels back now; garbage collection would take too long to notice them.
  canvas.width = 0;
  canvas.height = 0;
  return { data, width, height, tint: stamp.tint };
}

function putStandIn({ context }: Surface, layer: Layer, stamp: Stamp, number: number): void {
  context.save();
  context.resetTransform();
  context.globalAlpha = stamp.alpha;
  context.globalCompositeOperation = stamp.operation;
  context.drawImage(standIn(number), layer.left + stamp.dx, layer.top + stamp.dy, layer.width, layer.height);
  context.restore();
}
