import type { RunSize } from './measure.ts';

/** Those of the last text with one run: the cells of a table are alike. */
let last: readonly RunSize[] = [];

/** The sizes of the runs of a text, as one array for texts that follow each other: see `shared-arrays.ts`. */
export function shareSizes(sizes: readonly RunSize[]): readonly RunSize[] {
  const [one, other] = [sizes[0], last[0]];
  if (sizes.length !== 1 || one === undefined || one.icon !== undefined) return sizes;
  const isSame =
    other?.fontSize === one.fontSize &&
    other.letterSpacing === one.letterSpacing &&
    other.tabWidth === one.tabWidth &&
    other.shift === one.shift;
  if (!isSame) last = sizes;
  return last;
}
