/** Modules of QR codes that are no squares. */
import type { PathContext } from '../drawing/drawing-context.ts';
import { isDark, type MatrixEdges } from './draw-matrix.ts';
import type { EncodedCode } from './encode-code.ts';

type MatrixCode = EncodedCode & { readonly kind: 'matrix' };

/** The side of the patterns in three corners of a QR code, by which readers find it. */
const FINDER_MODULES = 7;

/** Adds the dark modules as dots to the path; those of the patterns in the corners stay squares. */
export function addDots(context: PathContext, code: MatrixCode, edges: MatrixEdges): void {
  forEachDark(code, (column, row) => {
    const [left, top, right, bottom] = sides(edges, column, row);
    if (isInFinder(code, column, row)) {
      context.rect(left, top, right - left, bottom - top);
      return;
    }
    const radius = (right - left) / 2;
    context.moveTo(right, top + radius);
    context.arc(left + radius, top + radius, radius, 0, Math.PI * 2);
    context.closePath();
  });
}

/** Adds the dark modules to the path, with round corners where no dark module is beside or above a corner. */
export function addRounded(context: PathContext, code: MatrixCode, edges: MatrixEdges): void {
  forEachDark(code, (column, row) => {
    const [left, top, right, bottom] = sides(edges, column, row);
    const radius = (right - left) / 2;
    const isFree = (across: number, down: number): boolean =>
      !isDark(code, column + across, row) && !isDark(code, column, row + down);
    // Clockwise from the top left.
    const corners = [
      { x: left, y: top, across: -1, down: -1, angle: Math.PI },
      { x: right, y: top, across: 1, down: -1, angle: -Math.PI / 2 },
      { x: right, y: bottom, across: 1, down: 1, angle: 0 },
      { x: left, y: bottom, across: -1, down: 1, angle: Math.PI / 2 },
    ];
    context.moveTo(left, top + radius);
    for (const { x, y, across, down, angle } of corners) {
      if (isFree(across, down)) {
        context.arc(x - across * radius, y - down * radius, radius, angle, angle + Math.PI / 2);
      } else context.lineTo(x, y);
    }
    context.closePath();
  });
}

function forEachDark(code: MatrixCode, add: (column: number, row: number) => void): void {
  for (let row = 0; row < code.rows; row += 1)
    for (let column = 0; column < code.columns; column += 1) if (isDark(code, column, row)) add(column, row);
}

function sides({ x, y }: MatrixEdges, column: number, row: number) {
  return [x(column), y(row), x(column + 1), y(row + 1)] as const;
}

function isInFinder({ columns }: MatrixCode, column: number, row: number): boolean {
  const isFirst = (at: number): boolean => at < FINDER_MODULES;
  const isLast = (at: number): boolean => at >= columns - FINDER_MODULES;
  return (isFirst(row) && (isFirst(column) || isLast(column))) || (isLast(row) && isFirst(column));
}
