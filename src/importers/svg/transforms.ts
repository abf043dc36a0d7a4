import { multiply, type Matrix } from '../../render/geometry.ts';
import { IDENTITY, readTransform } from '../../render/vector/svg/values.ts';
import { rounded } from '../boxes.ts';
import { readUserLength } from './lengths.ts';
import { lookUp } from '../look-up.ts';

/** A rectangle in user units. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box of the template, with how it lies. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation?: number;
  readonly flipX?: boolean;
  readonly flipY?: boolean;
  readonly skewX?: number;
}

/** A transform as scales, then a skew along x, then mirrors, then a rotation. */
export interface Parts {
  /** Degrees. */
  readonly rotation: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Degrees. */
  readonly skewX: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

/** Skews of less are rounding errors. Degrees. */
const leastSkew = 0.05;

/** The greatest skew of a template, in degrees. */
const maxSkew = 89;

/** The share by which two scales may differ and count as one. */
const leastStretch = 0.005;

/** The parts of a transform; null if it maps everything onto a line. */
export function splitTransform({ a, b, c, d }: Matrix): Parts | null {
  const determinant = a * d - b * c;
  const size = Math.hypot(a, b) * Math.hypot(c, d);
  if (!Number.isFinite(determinant) || size === 0 || Math.abs(determinant) < 1e-9 * size) return null;
  if (Math.abs(determinant) < 1e-12) return null;
  const tiny = 1e-6 * (Math.abs(a) + Math.abs(d));
  // Mirrored along an axis: no half turn.
  if (Math.abs(b) < tiny && Math.abs(c) < tiny)
    return {
      rotation: 0,
      scaleX: Math.abs(a),
      scaleY: Math.abs(d),
      skewX: 0,
      flipX: a < 0,
      flipY: d < 0,
    };
  const scaleX = Math.hypot(a, b);
  const scaleY = determinant / scaleX;
  const shear = (a * c + b * d) / scaleX / scaleY;
  const flipY = scaleY < 0;
  const skew = (Math.atan(shear) * 180) / Math.PI;
  return {
    rotation: rounded((Math.atan2(b, a) * 180) / Math.PI),
    scaleX,
    scaleY: Math.abs(scaleY),
    flipX: false,
    flipY,
    skewX: Math.abs(skew) < leastSkew ? 0 : Math.max(-maxSkew, Math.min(maxSkew, rounded(skew))),
  };
}

/** Whether a transform scales all directions alike. */
export function isUniform({ scaleX, scaleY, skewX }: Parts): boolean {
  return skewX === 0 && Math.abs(scaleX - scaleY) <= leastStretch * Math.max(scaleX, scaleY);
}

/** The factor of lengths. */
export function meanScale({ a, b, c, d }: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** By how much the greatest scale in any direction exceeds the least. */
export function measureStretch({ a, b, c, d }: Matrix): number {
  const half = (a * a + b * b + c * c + d * d) / 2;
  const rest = Math.sqrt(Math.max(0, half * half - (a * d - b * c) ** 2));
  return Math.sqrt(half + rest) - Math.sqrt(Math.max(0, half - rest));
}

/** The box of the template for a rectangle that a transform with these parts places. */
export function place(area: Area, matrix: Matrix, parts: Parts): Placed {
  const middle = pointAt(matrix, area.x + area.width / 2, area.y + area.height / 2);
  const [width, height] = [area.width * parts.scaleX, area.height * parts.scaleY];
  return {
    x: rounded(middle.x - width / 2),
    y: rounded(middle.y - height / 2),
    width: Math.max(0, rounded(width)),
    height: Math.max(0, rounded(height)),
    ...(parts.rotation !== 0 && { rotation: parts.rotation }),
    ...(parts.flipX && { flipX: true }),
    ...(parts.flipY && { flipY: true }),
    ...(parts.skewX !== 0 && { skewX: parts.skewX }),
  };
}

/** A transformed point. */
export function pointAt({ a, b, c, d, e, f }: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Scales in the coordinates before a transform. */
export function scaled(matrix: Matrix, x: number, y: number): Matrix {
  return multiply(matrix, { a: x, b: 0, c: 0, d: y, e: 0, f: 0 });
}

/** A move in the coordinates before a transform. */
export function moved(matrix: Matrix, x: number, y: number): Matrix {
  return multiply(matrix, { ...IDENTITY, e: x, f: y });
}

/**
 * Reads `transform` as an attribute or a property: numbers, angles and lengths with units. Null if it is
 * neither, and the identity where it is absent.
 */
export function readTransformList(value: string | undefined): Matrix | null {
  if (value === undefined || value === 'none') return IDENTITY;
  if (value.length > 10_000) return null;
  const plain = value
    .replaceAll(/translate([XY])\(([^)]*)\)/gu, (_all, axis: string, by: string) =>
      axis === 'X' ? `translate(${by} 0)` : `translate(0 ${by})`,
    )
    .replaceAll(/scale([XY])\(([^)]*)\)/gu, (_all, axis: string, by: string) =>
      axis === 'X' ? `scale(${by} 1)` : `scale(1 ${by})`,
    )
    .replaceAll(/([+-]?[\d.]+(?:e[+-]?\d+)?)(deg|grad|rad|turn|px|mm|cm|in|pt|pc|em)/giu, plainNumber);
  try {
    const matrix = readTransform(plain);
    return Object.values(matrix).every(Number.isFinite) ? matrix : null;
  } catch {
    return null;
  }
}

function plainNumber(text: string, amount: string, unit: string): string {
  const perTurn = lookUp({ deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }, unit.toLowerCase());
  if (perTurn !== undefined) return String(Number(amount) * perTurn);
  return String(readUserLength(text, { whole: 0, fontSize: 16 }) ?? 0);
}
