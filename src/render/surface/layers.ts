import { type Canvas, type SKRSContext2D, createCanvas } from '@napi-rs/canvas';

import type { Color } from '../scene.ts';
import { shareRecordingText } from '../text/recorded-text.ts';
import { type Bounds, BLUR_REACH, grow, intersect, transformBounds } from './geometry.ts';

/** A page, or a layer that will be composited onto another surface. */
export interface Surface {
  readonly context: SKRSContext2D;
  /** Sides in device units: pixels on a raster page, points on a PDF page. */
  readonly width: number;
  readonly height: number;
  /** `alpha`: only the alpha channel of the drawing is used, for a shadow. */
  readonly channels: 'all' | 'alpha';
  /** The surface will be rasterised, so images must be drawn from their pixels. */
  readonly rasterised: boolean;
}

/** A recorded drawing of the part of a surface at `left`, `top` (whole device units). */
export interface Layer {
  readonly canvas: Canvas;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How a layer is composited onto a surface. Offsets and blur (a standard deviation) are in device units. */
export interface Compositing {
  readonly alpha: number;
  readonly operation: SKRSContext2D['globalCompositeOperation'];
  readonly blur: number;
  readonly dx: number;
  readonly dy: number;
  /** The only colour of a shadow's layer; null for a layer of many colours. */
  readonly tint: Color | null;
}

/** Composites a layer unchanged. */
export const plainCompositing: Compositing = {
  alpha: 1,
  operation: 'source-over',
  blur: 0,
  dx: 0,
  dy: 0,
  tint: null,
};

/**
 * Records a drawing that starts with the surface's current transform. Nothing is rasterised: the canvas
 * stores a list of operations, which stay vectors on a PDF page. The layer covers `content` (in current
 * coordinates) with its blur, without the parts that will lie outside the surface; null if nothing is left.
 */
export function recordLayer(
  surface: Surface,
  content: Bounds,
  compositing: Compositing,
  kind: Pick<Surface, 'channels' | 'rasterised'>,
  draw: (layer: Surface) => void,
): Layer | null {
  const matrix = surface.context.getTransform();
  const reach = compositing.blur * BLUR_REACH;
  const ink = grow(transformBounds(content, matrix), reach + 1);
  const visible = { left: 0, top: 0, right: surface.width, bottom: surface.height };
  const reachable = {
    left: visible.left - Math.max(0, compositing.dx),
    top: visible.top - Math.max(0, compositing.dy),
    right: visible.right - Math.min(0, compositing.dx),
    bottom: visible.bottom - Math.min(0, compositing.dy),
  };
  const part = intersect(ink, grow(reachable, reach));
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
  draw({ context, width, height, channels: kind.channels, rasterised });
  return { canvas, left, top, width, height };
}

/** Composites a layer onto its surface. The layer stays a recording, so a PDF page keeps it as vectors. */
export function compositeLayer(surface: Surface, layer: Layer, compositing: Compositing): void {
  const { context } = surface;
  context.save();
  context.resetTransform();
  context.globalAlpha = compositing.alpha;
  context.globalCompositeOperation = compositing.operation;
  const [left, top] = [layer.left + compositing.dx, layer.top + compositing.dy];
  if (compositing.blur > 0) {
    // Without a clip Skia filters the whole page, which takes ten times as long. The layer includes its blur.
    const [x, y] = [Math.floor(left), Math.floor(top)];
    context.beginPath();
    context.rect(x, y, Math.ceil(left + layer.width) - x, Math.ceil(top + layer.height) - y);
    context.clip();
    context.filter = blurFilter(compositing.blur);
  }
  context.drawCanvas(layer.canvas, left, top);
  context.restore();
}

/** The canvas filter for a blur; the standard deviation is in device units. */
export function blurFilter(deviation: number): string {
  return `blur(${deviation.toFixed(4)}px)`;
}

/** Device units per CSS pixel under the surface's current transform. */
export function deviceScale(surface: Surface): number {
  const { a, b, c, d } = surface.context.getTransform();
  return Math.sqrt(Math.abs(a * d - b * c));
}
