export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** A rectangle given by its four sides. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An affine transform, with the canvas's names. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Combines two transforms: `inner` is applied first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

/** The transform that undoes another one; null if that maps everything onto a line or a point. */
export function invert({ a, b, c, d, e, f }: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return null;
  const [ia, ib, ic, id] = [d / determinant, -b / determinant, -c / determinant, a / determinant];
  return { a: ia, b: ib, c: ic, d: id, e: -(ia * e + ic * f), f: -(ib * e + id * f) };
}

/** A transformed point. */
export function transformPoint(x: number, y: number, { a, b, c, d, e, f }: Matrix): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** The extent of Skia's blur in standard deviations. */
export const BLUR_REACH = 3;

/** The axis-aligned bounding box of a transformed rectangle. */
export function transformBounds({ left, top, right, bottom }: Bounds, { a, b, c, d, e, f }: Matrix): Bounds {
  const xs = [a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom];
  const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom];
  return {
    left: Math.min(...xs) + e,
    top: Math.min(...ys) + f,
    right: Math.max(...xs) + e,
    bottom: Math.max(...ys) + f,
  };
}

/**
 * The transform from an element's coordinates (its box at 0, 0) to those of the page or group that contains
 * it. The rotation is about the centre of the box.
 */
export function elementTransform(box: Rect & { readonly rotation: number }): Matrix {
  const angle = (box.rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [cx, cy] = [box.width / 2, box.height / 2];
  return {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: box.x + cx - cos * cx + sin * cy,
    f: box.y + cy - sin * cx - cos * cy,
  };
}

/** Moves every side of a rectangle outwards. */
export function grow({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** The intersection of two rectangles; null if they do not overlap. */
export function intersect(one: Bounds, other: Bounds): Bounds | null {
  const shared = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return shared.left < shared.right && shared.top < shared.bottom ? shared : null;
}

export function move(
  { left, top, right, bottom }: Bounds,
  by: { readonly x: number; readonly y: number },
): Bounds {
  return { left: left + by.x, top: top + by.y, right: right + by.x, bottom: bottom + by.y };
}

/** The bounding box of two rectangles; each may be null. */
export function unite(one: Bounds | null, other: Bounds | null): Bounds | null {
  if (one === null || other === null) return one ?? other;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
