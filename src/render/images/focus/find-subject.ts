/** Finds the box of what stands out from the edges of a picture: its subject. */
import type { Rect } from '../../geometry.ts';
import type { RgbPixels } from './detect-faces.ts';

const PASSES = 3;
/** The share of what stands out that lies outside of the box, on each side. */
const TAIL = 0.04;
/** Values that differ from their surroundings by less than this, of the largest, are noise. */
const MIN_SHARE = 0.35;
/** Contrast below which nothing stands out, of 255. */
const MIN_CONTRAST = 24;

/**
 * The subject by minimum barrier distances (Zhang et al., 2015): how much colours change on the way from the
 * edges of the picture to a pixel, on the best way. Null if nothing stands out.
 *
 * @returns the box in fractions of the sides
 */
export function findSubject({ data, width, height }: RgbPixels): Rect | null {
  const strength = new Float32Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    const values = new Float32Array(strength.length);
    for (let index = 0; index < values.length; index++) values[index] = data[index * 3 + channel] ?? 0;
    const distances = measureBarriers(values, width, height);
    for (let index = 0; index < values.length; index++)
      strength[index] = (strength[index] ?? 0) + (distances[index] ?? 0) / 3;
  }
  const most = strength.reduce((a, b) => Math.max(a, b), 0);
  if (most < MIN_CONTRAST) return null;
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  for (const [index, value] of strength.entries()) {
    const [x, y] = [index % width, Math.floor(index / width)];
    // What is near the middle is more likely meant.
    const away = Math.hypot(x / width - 0.5, y / height - 0.5);
    const weight = value < MIN_SHARE * most ? 0 : value * (1 - away);
    columns[x] = (columns[x] ?? 0) + weight;
    rows[y] = (rows[y] ?? 0) + weight;
  }
  const [left, right] = findMiddle(columns);
  const [top, bottom] = findMiddle(rows);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The range, in fractions, that has all but the tails of a distribution. */
function findMiddle(weights: Float64Array): [start: number, end: number] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const place = (share: number): number => {
    let rest = share * sum;
    const index = weights.findIndex((weight) => (rest -= weight) <= 0);
    return index === -1 ? weights.length - 1 : index;
  };
  return [place(TAIL) / weights.length, (place(1 - TAIL) + 1) / weights.length];
}

/** The minimum barrier distance of each pixel to the edges, by scans to and fro. */
function measureBarriers(values: Float32Array, width: number, height: number): Float32Array {
  const distances = new Float32Array(values.length).fill(Infinity);
  const highest = values.slice();
  const lowest = values.slice();
  for (let index = 0; index < values.length; index++) {
    const [x, y] = [index % width, Math.floor(index / width)];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) distances[index] = 0;
  }
  const relax = (to: number, from: number): void => {
    const value = values[to] ?? 0;
    const high = Math.max(highest[from] ?? 0, value);
    const low = Math.min(lowest[from] ?? 0, value);
    if (high - low >= (distances[to] ?? 0)) return;
    distances[to] = high - low;
    highest[to] = high;
    lowest[to] = low;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const step = pass % 2 === 0 ? 1 : -1;
    for (let count = 0; count < values.length; count++) {
      const index = step === 1 ? count : values.length - 1 - count;
      const x = index % width;
      if (x - step >= 0 && x - step < width) relax(index, index - step);
      const above = index - step * width;
      if (above >= 0 && above < values.length) relax(index, above);
    }
  }
  return distances;
}
