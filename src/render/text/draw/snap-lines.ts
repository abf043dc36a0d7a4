/** Rounds lines of text, and what is drawn along them, to whole pixels. */

import type { PathContext } from '../../drawing/drawing-context.ts';
import type { LaidOutLine } from '../text-layout.ts';

/** A line whose baseline is rounded to whole pixels; `exact` is where it was. */
export type DrawnLine = LaidOutLine & { readonly exact?: number };

/** The baseline of a run, which may be above that of its line. */
export function findBaseline(context: PathContext, { baseline, exact }: DrawnLine, shift: number): number {
  if (shift === 0) return baseline;
  return exact === undefined ? baseline - shift : snapBaseline(context, exact - shift);
}

/** A line with its baseline on a whole pixel. */
export function snapLineUp(context: PathContext, line: LaidOutLine): DrawnLine {
  if (line.bounds !== undefined) return line;
  return { ...line, baseline: snapBaseline(context, line.baseline), exact: line.baseline };
}

/** Rounds edges of upright boxes to whole pixels, as Chromium does with backgrounds. */
export function edgeSnapper(context: PathContext): (edge: number, axis: 'e' | 'f') => number {
  const matrix = context.getTransform();
  const { a, b, c, d } = matrix;
  if (b !== 0 || c !== 0 || a <= 0 || d <= 0) return (edge) => edge;
  return (edge, axis) => {
    const scale = axis === 'e' ? a : d;
    return (Math.round(edge * scale + matrix[axis]) - matrix[axis]) / scale;
  };
}

/**
 * Rounds a horizontal baseline to whole pixels. The canvas rounds each glyph separately, which could move a
 * mark, such as the hamza on an alef, up and its letter down.
 */
function snapBaseline(context: PathContext, baseline: number): number {
  const { b, c, d, f } = context.getTransform();
  if (b !== 0 || c !== 0 || d <= 0) return baseline;
  return (Math.round(baseline * d + f) - f) / d;
}

/**
 * Rounds a horizontal line down to whole rows of pixels, at least one, as Chromium does. Otherwise it is
 * grey and blurred over two rows.
 */
export function snapLine(
  context: PathContext,
  middle: number,
  thickness: number,
): { top: number; height: number } {
  const { b, c, d, f } = context.getTransform();
  if (b !== 0 || c !== 0 || d <= 0) return { top: middle - thickness / 2, height: thickness };
  const rows = Math.max(1, Math.floor(thickness * d + 1e-6));
  const firstRow = Math.round((middle - thickness / 2) * d + f);
  return { top: (firstRow - f) / d, height: rows / d };
}
