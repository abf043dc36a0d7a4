import { createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';

import { freeMemory } from '../free-memory.ts';

/** The pixels of a page: premultiplied RGBA, rows without padding. */
export interface RasterPage {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** True: no pixel is translucent. False: unknown. */
  readonly opaque: boolean;
}

/**
 * The canvas for all raster pages. Its pixels are outside the JavaScript heap: with a new canvas for each
 * page, memory would grow faster than garbage collection notices.
 */
let pooled: Canvas | null = null;

/** A larger canvas is released after use, so that one poster does not stay in memory. */
const MAX_POOLED_PIXELS = 16_000_000;

/**
 * Draws a page of `width` × `height` pixels and returns a copy of its pixels. `draw` is synchronous, because
 * all renders of this process share the canvas.
 *
 * @param opaque the page is known to have no translucent pixel
 * @param inspect looks at the drawn page and may draw over it; returns whether it did
 */
export function rasterise(
  width: number,
  height: number,
  opaque: boolean,
  draw: (canvas: Canvas) => void,
  inspect: (canvas: Canvas, data: Buffer) => boolean = () => false,
): RasterPage {
  pooled ??= createCanvas(width, height);
  const canvas = pooled;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  context.reset();
  try {
    draw(canvas);
    let data = canvas.data();
    if (inspect(canvas, data)) {
      freeMemory(data);
      data = canvas.data();
    }
    return { data, width, height, opaque };
  } finally {
    if (width * height > MAX_POOLED_PIXELS) {
      canvas.width = 0;
      canvas.height = 0;
      pooled = null;
    }
  }
}
