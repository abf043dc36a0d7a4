/** Whether an element is drawn at a place in its box. Elsewhere clicks go through it. */
import type { PathElement, Stroke, TemplateElement } from '../model/template.ts';
import type { Point } from '../model/placement.ts';

/**
 * @param point from the top left of the element's box, in the document's unit
 * @param tolerance how near is near enough
 */
export function isPainted(element: TemplateElement, point: Point, tolerance: number): boolean {
  if (element.type === 'path') return isOnPath(element, point, tolerance);
  if (element.type !== 'rect' && element.type !== 'ellipse') return true;
  if (element.fill !== undefined || !isDrawn(element.stroke)) return true;
  const { width, height } = element;
  const { width: thickness = 1, align = 'center' } = element.stroke ?? {};
  const inside = align === 'inside' ? thickness : align === 'outside' ? 0 : thickness / 2;
  const depth = inside + tolerance;
  const [innerX, innerY] = [width / 2 - depth, height / 2 - depth];
  if (innerX <= 0 || innerY <= 0) return true;
  const x = Math.abs(point.x - width / 2) / innerX;
  const y = Math.abs(point.y - height / 2) / innerY;
  return element.type === 'rect' ? Math.max(x, y) >= 1 : Math.hypot(x, y) >= 1;
}

function isDrawn(stroke: Stroke | undefined): boolean {
  return stroke !== undefined && stroke.width !== 0;
}

/** Paths that were asked for, scaled to their box. */
const paths = new WeakMap<PathElement, Path2D>();
let context: CanvasRenderingContext2D | null = null;

function isOnPath(element: PathElement, { x, y }: Point, tolerance: number): boolean {
  const { fill, stroke, fillRule = 'nonzero' } = element;
  // What draws nothing can be found in its whole box, or nobody would.
  if (fill === undefined && !isDrawn(stroke)) return true;
  context ??= document.createElement('canvas').getContext('2d')!;
  const path = paths.get(element) ?? fitPath(element);
  paths.set(element, path);
  if (fill !== undefined && context.isPointInPath(path, x, y, fillRule)) return true;
  context.lineWidth = (isDrawn(stroke) ? (stroke?.width ?? 1) : 0) + 2 * tolerance;
  return context.isPointInStroke(path, x, y);
}

function fitPath({ d, width, height, viewBox = [0, 0, width, height] }: PathElement): Path2D {
  const [left = 0, top = 0, boxWidth = width, boxHeight = height] = viewBox;
  const path = new Path2D();
  const [a, scaleY] = [width / (boxWidth || 1), height / (boxHeight || 1)];
  path.addPath(new Path2D(d), { a, b: 0, c: 0, d: scaleY, e: -left * a, f: -top * scaleY });
  return path;
}
