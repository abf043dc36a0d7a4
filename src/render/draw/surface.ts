import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { createCanvas } from '@napi-rs/canvas';

import type { Color } from '../scene.ts';
import { shareRecordingText } from '../text/pdf-text.ts';
import type { Bounds } from './geometry.ts';
import { BLUR_REACH, grow, intersect, transformBounds } from './geometry.ts';

/** Something to draw on: the page itself, or a layer that is going to be painted onto another surface. */
export interface Surface {
  readonly context: SKRSContext2D;
  /** Sides in device units: pixels of a raster page, points of a PDF page. */
  readonly width: number;
  readonly height: number;
  /** How much of what is drawn survives: all of it, or only where it is (a shadow's silhouette). */
  readonly shows: 'picture' | 'silhouette';
  /** Whether pictures have to be there as pixels, because they are going to be rasterised. */
  readonly rasterised: boolean;
}

/** A recorded drawing of a part of a surface, which begins at `left`, `top` (whole device units). */
export interface Layer {
  readonly canvas: Canvas;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How a layer goes onto a surface. Offsets and blur (a standard deviation) are in device units. */
export interface Stamp {
  readonly alpha: number;
  readonly operation: SKRSContext2D['globalCompositeOperation'];
  readonly blur: number;
  readonly dx: number;
  readonly dy: number;
  /** The one colour that a shadow's layer has, in more or less opacity; null for a picture of many colours. */
  readonly tint: Color | null;
}

/** What goes onto its surface as it is. */
export const PLAIN_STAMP: Stamp = { alpha: 1, operation: 'source-over', blur: 0, dx: 0, dy: 0, tint: null };

/**
 * Records a drawing that starts with the surface's current transform. Nothing is rasterised here: the canvas keeps a
 * list of operations, which stays vector where a PDF page takes it. The layer is as large as `content` (in current
 * coordinates) with its blur, less what would not reach the surface after the stamp moves it; null where nothing is left.
 */
export function recordLayer(
  surface: Surface,
  content: Bounds,
  stamp: Stamp,
  kind: Pick<Surface, 'shows' | 'rasterised'>,
  draw: (layer: Surface) => void,
): Layer | null {
  const matrix = surface.context.getTransform();
  const reach = stamp.blur * BLUR_REACH;
  const ink = grow(transformBounds(content, matrix), reach + 1);
  const seen = { left: 0, top: 0, right: surface.width, bottom: surface.height };
  const reaching = {
    left: seen.left - Math.max(0, stamp.dx),
    top: seen.top - Math.max(0, stamp.dy),
    right: seen.right - Math.min(0, stamp.dx),
    bottom: seen.bottom - Math.min(0, stamp.dy),
  };
  const part = intersect(ink, grow(reaching, reach));
  if (part === null) return null;
  const left = Math.floor(part.left);
  const top = Math.floor(part.top);
  const width = Math.ceil(part.right) - left;
  const height = Math.ceil(part.bottom) - top;

  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const { a, b, c, d, e, f } = matrix;
  context.setTransform(a, b, c, d, e - left, f - top);
  const rasterised = surface.rasterised || kind.rasterised;
  if (!rasterised) shareRecordingText(context, surface.context);
  draw({ context, width, height, shows: kind.shows, rasterised });
  return { canvas, left, top, width, height };
}

/** Paints a layer over the surface that it was recorded for, as a recording: a PDF page keeps it vector. */
export function stampLayer(surface: Surface, layer: Layer, stamp: Stamp): void {
  const { context } = surface;
  context.save();
  context.resetTransform();
  context.globalAlpha = stamp.alpha;
  context.globalCompositeOperation = stamp.operation;
  const [left, top] = [layer.left + stamp.dx, layer.top + stamp.dy];
  if (stamp.blur > 0) {
    // The layer has room for its blur. Without a clip Skia would filter the whole page, ten times the work.
    const [x, y] = [Math.floor(left), Math.floor(top)];
    context.beginPath();
    context.rect(x, y, Math.ceil(left + layer.width) - x, Math.ceil(top + layer.height) - y);
    context.clip();
    context.filter = blurFilter(stamp.blur);
  }
  context.drawCanvas(layer.canvas, left, top);
  context.restore();
}

/** A canvas filter that blurs with a standard deviation in device units. */
export function blurFilter(deviation: number): string {
  return `blur(${deviation.toFixed(4)}px)`;
}

/** Device units that one CSS pixel has under the surface's current transform. */
export function deviceScale(surface: Surface): number {
  const { a, b, c, d } = surface.context.getTransform();
  return Math.sqrt(Math.abs(a * d - b * c));
}
