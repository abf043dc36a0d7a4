/** Blurs what lies behind an element inside of its shape, as CSS `backdrop-filter: blur()`. */
import type { PathContext } from '../drawing/drawing-context.ts';
import { type Canvas, createCanvas } from '@napi-rs/canvas';

import { BLUR_REACH, intersect, invert, transformBounds, type Bounds, type Matrix } from '../geometry.ts';
import type { SceneElement } from '../scene/elements.ts';
import {
  type PixelSurface,
  type Surface,
  blurFilter,
  plainCompositing,
  recordLayer,
  releaseCanvas,
  releaseLayer,
} from '../surface/layers.ts';
import type { Backdrop, PageResources } from './page-resources.ts';
import { fitPath, traceBox } from './shapes.ts';

/** Pixels of the standard deviation: a larger blur is made of fewer pixels, which nobody sees. */
const MAX_DEVIATION = 32;
/** Pixels of what lies behind an element of a vector page. */
const MAX_PIXELS = 16_000_000;

/** Pixels of a part of a surface: `scale` of them for each of its units. */
interface Behind {
  readonly canvas: Canvas;
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/**
 * What lies behind an element, blurred; null if nothing of it is shown. The context's transform is that of
 * the element. Only what is inside of the box counts, as if it were mirrored at its edges.
 */
export function readBackdrop(
  resources: PageResources,
  surface: Surface,
  element: SceneElement,
  deviation: number,
): Backdrop | null {
  // A shadow shows the shape only.
  if (surface.channels === 'alpha') return null;
  const known = resources.vectorBackdrops?.drawn.get(element);
  if (known !== undefined) return known;
  const matrix = surface.context.getTransform();
  const toBox = invert(matrix);
  const part = toBox === null ? null : shownPart(surface, element, matrix, toBox);
  if (toBox === null || part === null) return null;
  const behind =
    surface.kind === 'pixels'
      ? copyBehind(surface, part, matrix)
      : drawBehind(resources, surface, element, part);
  if (behind === null) return null;
  const backdrop = { part, canvas: blur(behind, part, { matrix, toBox, deviation }) };
  releaseCanvas(behind.canvas);
  resources.vectorBackdrops?.drawn.set(element, backdrop);
  return backdrop;
}

/** Draws what `readBackdrop` has found into the shape of its element, whose transform the context has. */
export function paintBackdrop(
  context: PathContext,
  element: SceneElement,
  { canvas, part: { left, top, right, bottom } }: Backdrop,
): void {
  context.save();
  clipToShape(context, element);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, left, top, right - left, bottom - top);
  context.restore();
}

function clipToShape(context: PathContext, element: SceneElement): void {
  if (element.type === 'path') {
    const path = fitPath(element);
    if (path !== null) context.clip(path, element.fillRule);
    return;
  }
  const isEllipse = element.type === 'ellipse' || (element.type === 'group' && element.clip === 'ellipse');
  const radii =
    element.type === 'group'
      ? (element.background?.cornerRadius ?? element.cornerRadius)
      : element.type === 'rect'
        ? element.cornerRadius
        : ([0, 0, 0, 0] as const);
  traceBox(context, element, isEllipse ? 'ellipse' : radii);
  context.clip();
}

/** The part of an upright box that is on its surface; the whole of a turned one, if any of it is. */
function shownPart(
  { width, height }: Surface,
  element: SceneElement,
  matrix: Matrix,
  toBox: Matrix,
): Bounds | null {
  const box = { left: 0, top: 0, right: element.width, bottom: element.height };
  const shown = intersect(transformBounds(box, matrix), { left: 0, top: 0, right: width, bottom: height });
  if (shown === null) return null;
  return matrix.b === 0 && matrix.c === 0 ? intersect(box, transformBounds(shown, toBox)) : box;
}

