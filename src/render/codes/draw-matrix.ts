import type { PathContext } from '../drawing/drawing-context.ts';
import { addRect, type CodeSpace } from './code-space.ts';
import type { EncodedCode } from './encode-code.ts';

type MatrixCode = EncodedCode & { readonly kind: 'matrix' };

/** By how much dark parts are smaller at their left and top, and at their right and bottom. */
export interface Reduction {
  readonly before: number;
  readonly after: number;
}

/** The modules of a code as they are drawn, in the units of its space. */
export interface DrawnModules {
  readonly size: number;
  /** An element or a standard gives their size; otherwise the box decides. */
  readonly isGiven: boolean;
  /** Edges are on dots. */
  readonly snaps: boolean;
  readonly reduction: Reduction;
}

/** Where modules are: the edge of a column or row in the units of the space. */
export interface MatrixEdges {
  readonly x: (column: number) => number;
  readonly y: (row: number) => number;
}

/** Adds the dark modules of a matrix to the path. */
export function addModules(
  context: PathContext,
  space: CodeSpace,
  code: MatrixCode,
  { x, y }: MatrixEdges,
  reduction: Reduction,
): void {
  const { before, after } = reduction;
  if (before + after > 0) return addReduced(context, space, code, { x, y }, reduction);
  for (const { column, row, columns, rows } of darkRects(code)) {
    const [left, top] = [x(column), y(row)];
    addRect(context, space, left, top, x(column + columns) - left, y(row + rows) - top);
  }
}

/**
 * Erodes the dark parts: each row is three strips, of which the upper one has only what is dark in the row
 * above, too, and the lower one what is dark in the row below.
 */
function addReduced(
  context: PathContext,
  space: CodeSpace,
  code: MatrixCode,
  { x, y }: MatrixEdges,
  { before, after }: Reduction,
): void {
  for (let row = 0; row < code.rows; row += 1) {
    const [top, bottom] = [y(row), y(row + 1)];
    const strips = [
      [top, top + before, row - 1],
      [top + before, bottom - after, row],
      [bottom - after, bottom, row + 1],
    ] as const;
    for (const [from, to, other] of strips) {
      if (to <= from) continue;
      for (const { start, end } of darkRuns(code, row, other))
        addRect(context, space, x(start) + before, from, x(end) - after - x(start) - before, to - from);
    }
  }
}

/** The runs of modules that are dark in two rows. */
function darkRuns(code: MatrixCode, row: number, other: number): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let column = 0; column < code.columns; column += 1) {
    if (!isDark(code, column, row) || !isDark(code, column, other)) continue;
    const last = runs.at(-1);
    if (last?.end === column) last.end += 1;
    else runs.push({ start: column, end: column + 1 });
  }
  return runs;
}

/** Whether a module is dark; those outside of the code are light. */
export function isDark({ columns, rows, dark }: MatrixCode, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
  return dark[row * columns + column] === 1;
}

interface ModuleRect {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  rows: number;
}

/**
 * Merges dark modules into few rectangles, so that no seams show: runs of a row, joined with equal runs
 * below.
 */
function darkRects(code: MatrixCode): ModuleRect[] {
  const rects: ModuleRect[] = [];
  let above = new Map<string, ModuleRect>();
  for (let row = 0; row < code.rows; row += 1) {
    const current = new Map<string, ModuleRect>();
    for (const { start, end } of darkRuns(code, row, row)) {
      const key = `${start} ${end}`;
      const rectAbove = above.get(key);
      const rect = rectAbove ?? { column: start, row, columns: end - start, rows: 0 };
      rect.rows += 1;
      if (rectAbove === undefined) rects.push(rect);
      current.set(key, rect);
    }
    above = current;
  }
  return rects;
}
