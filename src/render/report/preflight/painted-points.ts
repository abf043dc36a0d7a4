/** Which points of a page an element paints. */
import { createCanvas } from '@napi-rs/canvas';
import { fitPath } from '../../draw/shapes.ts';
import { invert, transformPoint, type Matrix } from '../../geometry.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { TextLayout } from '../../text/text-layout.ts';
import { inkOfLines } from '../lost/ink.ts';

/** Whether a point of the page is inside of an area. */
export type Covers = (x: number, y: number) => boolean;

/** Points across and down that an area is looked at. */
const SAMPLES = 7;

/** The area of a shape, or the box of another element. */
export function areaOf(element: SceneElement, matrix: Matrix, isRound = element.type === 'ellipse'): Covers {
  const back = invert(matrix);
  if (back === null) return () => false;
  const { width, height } = element;
  const inBox: Covers = (x, y) => x >= 0 && y >= 0 && x <= width && y <= height;
  const inEllipse: Covers = (x, y) => Math.hypot(x / width - 0.5, y / height - 0.5) <= 0.5;
  const inside = element.type === 'path' ? inPath(element) : isRound ? inEllipse : inBox;
  return (x, y) => {
    const own = transformPoint(x, y, back);
    return inside(own.x, own.y);
  };
}

function inPath(element: SceneElement & { readonly type: 'path' }): Covers {
  const path = fitPath(element);
  if (path === null) return () => false;
  const context = createCanvas(1, 1).getContext('2d');
  return (x, y) => context.isPointInPath(path, x, y, element.fillRule);
}

/** Points of the page that an element paints: a grid over its area, or the middles of letters. */
export function paintedPoints(
  element: SceneElement,
  matrix: Matrix,
  layout: TextLayout | undefined,
): (readonly [x: number, y: number])[] {
  const { width, height } = element;
  const toPage = (x: number, y: number): readonly [number, number] => {
    const point = transformPoint(x, y, matrix);
    return [point.x, point.y];
  };
  if (layout !== undefined)
    return inkOfLines(layout).flatMap((corners) => {
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      const [left, right] = [Math.min(...xs), Math.max(...xs)];
      const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
      return corners.length === 0
        ? []
        : [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => toPage(left + (right - left) * share, middle));
    });
  const covers = areaOf(element, matrix);
  const shares = Array.from({ length: SAMPLES }, (_, index) => (index + 0.5) / SAMPLES);
  return shares
    .flatMap((down) => shares.map((across) => toPage(width * across, height * down)))
    .filter(([x, y]) => covers(x, y));
}
