import type { SKRSContext2D } from '@napi-rs/canvas';
import { Path2D } from '@napi-rs/canvas';

import { paintStyle } from '../paint.ts';
import type { CornerRadii, SceneEllipse, SceneLine, ScenePath, SceneRect, Stroke } from '../scene.ts';

/** SVG's default, so that a path looks as it does in the editor that it came from. */
export const MITER_LIMIT = 4;

/** The shapes, each with the top left corner of its box at 0, 0. Strokes are centred on the edge. */
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
 * A path's outline with its viewBox stretched to the element's box; null where the viewBox has no area. The outline is
 * stretched, not the context: a stroke keeps its width on all sides.
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
 * Makes the box's outline the current path. Radii that are too large for a side shrink together, as CSS Backgrounds 3
 * section 4.5 says; the canvas follows the same rule.
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

/** Whether there is anything to stroke; if so the context is ready for it. */
function setStroke(context: SKRSContext2D, stroke: Stroke | null): boolean {
  if (stroke === null || stroke.width <= 0) return false;
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width;
  context.setLineDash([...stroke.dash]);
  return true;
}
