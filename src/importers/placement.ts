/** Transforms of foreign designs, as boxes that are mirrored, skewed and turned about their middle. */
import { transformPoint, type Matrix, type Rect } from '../render/geometry.ts';
import { rounded } from './boxes.ts';

/** An element's box in a template, before it has its own keys. */
export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation?: number;
  readonly flipX?: true;
  readonly flipY?: true;
  readonly skewX?: number;
}

/** A box with what has been scaled: the box's side by the side that it had before. */
export interface Placed {
  readonly box: PlacedBox;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** A template skews by less than a right angle. */
const maxSkew = 89;

/**
 * The place of a box that a transform maps: each transform is a change of size, then a mirroring, a skew, a
 * turn and a move. One that leaves nothing of the box has sides of 0.
 */
export function placeBox(matrix: Matrix, { x, y, width, height }: Rect): Placed {
  const { a, b, c, d } = matrix;
  const isMirrored = a * d - b * c < 0;
  // Of both ways to mirror, the one that turns less.
  const across = decompose({ ...matrix, a: isMirrored ? -a : a, b: isMirrored ? -b : b });
  const down = decompose({ ...matrix, c: -c, d: -d });
  const isAcross = !isMirrored || Math.abs(across.rotation) <= Math.abs(down.rotation);
  const { rotation, skewX, scaleX, scaleY } = isAcross ? across : down;
  const middle = transformPoint(x + width / 2, y + height / 2, matrix);
  const [w, h] = [width * scaleX, height * scaleY];
  return {
    box: {
      x: rounded(middle.x - w / 2),
      y: rounded(middle.y - h / 2),
      width: Math.max(0, rounded(w)),
      height: Math.max(0, rounded(h)),
      ...(rounded(rotation) !== 0 && { rotation: rounded(rotation) }),
      ...(isMirrored && isAcross && { flipX: true }),
      ...(isMirrored && !isAcross && { flipY: true }),
      ...(rounded(skewX) !== 0 && { skewX: Math.max(-maxSkew, Math.min(maxSkew, rounded(skewX))) }),
    },
    scaleX,
    scaleY,
  };
}

/** A transform that mirrors nothing as a turn after a skew after a change of size. Angles are degrees. */
function decompose({ a, b, c, d }: Matrix): {
  rotation: number;
  skewX: number;
  scaleX: number;
  scaleY: number;
} {
  const scaleX = Math.hypot(a, b);
  if (scaleX < 1e-9) {
    const rotation = (Math.atan2(-c, d) * 180) / Math.PI;
    return { rotation, skewX: 0, scaleX: 0, scaleY: Math.hypot(c, d) };
  }
  const scaleY = (a * d - b * c) / scaleX;
  const skewX = scaleY < 1e-9 ? 0 : (Math.atan((a * c + b * d) / scaleX / scaleY) * 180) / Math.PI;
  return { rotation: (Math.atan2(b, a) * 180) / Math.PI, skewX, scaleX, scaleY: Math.max(0, scaleY) };
}
