import { multiply, type Matrix } from '../../geometry.ts';
import { PX_PER_UNIT } from '../css-units.ts';
import { UnsupportedSvg } from './document.ts';

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
const LENGTH = new RegExp(`^(${NUMBER})(px|pt|pc|in|cm|mm|q|%)?$`, 'iu');
const NUMBERS = new RegExp(`${NUMBER}`, 'giu');
export const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** A length in user units; a percentage refers to `whole`. Throws UnsupportedSvg for other units. */
export function readLength(value: string, whole: number): number {
  const [, number, unit = ''] = LENGTH.exec(value.trim()) ?? [];
  if (number === undefined) throw new UnsupportedSvg(`the length ${value}`);
  if (unit === '%') return (Number(number) / 100) * whole;
  return Number(number) * (PX_PER_UNIT[unit.toLowerCase()] ?? 1);
}

/** An opacity or a stop's offset: a number or a percentage, clamped to 0…1. */
export function readFraction(value: string): number {
  return Math.min(1, Math.max(0, readLength(value, 1)));
}

/** Numbers separated by white space or commas. Throws UnsupportedSvg for anything else. */
export function readNumbers(value: string): number[] {
  if (value.replaceAll(NUMBERS, ' ').replaceAll(/[\s,]/gu, '') !== '')
    throw new UnsupportedSvg(`the numbers ${value}`);
  return (value.match(NUMBERS) ?? []).map(Number);
}

/** Combines a list of transforms. Throws UnsupportedSvg for an invalid list and for a matrix without area. */
export function readTransform(value: string | undefined): Matrix {
  if (value === undefined) return IDENTITY;
  let matrix = IDENTITY;
  const rest = value.replaceAll(/([a-z]+)\s*\(([^)]*)\)/giu, (_all, name: string, list: string) => {
    matrix = multiply(matrix, toMatrix(name, readNumbers(list)));
    return '';
  });
  if (rest.replaceAll(/[\s,]/gu, '') !== '' || !(Math.abs(determinant(matrix)) > 1e-12)) {
    throw new UnsupportedSvg(`the transform ${value}`);
  }
  return matrix;
}

function toMatrix(name: string, values: readonly number[]): Matrix {
  const [a = NaN, b = 0, c = 0, d = NaN, e = NaN, f = NaN] = values;
  const count = values.length;
  const radians = (a * Math.PI) / 180;
  if (name === 'matrix' && count === 6) return { a, b, c, d, e, f };
  if (name === 'translate' && (count === 1 || count === 2)) return { ...IDENTITY, e: a, f: b };
  if (name === 'scale' && (count === 1 || count === 2)) return { ...IDENTITY, a, d: count === 1 ? a : b };
  if (name === 'skewX' && count === 1) return { ...IDENTITY, c: Math.tan(radians) };
  if (name === 'skewY' && count === 1) return { ...IDENTITY, b: Math.tan(radians) };
  if (name === 'rotate' && (count === 1 || count === 3)) {
    const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
    return { a: cos, b: sin, c: -sin, d: cos, e: b - cos * b + sin * c, f: c - sin * b - cos * c };
  }
  throw new UnsupportedSvg(`the transform ${name}`);
}

/** The factor by which a transform changes areas; negative if it mirrors. */
export function determinant({ a, b, c, d }: Matrix): number {
  return a * d - b * c;
}
