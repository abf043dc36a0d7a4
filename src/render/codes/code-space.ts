import type { PathContext } from '../drawing/drawing-context.ts';
import type { Rect } from '../geometry.ts';

/** The coordinate space that a code is drawn in. */
export interface CodeSpace {
  /** The element's box in the units of this space. */
  readonly box: Rect;
  /** A unit is a device pixel, and whole numbers are pixel edges. */
  readonly crisp: boolean;
}

/**
 * Sets the context's transform for drawing a code. On a raster page, if the box is upright or rotated by a
 * multiple of 90°, units become device pixels with the origin on a pixel corner. Otherwise the transform does
 * not change.
 */
export function enterCodeSpace(
  context: PathContext,
  size: { readonly width: number; readonly height: number },
  raster: boolean,
): CodeSpace {
  const { a, b, c, d, e, f } = context.getTransform();
  const scale = Math.max(Math.abs(a), Math.abs(b));
  const isZero = (value: number): boolean => Math.abs(value) < scale * 1e-6;
  const upright = isZero(b) && isZero(c);
  const sideways = isZero(a) && isZero(d);
  if (!raster || !(upright || sideways)) {
    return { box: { x: 0, y: 0, width: size.width, height: size.height }, crisp: false };
  }

  const x = upright ? [Math.sign(a), 0] : [0, Math.sign(b)];
  const y = upright ? [0, Math.sign(d)] : [Math.sign(c), 0];
  const [xx = 0, xy = 0] = x;
  const [yx = 0, yy = 0] = y;
  const originX = Math.round(e);
  const originY = Math.round(f);
  context.setTransform(xx, xy, yx, yy, originX, originY);
  return {
    crisp: true,
    box: {
      x: (e - originX) * xx + (f - originY) * xy,
      y: (e - originX) * yx + (f - originY) * yy,
      width: size.width * Math.abs(upright ? a : b),
      height: size.height * Math.abs(upright ? d : c),
    },
  };
}
