import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type Canvas, createCanvas } from '@napi-rs/canvas';

import type { LayerRasteriser, Silhouette } from '../draw/page-resources.ts';
import {
  type Layer,
  type Compositing,
  type PdfSurface,
  blurFilter,
  plainCompositing,
  releaseCanvas,
  releaseLayer,
} from '../surface/layers.ts';
import type { ImageCache, CompressedImage } from '../images/image-cache.ts';
import type { PDFRef } from 'pdf-lib';
import { PressLimitError } from '../surface/press-limit-error.ts';
import { freeMemory } from '../free-memory.ts';
import { parseColor } from '../color-channels.ts';
import type { SceneElement } from '../scene/elements.ts';
import { inksOf, type Inks } from '../inks/ink-color.ts';
import type { Color } from '../scene/paint.ts';
import { blackInk, readColor, separated } from './content/gradients.ts';
import { compressInks, compressPixels, compressTint, unpremultiply } from '../images/embed/compress-image.ts';
import { compressSeparated } from '../images/embed/compress-lossless.ts';
import type { Separator } from '../inks/separator.ts';
import type { FileResources } from './content/file-resources.ts';

/** A shadow without blur has sharp edges, for which a lower density would be visible. */
const HARD_EDGE_DPI = 300;
const POINTS_PER_INCH = 72;

/** A bitmap that is not compressed yet. */
interface Bitmap {
  /** Its object in the file. */
  readonly ref: PDFRef;
  readonly key: string | null;
  /** What it is if another page has made it; then the layer is released. */
  readonly cached: CompressedImage | undefined;
  readonly layer: Layer;
  readonly stamp: Compositing;
  readonly scale: number;
  /** Whether a shadow keeps the inks of its colour. */
  readonly inInks: boolean;
  readonly separator: Separator | null;
}

/** The bitmaps of a page's shadows and blurs. */
export interface PageBitmaps extends LayerRasteriser {
  /**
   * Rasterises and compresses one bitmap after the other, in the order of drawing: the pixels of all
   * together would take gigabytes on a page of many blurs. Pixels become free only between two turns of the
   * event loop.
   */
  compress(): Promise<void>;
}

/**
 * Rasterises layers at `dpi`. Shadows that are the same on each page
 * are cached.
 *
 * @param maxPixels of one bitmap
 */
export function createPageBitmaps(
  dpi: number,
  file: FileResources,
  maxPixels: number,
  cache: ImageCache,
): PageBitmaps {
  const bitmaps: Bitmap[] = [];
  const silhouettes = new Map<SceneElement, Silhouette>();
  const fit = (density: number, { width, height }: Layer): number =>
    Math.min(density / POINTS_PER_INCH, Math.sqrt(maxPixels / (width * height)));
  return {
    silhouettes,
    flatten: (layer) => {
      const canvas = drawLayer(layer, plainCompositing, fit(Math.max(dpi, HARD_EDGE_DPI), layer));
      releaseLayer(layer);
      return { ...layer, canvas };
    },
    rasterise: (surface, layer, stamp, shape) => {
      if (file.isFlat) throw new PressLimitError('has a shadow or a blur');
      const scale = fit(stamp.blur > 0 ? dpi : Math.max(dpi, HARD_EDGE_DPI), layer);
      const key =
        shape === null ? null : bitmapKey(surface, layer, stamp, scale, shape + (file.separator?.key ?? ''));
      const same = key === null ? undefined : file.bitmaps.get(key);
      const ref = same ?? file.context.nextRef();
      putBitmap(surface, layer, stamp, ref);
      if (same !== undefined) {
        releaseLayer(layer);
        return;
      }
      if (key !== null) file.bitmaps.set(key, ref);
      const cached = key === null ? undefined : cache.cachedCompressed(key);
      if (cached !== undefined) releaseLayer(layer);
      const inInks = surface.context.drawsInks === true;
      bitmaps.push({ ref, key, cached, layer, stamp, scale, inInks, separator: file.separator });
    },
    compress: async () => {
      for (const { pixels } of silhouettes.values()) releaseLayer(pixels);
      silhouettes.clear();
      for (const bitmap of bitmaps) {
        const { ref, key, cached, layer } = bitmap;
        if (cached !== undefined) {
          file.assignImage(ref, cached);
          continue;
        }
        const make = () => compressLayer(bitmap);
        const image = key === null ? await make() : await cache.compressed(key, make);
        file.assignImage(ref, image);
        releaseLayer(layer);
        await nextTurn();
      }
    },
  };
}

/** A key of everything that a bitmap's pixels depend on. */
function bitmapKey(
  { context }: PdfSurface,
  { left, top, width, height }: Layer,
  { blur, tint }: Compositing,
  scale: number,
  shape: string,
): string {
  const { a, b, c, d, e, f } = context.getTransform();
  const numbers = [a, b, c, d, e - left, f - top, width, height, blur, scale, context.drawsInks === true];
  return `stamp ${createHash('sha256')
    .update(JSON.stringify([numbers, tint, shape]))
    .digest('hex')}`;
}

async function compressLayer({ layer, stamp, scale, inInks, separator }: Bitmap): Promise<CompressedImage> {
  const canvas = drawLayer(layer, stamp, scale);
  const data = canvas.data();
  const { width, height } = canvas;
  releaseCanvas(canvas);
  try {
    if (stamp.tint !== null) {
      const inks = inInks ? (tintInks(stamp.tint) ?? separated(readColor(stamp.tint), separator)) : null;
      if (inks !== null) return await compressInks(data, width, height, inks);
      return await compressTint(data, width, height, parseColor(stamp.tint));
    }
    const straight = await unpremultiply(data, width, height);
    const pixels = { data: straight, width, height, opaque: false };
    const compressed =
      separator === null ? await compressPixels(pixels, false) : compressSeparated(pixels, separator);
    freeMemory(straight);
    return compressed;
  } finally {
    freeMemory(data);
  }
}

/** The inks of a shadow: its own, or black ink for a neutral grey. */
function tintInks(color: Color): Inks | null {
  return inksOf(color) ?? blackInk(readColor(color));
}

function drawLayer(layer: Layer, stamp: Compositing, scale: number): Canvas {
  const width = Math.max(1, Math.round(layer.width * scale));
  const height = Math.max(1, Math.round(layer.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (stamp.blur > 0) context.filter = blurFilter(stamp.blur * scale);
  context.drawCanvas(layer.canvas, 0, 0, width, height);
  return canvas;
}

function putBitmap(surface: PdfSurface, layer: Layer, stamp: Compositing, ref: PDFRef): void {
  const { context } = surface;
  context.save();
  context.resetTransform();
  context.globalAlpha = stamp.alpha;
  context.globalCompositeOperation = stamp.operation;
  surface.drawObject(ref, {
    x: layer.left + stamp.dx,
    y: layer.top + stamp.dy,
    width: layer.width,
    height: layer.height,
  });
  context.restore();
}
