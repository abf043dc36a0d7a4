import { createCanvas } from '@napi-rs/canvas';

import type { PixelStamps } from '../draw/drawing.ts';
import type { Layer, Stamp, Surface } from '../draw/surface.ts';
import { blurFilter } from '../draw/surface.ts';
import { releasePixels } from '../encode/raster-canvas.ts';
import type { CompressedImage } from '../images/picture.ts';
import { parseColor } from '../paint.ts';
import type { Color } from '../scene.ts';
import { compressPixels, compressTint, straighten } from './compress-image.ts';
import { createStandIn } from './stand-in.ts';

/** A shadow without blur has edges like the shape's own; fewer pixels an inch than this would show. */
const HARD_EDGE_DPI = 300;
const POINTS_PER_INCH = 72;

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
 * first stand-in; no bitmap gets more than `maxPixels`.
 */
export function createPageBitmaps(dpi: number, firstNumber: number, maxPixels: number): PageBitmaps {
  const bitmaps: Rasterised[] = [];
  return {
    stamp: (surface, layer, stamp) => {
      const density = (stamp.blur > 0 ? dpi : Math.max(dpi, HARD_EDGE_DPI)) / POINTS_PER_INCH;
      const scale = Math.min(density, Math.sqrt(maxPixels / (layer.width * layer.height)));
      const bitmap = rasteriseLayer(layer, stamp, scale);
      putStandIn(surface, layer, stamp, firstNumber + bitmaps.length);
      bitmaps.push(bitmap);
    },
    compress: async () => {
      const compressed: CompressedImage[] = [];
      for (const { data, width, height, tint } of bitmaps) {
        compressed.push(
          tint === null
            ? await compressPixels(
                { data: await straighten(data, width, height), width, height, opaque: false },
                false,
              )
            : await compressTint(data, width, height, parseColor(tint)),
        );
        releasePixels(data);
      }
      return compressed;
    },
  };
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
  context.drawImage(
    createStandIn(number),
    layer.left + stamp.dx,
    layer.top + stamp.dy,
    layer.width,
    layer.height,
  );
  context.restore();
}
