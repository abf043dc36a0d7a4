import type { SKRSContext2D } from '@napi-rs/canvas';
import { Path2D } from '@napi-rs/canvas';

import { paintStyle } from '../paint.ts';
import type { CornerRadii, SceneEllipse, SceneLine, ScenePath, SceneRect, Stroke } from '../scene.ts';

/** The default of SVG, so that a path looks as in the editor that exported it. */
export const MITER_LIMIT = 4;

/** Draws a rectangle. As for all shapes, its box starts at 0, 0 and the stroke is centred on the edge. */
export function drawRect(context: SKRSContext2D, element: SceneRect): void {
  traceBox(context, element, element.cornerRadius);
  if (element.fill !== null) {
    context.fillStyle = paintStyle(context, element.fill, element.width, element.height);
    context.fill();
  }
  if (setStroke(context, element.stroke)) {
    context.miterLimit = 10;
    context.stroke();
  }
}

export function drawEllipse(context: SKRSContext2D, element: SceneEllipse): void {
  traceBox(context, element, 'ellipse');
  if (element.fill !== null) {
    context.fillStyle = paintStyle(context, element.fill, element.width, element.height);
    context.fill();
  }
  if (setStroke(context, element.stroke)) context.stroke();
}

export function drawLine(context: SKRSContext2D, element: SceneLine): void {
  if (!setStroke(context, element.stroke)) return;
  context.lineCap = element.cap;
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(element.width, element.height);
  context.stroke();
}

export function drawPath(context: SKRSContext2D, element: ScenePath): void {
  const path = fitPath(element);
  if (path === null) return;
  if (element.fill !== null) {
    context.fillStyle = paintStyle(context, element.fill, element.width, element.height);
    context.fill(path, element.fillRule);
  }
  if (setStroke(context, element.stroke)) {
    context.miterLimit = MITER_LIMIT;
    context.stroke(path);
  }
}

/**
 * Scales a path from its viewBox to the element's box; null if the viewBox has no area. The path is scaled,
 * not the context, so that the stroke has the same width everywhere.
 */
export function fitPath(element: ScenePath): Path2D | null {
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
  context: SKRSContext2D,
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

/** Sets the context's stroke style. False if there is nothing to stroke. */
function setStroke(context: SKRSContext2D, stroke: Stroke | null): boolean {
  if (stroke === null || stroke.width <= 0) return false;
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width;
  context.setLineDash([...stroke.dash]);
  return true;
}
