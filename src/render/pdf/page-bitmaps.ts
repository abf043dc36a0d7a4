import { createHash } from 'node:crypto';

import { createCanvas } from '@napi-rs/canvas';

import type { LayerRasteriser } from '../draw/page-resources.ts';
import { type Layer, type Compositing, type Surface, blurFilter } from '../surface/layers.ts';
import type { ImageCache, CompressedImage } from '../images/image-cache.ts';
import { freeMemory } from '../free-memory.ts';
import { parseColor } from '../paint.ts';
import type { Color } from '../scene.ts';
import { compressPixels, compressTint, unpremultiply } from './compress-image.ts';
import { standIn } from './stand-in.ts';

/** A shadow without blur has sharp edges, for which a lower density would be visible. */
const HARD_EDGE_DPI = 300;
const POINTS_PER_INCH = 72;

type Bitmap =
  | { readonly cached: CompressedImage }
  | { readonly cached: null; readonly key: string | null; readonly pixels: Rasterised };

interface Rasterised {
  /** Premultiplied RGBA. */
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly tint: Color | null;
}

/** The bitmaps of a page's shadows and blurs. */
export interface PageBitmaps extends LayerRasteriser {
  /** Compresses the bitmaps, in the order of their stand-ins. */
  compress(): Promise<CompressedImage[]>;
}

/**
 * Rasterises layers at `dpi`: Skia would do so at one pixel per point. Shadows that are the same on each page
 * are cached.
 *
 * @param firstNumber of the stand-ins
 * @param maxPixels of one bitmap
 */
export function createPageBitmaps(
  dpi: number,
  firstNumber: number,
  maxPixels: number,
  cache: ImageCache,
): PageBitmaps {
  const bitmaps: Bitmap[] = [];
  return {
    rasterise: (surface, layer, stamp, shape) => {
      const density = (stamp.blur > 0 ? dpi : Math.max(dpi, HARD_EDGE_DPI)) / POINTS_PER_INCH;
      const scale = Math.min(density, Math.sqrt(maxPixels / (layer.width * layer.height)));
      const key = shape === null ? null : bitmapKey(surface, layer, stamp, scale, shape);
      const cached = key === null ? undefined : cache.cachedCompressed(key);
      const bitmap: Bitmap =
        cached === undefined
          ? { cached: null, key, pixels: rasteriseLayer(layer, stamp, scale) }
          : { cached };
      putStandIn(surface, layer, stamp, firstNumber + bitmaps.length);
      bitmaps.push(bitmap);
    },
    compress: async () => {
      const compressed: CompressedImage[] = [];
      for (const bitmap of bitmaps) {
        if (bitmap.cached !== null) compressed.push(bitmap.cached);
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

/** A key of everything that a bitmap's pixels depend on. */
function bitmapKey(
  { context }: Surface,
  { left, top, width, height }: Layer,
  { blur, tint }: Compositing,
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
  const straight = await unpremultiply(data, width, height);
  return compressPixels({ data: straight, width, height, opaque: false }, false);
}

function rasteriseLayer(layer: Layer, stamp: Compositing, scale: number): Rasterised {
  const width = Math.max(1, Math.round(layer.width * scale));
  const height = Math.max(1, Math.round(layer.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (stamp.blur > 0) context.filter = blurFilter(stamp.blur * scale);
  context.drawCanvas(layer.canvas, 0, 0, width, height);
  const data = canvas.data();
  // Frees the pixels now: garbage collection would notice them too late.
  canvas.width = 0;
  canvas.height = 0;
  return { data, width, height, tint: stamp.tint };
}

function putStandIn({ context }: Surface, layer: Layer, stamp: Compositing, number: number): void {
  context.save();
  context.resetTransform();
  context.globalAlpha = stamp.alpha;
  context.globalCompositeOperation = stamp.operation;
  context.drawImage(standIn(number), layer.left + stamp.dx, layer.top + stamp.dy, layer.width, layer.height);
  context.restore();
}
