import type { PathContext } from '../drawing/drawing-context.ts';
import { Path2D } from '@napi-rs/canvas';

import { paintStyle } from '../paint.ts';
import type { CornerRadii } from '../scene/element-base.ts';
import type { SceneEllipse, SceneLine, ScenePath, SceneRect } from '../scene/shapes.ts';
import { outerStroke, setStroke, strokePath } from './strokes.ts';

/**
 * Draws a rectangle. As for all shapes, its box starts at 0, 0.
 *
 * @param isRaster as for `paintStyle`
 */
export function drawRect(context: PathContext, element: SceneRect, isRaster: boolean): void {
  drawBox(context, element, element.cornerRadius, isRaster);
}

export function drawEllipse(context: PathContext, element: SceneEllipse, isRaster: boolean): void {
  drawBox(context, element, 'ellipse', isRaster);
}

function drawBox(
  context: PathContext,
  element: SceneRect | SceneEllipse,
  shape: CornerRadii | 'ellipse',
  isRaster: boolean,
): void {
  const { fill, stroke, width, height } = element;
  traceBox(context, element, shape);
  if (fill !== null) {
    context.fillStyle = paintStyle(context, fill, width, height, null, isRaster);
    context.fill();
  }
  if (!setStroke(context, stroke, element, isRaster)) return;
  // A stroke on one side of the outline is one that is centred on a smaller or larger box.
  const by = outerStroke(stroke) - stroke.width / 2;
  if (Math.min(width, height) + 2 * by <= 0) {
    // A stroke inside of a box that is too small for it fills the box.
    context.fillStyle = context.strokeStyle;
    context.fill();
    return;
  }
  // The line of a smaller box has pointed corners where a radius is below half of its width.
  if (shape !== 'ellipse' && fitRadii(element, shape).some((radius) => radius > 0 && radius < -by)) {
    context.save();
    context.clip();
    traceGrown(context, element, shape, by);
    context.stroke();
    context.restore();
    return;
  }
  if (by !== 0) traceGrown(context, element, shape, by);
  context.stroke();
}

export function drawLine(context: PathContext, element: SceneLine, isRaster: boolean): void {
  if (!setStroke(context, element.stroke, element, isRaster)) return;
  context.lineCap = element.stroke.cap ?? element.cap;
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(element.width, element.height);
  context.stroke();
}

export function drawPath(context: PathContext, element: ScenePath, isRaster: boolean): void {
  const path = fitPath(element);
  if (path === null) return;
  if (element.fill !== null) {
    context.fillStyle = paintStyle(context, element.fill, element.width, element.height, null, isRaster);
    context.fill(path, element.fillRule);
  }
  const { stroke } = element;
  if (setStroke(context, stroke, element, isRaster)) strokePath(context, path, stroke, element.fillRule);
}

/** A path that is stretched over a box. */
export type PathInBox = Pick<ScenePath, 'd' | 'viewBox' | 'width' | 'height'>;

/**
 * Scales a path from its viewBox to the element's box; null if the viewBox has no area. The path is scaled,
 * not the context, so that the stroke has the same width everywhere.
 */
export function fitPath(element: PathInBox): Path2D | null {
  const [left, top, width, height] = element.viewBox;
  if (width <= 0 || height <= 0) return null;
  const sx = element.width / width;
  const sy = element.height / height;
  const path = new Path2D();
  path.addPath(new Path2D(element.d), { a: sx, b: 0, c: 0, d: sy, e: -left * sx, f: -top * sy });
  return path;
}

/**
 * Makes the box's outline the current path. The canvas reduces radii that are too large for a side together,
 * as CSS does (CSS Backgrounds 3, section 4.5).
 */
export function traceBox(
  context: PathContext,
  box: { readonly width: number; readonly height: number },
  shape: CornerRadii | 'ellipse',
): void {
  context.beginPath();
  if (shape === 'ellipse') {
    const [rx, ry] = [box.width / 2, box.height / 2];
    context.ellipse(rx, ry, rx, ry, 0, 0, Math.PI * 2);
  } else if (shape.every((radius) => radius <= 0)) {
    context.rect(0, 0, box.width, box.height);
  } else {
    context.roundRect(0, 0, box.width, box.height, [...shape]);
  }
}

/** As `traceBox`, for a box that is larger by so much on each side. */
function traceGrown(
  context: PathContext,
  box: { readonly width: number; readonly height: number },
  shape: CornerRadii | 'ellipse',
  by: number,
): void {
  context.beginPath();
  addGrown(context, box, shape, by);
}

/** The outline of a box that is larger by so much on each side; see `traceBox`. */
export function growBox(
  box: { readonly width: number; readonly height: number },
  shape: CornerRadii | 'ellipse',
  by: number,
): Path2D {
  const path = new Path2D();
  addGrown(path, box, shape, by);
  return path;
}

/** Radii grow by as much, smaller ones by less, so that corners stay pointed (CSS Backgrounds 3, 6.1.1). */
function addGrown(
  path: Pick<PathContext, 'ellipse' | 'rect' | 'roundRect'>,
  box: { readonly width: number; readonly height: number },
  shape: CornerRadii | 'ellipse',
  by: number,
): void {
  const [width, height] = [Math.max(0, box.width + 2 * by), Math.max(0, box.height + 2 * by)];
  const [x, y] = [(box.width - width) / 2, (box.height - height) / 2];
  if (shape === 'ellipse') {
    path.ellipse(box.width / 2, box.height / 2, width / 2, height / 2, 0, 0, Math.PI * 2);
    return;
  }
  const radii = fitRadii(box, shape).map((radius) =>
    radius < by ? radius + by * (1 + (radius / by - 1) ** 3) : Math.max(0, radius + by),
  );
  if (radii.every((radius) => radius <= 0)) path.rect(x, y, width, height);
  else path.roundRect(x, y, width, height, radii);
}

/** Radii that are too large for a side are reduced together (CSS Backgrounds 3, section 4.5). */
function fitRadii(
  { width, height }: { readonly width: number; readonly height: number },
  [topLeft, topRight, bottomRight, bottomLeft]: CornerRadii,
): number[] {
  const factor = Math.min(
    1,
    width / Math.max(topLeft + topRight, bottomLeft + bottomRight, 1e-9),
    height / Math.max(topLeft + bottomLeft, topRight + bottomRight, 1e-9),
  );
  return [topLeft, topRight, bottomRight, bottomLeft].map((radius) => radius * factor);
}
