import type { PathContext } from '../drawing/drawing-context.ts';
import type { Rect } from '../geometry.ts';

/** The dots that a page becomes: those of its picture, or those of a printer at the density of a PDF. */
export interface DotGrid {
  /** The side of a dot in device units, which are pixels, or the points of a PDF. */
  readonly dot: number;
  /** A corner of a dot, in device units. */
  readonly x: number;
  readonly y: number;
  /** How far rectangles stay behind the edges of their dots, in dots. */
  readonly inset: number;
}

/** The grid of a picture. */
export const PIXEL_GRID: DotGrid = { dot: 1, x: 0, y: 0, inset: 0 };

/** The coordinate space that a code is drawn in. */
export interface CodeSpace {
  /** The element's box in the units of this space. */
  readonly box: Rect;
  /** A unit is a dot, and whole numbers are edges of dots. */
  readonly crisp: boolean;
  /** How far rectangles stay behind their edges. */
  readonly inset: number;
}

/** Adds a rectangle of modules to the path. */
export function addRect(
  context: PathContext,
  { inset }: CodeSpace,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  context.rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
}

/**
 * Sets the context's transform for drawing a code. On a page with a grid, if the box is upright or rotated by
 * a multiple of 90°, units become dots with the origin on a corner of a dot. Otherwise the transform does not
 * change.
 */
export function enterCodeSpace(
  context: PathContext,
  size: { readonly width: number; readonly height: number },
  grid: DotGrid | null,
): CodeSpace {
  const { a, b, c, d, e, f } = context.getTransform();
  const scale = Math.max(Math.abs(a), Math.abs(b));
  const isZero = (value: number): boolean => Math.abs(value) < scale * 1e-6;
  const upright = isZero(b) && isZero(c);
  const sideways = isZero(a) && isZero(d);
  if (grid === null || !(upright || sideways)) {
    return { box: { x: 0, y: 0, width: size.width, height: size.height }, crisp: false, inset: 0 };
  }

  const { dot, inset } = grid;
  const x = upright ? [Math.sign(a), 0] : [0, Math.sign(b)];
  const y = upright ? [0, Math.sign(d)] : [Math.sign(c), 0];
  const [xx = 0, xy = 0] = x;
  const [yx = 0, yy = 0] = y;
  const originX = grid.x + Math.round((e - grid.x) / dot) * dot;
  const originY = grid.y + Math.round((f - grid.y) / dot) * dot;
  context.setTransform(xx * dot, xy * dot, yx * dot, yy * dot, originX, originY);
  const [left, top] = [(e - originX) / dot, (f - originY) / dot];
  return {
    crisp: true,
    inset,
    box: {
      x: left * xx + top * xy,
      y: left * yx + top * yy,
      width: (size.width * Math.abs(upright ? a : b)) / dot,
      height: (size.height * Math.abs(upright ? d : c)) / dot,
    },
  };
}
