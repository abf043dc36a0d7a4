/** The value below which `share` (0 to 1) of the numbers lie; NaN for none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The value in the middle. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** Rounds to `digits` digits after the point. */
export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Milliseconds that `run` takes. */
export async function timeMs(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
