import type { Matrix, Rect } from '../../geometry.ts';

/** The matrix that draws a stored image upright in a box, by EXIF orientation 1 to 8. */
export function orient(rect: Rect, orientation: number): Matrix {
  const [a, b, c, d, e, f] = ORIENTATIONS[orientation - 1] ?? [1, 0, 0, 1, 0, 0];
  const { x, y, width, height } = rect;
  return { a: a * width, b: b * height, c: c * width, d: d * height, e: x + e * width, f: y + f * height };
}

/** Maps the unit square of a stored image to that of the upright image, by EXIF orientation 1 to 8. */
const ORIENTATIONS: readonly (readonly [a: number, b: number, c: number, d: number, e: number, f: number])[] =
  [
    [1, 0, 0, 1, 0, 0],
    [-1, 0, 0, 1, 1, 0],
    [-1, 0, 0, -1, 1, 1],
    [1, 0, 0, -1, 0, 1],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, 1, 0],
    [0, -1, -1, 0, 1, 1],
    [0, -1, 1, 0, 0, 1],
  ];
