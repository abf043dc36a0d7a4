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

/** How an element lies in its box: all about the centre, mirrored first, then skewed, then turned. */
export interface Placement {
  /** Degrees. */
  readonly rotation: number;
  readonly flipX?: boolean;
  readonly flipY?: boolean;
  readonly skewX?: number;
  readonly skewY?: number;
}

/**
 * The transform from an element's coordinates (its box at 0, 0) to those of the page or group that contains
 * it.
 */
export function elementTransform(box: Rect & Placement): Matrix {
  if (box.rotation === 0 && !isSlanted(box)) return { a: 1, b: 0, c: 0, d: 1, e: box.x, f: box.y };
  const [sin, cos] = [Math.sin(radians(box.rotation)), Math.cos(radians(box.rotation))];
  const [cx, cy] = [box.width / 2, box.height / 2];
  const turn = { a: cos, b: sin, c: -sin, d: cos, e: box.x + cx, f: box.y + cy };
  if (!isSlanted(box)) return { ...turn, e: turn.e - cos * cx + sin * cy, f: turn.f - sin * cx - cos * cy };
  return multiply(multiply(turn, slant(box)), { a: 1, b: 0, c: 0, d: 1, e: -cx, f: -cy });
}

/** Whether an element is mirrored or skewed. */
export function isSlanted({ flipX, flipY, skewX = 0, skewY = 0 }: Omit<Placement, 'rotation'>): boolean {
  return flipX === true || flipY === true || skewX !== 0 || skewY !== 0;
}

/** Mirrors and skews. */
export function slant({ flipX, flipY, skewX = 0, skewY = 0 }: Omit<Placement, 'rotation'>): Matrix {
  const [across, down] = [flipX === true ? -1 : 1, flipY === true ? -1 : 1];
  return {
    a: across,
    b: across * Math.tan(radians(skewY)),
    c: down * Math.tan(radians(skewX)),
    d: down,
    e: 0,
    f: 0,
  };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
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
