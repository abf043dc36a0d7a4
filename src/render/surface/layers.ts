import { type Canvas, type SKRSContext2D, createCanvas } from '@napi-rs/canvas';

import type { PDFRef } from 'pdf-lib';

import type { CompositeOperation, TextContext } from '../drawing/drawing-context.ts';
import type { RunContext } from '../text/draw/run-drawer.ts';
import { seenColor } from '../inks/ink-color.ts';
import type { Color } from '../scene/paint.ts';
import type { DrawingBudget } from './drawing-budget.ts';
import {
  type Bounds,
  type Rect,
  type Size,
  BLUR_REACH,
  grow,
  intersect,
  move,
  transformBounds,
} from '../geometry.ts';

/** A page, or a layer that will be composited onto another surface. */
export type Surface = PixelSurface | SvgSurface | PdfSurface;

/** What all surfaces have. */
interface AnySurface {
  /** Sides in device units: pixels on a raster page, points on a PDF page. */
  readonly width: number;
  readonly height: number;
  /** `alpha`: only the alpha channel of the drawing is used, for a shadow. */
  readonly channels: 'all' | 'alpha';
  /** The surface will be rasterised, so images must be drawn from their pixels. */
  readonly rasterised: boolean;
  /** Null on a page, which shows all of itself. */
  readonly shown: ShownPart | null;
  /** Shared by all surfaces of a page. */
  readonly budget: DrawingBudget;
}

/** A surface that becomes pixels. Its layers are recorded. */
export interface PixelSurface extends AnySurface {
  readonly kind: 'pixels';
  readonly context: SKRSContext2D;
}

/** A page of vectors, which has groups instead of layers. */
interface VectorSurface extends AnySurface {
  /** `bounds` of the content, in current coordinates. */
  readonly drawGroup: (effects: GroupEffects, bounds: Bounds, draw: (inside: Surface) => void) => void;
  /** Draws through a mask of luminance and opacity over `bounds`, in current coordinates. */
  readonly drawMasked: (
    bounds: Bounds,
    drawMask: (inside: Surface) => void,
    draw: (inside: Surface) => void,
  ) => void;
}

/** A page of an SVG file. */
export interface SvgSurface extends VectorSurface {
  readonly kind: 'svg';
  readonly context: TextContext;
  /** Fills a box at 0, 0 with a tile that is drawn once, in current coordinates. */
  readonly fillWithTiles: (box: Size, tile: Size, draw: (inside: Surface) => void) => void;
}

/** A page of a PDF. */
export interface PdfSurface extends VectorSurface {
  readonly kind: 'pdf';
  readonly context: RunContext;
  /** Draws a picture that is written to the file later. */
  readonly drawObject: (ref: PDFRef, place: Rect) => void;
  /** Draws a group whose colours blend in sRGB. */
  readonly drawBlended: (bounds: Bounds, draw: (inside: Surface) => void) => void;
  /** Draws one picture of the page's structure. */
  readonly drawPart: (part: number, draw: () => void) => void;
}

/** What applies to a group of an SVG page as a whole. Lengths are in device units. */
export interface GroupEffects {
  readonly alpha: number;
  readonly operation: CompositeOperation;
  readonly blur: number;
  /** A list of shadows begins with the one at the back. */
  readonly shadow: DroppedShadow | readonly DroppedShadow[] | null;
}

/** A shadow of the content of a group. */
export interface DroppedShadow {
  readonly dx: number;
  readonly dy: number;
  readonly blur: number;
  readonly color: Color;
}

/** The part of a layer that its page shows. */
interface ShownPart {
  /** In the layer's coordinates, moved by the offsets of shadows, not grown by blurs. */
  readonly area: Bounds;
  /** Sum of the squared deviations of the blurs between this layer and the page: blurs add like that. */
  readonly blurVariance: number;
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
  readonly operation: CompositeOperation;
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
  draw: (layer: PixelSurface) => void,
): Layer | null {
  const matrix = surface.context.getTransform();
  const reach = compositing.blur * BLUR_REACH;
  const ink = grow(transformBounds(content, matrix), reach + 1);
  const whole = { left: 0, top: 0, right: surface.width, bottom: surface.height };
  const { area, blurVariance } = surface.shown ?? { area: whole, blurVariance: 0 };
  const needed = addShadowSource(area, compositing);
  const variance = blurVariance + compositing.blur ** 2;
  const onPage = intersect(ink, grow(needed, Math.sqrt(variance) * BLUR_REACH));
  const part = onPage === null ? null : intersect(onPage, grow(addShadowSource(whole, compositing), reach));
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
  const shown = { area: move(needed, { x: -left, y: -top }), blurVariance: variance };
  const { budget } = surface;
  budget.drawLayer(width, height, rasterised, () => {
    draw({ kind: 'pixels', context, width, height, channels: kind.channels, rasterised, shown, budget });
  });
  return { canvas, left, top, width, height };
}

/** An area, and where the content is whose shadow falls into it. */
function addShadowSource({ left, top, right, bottom }: Bounds, { dx, dy }: Compositing): Bounds {
  return {
    left: left - Math.max(0, dx),
    top: top - Math.max(0, dy),
    right: right - Math.min(0, dx),
    bottom: bottom - Math.min(0, dy),
  };
}

/** Composites a layer onto its surface. The layer stays a recording, so a PDF page keeps it as vectors. */
export function compositeLayer(surface: PixelSurface, layer: Layer, compositing: Compositing): void {
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
  releaseLayer(layer);
}

/**
 * Composites a layer that is above its own shadow. Skia makes the shadow from the layer's pixels, so that the
 * layer is drawn once: drawing it twice would cost 2ⁿ for groups in groups. `shadow` is also how the layer
 * was recorded, so the layer includes its blur.
 */
export function compositeWithShadow(surface: PixelSurface, layer: Layer, shadow: Compositing): void {
  const { context } = surface;
  const { dx, dy, blur, tint } = shadow;
  context.save();
  context.resetTransform();
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  const [x, y] = [Math.floor(layer.left + Math.min(0, dx)), Math.floor(layer.top + Math.min(0, dy))];
  context.beginPath();
  context.rect(x, y, Math.ceil(layer.width + Math.abs(dx)) + 1, Math.ceil(layer.height + Math.abs(dy)) + 1);
  context.clip();
  const lengths = [dx, dy, blur].map((length) => `${length.toFixed(4)}px`).join(' ');
  context.filter = `drop-shadow(${lengths} ${tint === null ? '#000000' : seenColor(tint)})`;
  context.drawCanvas(layer.canvas, layer.left, layer.top);
  context.restore();
  releaseLayer(layer);
}

/** Releases a layer's recording at once, after it was drawn. */
export function releaseLayer({ canvas }: Layer): void {
  releaseCanvas(canvas);
}

/** A canvas without area releases its memory at once; garbage collection comes too late. */
export function releaseCanvas(canvas: Canvas): void {
  canvas.width = 0;
  canvas.height = 0;
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
