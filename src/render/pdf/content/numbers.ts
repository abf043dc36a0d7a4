/** Numbers of content streams: a thousandth of a point is finer than any press prints. */
const SCALE = 1000;

/** Farther from the page than anything that shows, in points: no number has an exponent. */
const LIMIT = 1e9;

/** A number as a content stream has it, without an exponent. */
export function num(value: number): string {
  const rounded = Math.round(Math.max(-LIMIT, Math.min(LIMIT, value)) * SCALE) / SCALE;
  return rounded === 0 ? '0' : String(rounded);
}

/** Numbers with spaces between. */
export function nums(...values: readonly number[]): string {
  return values.map(num).join(' ');
}

/** A factor of a matrix: it is multiplied by large numbers, so it has more digits. */
export function factor(value: number): string {
  const rounded = Math.round(value * 1e6) / 1e6;
  return rounded === 0 ? '0' : Math.abs(rounded) < 1e-5 ? rounded.toFixed(6) : String(rounded);
}