/** Copies what was drawn before. */
function copyBehind(surface: PixelSurface, part: Bounds, matrix: Matrix): Behind | null {
  const { context, width: maxWidth, height: maxHeight, budget } = surface;
  const whole = { left: 0, top: 0, right: maxWidth, bottom: maxHeight };
  const area = intersect(transformBounds(part, matrix), whole);
  if (area === null) return null;
  const [left, top] = [Math.floor(area.left), Math.floor(area.top)];
  const [width, height] = [Math.ceil(area.right) - left, Math.ceil(area.bottom) - top];
  const canvas = createCanvas(width, height);
  budget.drawLayer(width, height, true, () => {
    canvas.getContext('2d').drawImage(context.canvas, -left, -top);
  });
  return { canvas, left, top, scale: 1 };
}

/** A vector page has no pixels: draws it once more, up to the element. */
function drawBehind(
  { vectorBackdrops }: PageResources,
  surface: Surface,
  element: SceneElement,
  part: Bounds,
): Behind | null {
  if (vectorBackdrops === undefined) return null;
  const kind = { channels: 'all', rasterised: true } as const;
  const layer = recordLayer(surface, part, plainCompositing, kind, (inside) =>
    vectorBackdrops.drawUntil(inside, element),
  );
  if (layer === null) return null;
  const { left, top, width, height } = layer;
  const scale = Math.min(vectorBackdrops.density, Math.sqrt(MAX_PIXELS / (width * height)));
  const canvas = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.drawCanvas(layer.canvas, 0, 0);
  releaseLayer(layer);
  return { canvas, left, top, scale };
}

/** Blurs pixels of a surface in the directions of an element's box. */
function blur(
  behind: Behind,
  part: Bounds,
  element: { readonly matrix: Matrix; readonly toBox: Matrix; readonly deviation: number },
): Canvas {
  const { matrix, toBox, deviation } = element;
  const across = Math.hypot(matrix.a, matrix.b) * behind.scale;
  const down = Math.hypot(matrix.c, matrix.d) * behind.scale;
  const own = deviation * Math.sqrt(across * down);
  const shrink = Math.min(1, MAX_DEVIATION / own);
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const columns = Math.max(1, Math.round(width * across * shrink));
  const rows = Math.max(1, Math.round(height * down * shrink));
  const straight = createCanvas(columns, rows);
  const context = straight.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.scale(columns / width, rows / height);
  context.translate(-part.left, -part.top);
  context.transform(toBox.a, toBox.b, toBox.c, toBox.d, toBox.e, toBox.f);
  context.translate(behind.left, behind.top);
  context.scale(1 / behind.scale, 1 / behind.scale);
  context.drawImage(behind.canvas, 0, 0);
  const margin = Math.ceil(own * shrink * BLUR_REACH);
  const mirrored = mirror(straight, margin);
  const blurred = createCanvas(columns, rows);
  const target = blurred.getContext('2d');
  target.filter = blurFilter(own * shrink);
  target.drawImage(mirrored, -margin, -margin);
  releaseCanvas(straight);
  releaseCanvas(mirrored);
  return blurred;
}

/** Surrounds pixels by their mirror images: first at the sides, then above and below. */
function mirror(canvas: Canvas, margin: number): Canvas {
  const { width, height } = canvas;
  const wide = createCanvas(width + 2 * margin, height);
  repeat(margin, width, (at, isMirrored) => {
    const context = wide.getContext('2d');
    context.setTransform(isMirrored ? -1 : 1, 0, 0, 1, isMirrored ? at + width : at, 0);
    context.drawImage(canvas, 0, 0);
  });
  const whole = createCanvas(wide.width, height + 2 * margin);
  repeat(margin, height, (at, isMirrored) => {
    const context = whole.getContext('2d');
    context.setTransform(1, 0, 0, isMirrored ? -1 : 1, 0, isMirrored ? at + height : at);
    context.drawImage(wide, 0, 0);
  });
  releaseCanvas(wide);
  return whole;
}

/** Where the copies of a length stand that fill it and a margin on both sides. */
function repeat(margin: number, length: number, draw: (at: number, isMirrored: boolean) => void): void {
  const copies = Math.ceil(margin / length);
  for (let copy = -copies; copy <= copies; copy++) draw(margin + copy * length, copy % 2 !== 0);
}
