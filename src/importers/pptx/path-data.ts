/** What paths of shapes are written with. */

/** A handle of a shape, as a share of 100,000; `usual` without one. */
export type Adjust = (name: string, usual: number) => number;

/** A path of a shape in a box; `a` are its handles. */
export type Draw = (w: number, h: number, a: Adjust) => string;

/** A closed path with straight sides. */
export function polygon(...points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${tidy(x)} ${tidy(y)}`).join('L')}Z`;
}

/** A number of a path. */
export function tidy(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 1_000) / 1_000 : 0;
}

/** Path data with tidy numbers. */
export function path(words: TemplateStringsArray, ...numbers: readonly number[]): string {
  return words
    .map((word, index) => word + (index < numbers.length ? tidy(numbers[index] ?? 0) : ''))
    .join('');
}
