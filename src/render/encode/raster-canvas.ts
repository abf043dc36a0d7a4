import { createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';

/** Pixels of a finished picture: RGBA, premultiplied, rows without padding. */
export interface RasterPage {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** Known to have no transparency; where false, the pixels have to be asked. */
  readonly opaque: boolean;
}

/**
 * The one canvas that raster pages are drawn on. Its pixels are outside the JavaScript heap: a new canvas for every
 * picture lets memory grow faster than garbage collection notices.
 */
let pooled: Canvas | null = null;

/** A larger one gives its pixels back after use, so that one poster does not stay in memory for good. */
const MAX_KEPT_PIXELS = 16_000_000;

/**
 * Draws a page of `width` × `height` pixels and returns its pixels. `opaque`: nothing that is drawn
 * can leave transparency. `draw` must not wait for anything: the canvas is
 * shared by all renders of this process.
 */
export function rasterise(
  width: number,
  height: number,
  opaque: boolean,
  draw: (canvas: Canvas) => void,
): RasterPage {
  pooled ??= createCanvas(width, height);
  const canvas = pooled;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  context.reset();
  try {
    draw(canvas);
    return { data: canvas.data(), width, height, opaque };
  } finally {
    if (width * height > MAX_KEPT_PIXELS) {
      canvas.width = 0;
      canvas.height = 0;
      pooled = null;
    }
  }
}
