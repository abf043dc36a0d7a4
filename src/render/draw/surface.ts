import type { SKRSContext2D } from '@napi-rs/canvas';
import { createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';

/** Something to draw on: the page itself, or a layer that is going to be painted onto another surface. */
export interface Surface {
  readonly context: SKRSContext2D;
  /** Sides in device units: pixels of a raster page, points of a PDF page. */
  readonly width: number;
  readonly height: number;
  /** How much of what is drawn survives: all of it, or only where it is (a shadow's silhouette). */
  readonly shows: 'picture' | 'silhouette';
  /** Whether pictures have to be there as pixels, because a filter is going to read them. */
  readonly filtered: boolean;
}

/** A recorded drawing that covers a surface and a margin around it. */
export interface Layer {
  readonly canvas: Canvas;
  readonly margin: number;
}

/** How a layer goes onto a surface. Offsets and blur (a standard deviation) are in device units. */
export interface Stamp {
  readonly alpha: number;
  readonly operation: SKRSContext2D['globalCompositeOperation'];
  readonly blur: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * Records a drawing that starts with the surface's current transform. Nothing is rasterised here: the canvas keeps a
 * list of operations, which stays vector where a PDF page takes it. `margin` (device units, whole) is how far outside
 * the surface something still matters, since a shadow or blur may carry it in.
 */
export function recordLayer(
  surface: Surface,
  margin: number,
  kind: Pick<Surface, 'shows' | 'filtered'>,
  draw: (layer: Surface) => void,
): Layer {
  const width = Math.ceil(surface.width) + 2 * margin;
  const height = Math.ceil(surface.height) + 2 * margin;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const { a, b, c, d, e, f } = surface.context.getTransform();
  context.setTransform(a, b, c, d, e + margin, f + margin);
  draw({ context, width, height, shows: kind.shows, filtered: surface.filtered || kind.filtered });
  return { canvas, margin };
}

/** Paints a layer over the surface that it was recorded for. */
export function stampLayer(surface: Surface, layer: Layer, stamp: Stamp): void {
  const { context } = surface;
  context.save();
  context.resetTransform();
  context.globalAlpha = stamp.alpha;
  context.globalCompositeOperation = stamp.operation;
  if (stamp.blur > 0) context.filter = `blur(${stamp.blur.toFixed(4)}px)`;
  context.drawCanvas(layer.canvas, stamp.dx - layer.margin, stamp.dy - layer.margin);
  context.restore();
}

/** Device units that one CSS pixel has under the surface's current transform. */
export function deviceScale(surface: Surface): number {
  const { a, b, c, d } = surface.context.getTransform();
  return Math.sqrt(Math.abs(a * d - b * c));
}
