import type { Color } from './scene/paint.ts';

/** Red, green, blue and alpha of a `#rrggbbaa` (or `#rrggbb`) colour, each 0 to 255. */
export function parseColor(color: Color): [number, number, number, number] {
  const at = (index: number): number => Number.parseInt(color.slice(index, index + 2), 16);
  return [at(1), at(3), at(5), color.length > 7 ? at(7) : 255];
}

/** A colour by red, green and blue from 0 to 255 and its opacity from 0 to 1. */
export function toHex([red, green, blue, alpha]: readonly [number, number, number, number]): Color {
  const bytes = [red, green, blue, alpha * 255].map((value) => Math.min(255, Math.max(0, Math.round(value))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
