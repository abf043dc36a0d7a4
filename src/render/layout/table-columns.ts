import type { Size } from '../geometry.ts';
import type { Sides } from '../scene/boxes.ts';
import type { SceneElement, SceneGroup } from '../scene/elements.ts';
import type { SceneTable } from '../scene/table.ts';
import type { SceneText } from '../scene/text.ts';

/**
 * The widths of columns: numbers as they are, `hug` as the widest text needs, `fill` shares of the rest. What
 * needs more room than there is gets a share of it, by what it needs.
 */
export function placeColumns(
  rows: readonly SceneGroup[],
  table: SceneTable,
  room: number | null,
  contents: TextSizes,
): PlacedColumn[] {
  const { columns, borders } = table;
  const lineAt = (index: number) => (index > 0 && borders?.isBetweenColumns === true ? borders.width : 0);
  const needed = (index: number) => Math.ceil(widestCell(rows, index, contents) + lineAt(index) - 1e-6);
  const isNumber = columns.map(({ width }) => typeof width === 'number');
  const given = columns.map(({ width }, index) => {
    if (typeof width === 'number') return width;
    return width === 'hug' || room === null ? needed(index) : null;
  });
  const left = (room ?? 0) - getSum(given);
  const isTight = room !== null && (left < 0 || (left === 0 && given.includes(null)));
  const widths = isTight ? given.map((width, index) => (isNumber[index] === true ? width : null)) : given;
  const weights = columns.map(({ grow }, index) => {
    if (widths[index] !== null) return 0;
    return isTight ? needed(index) : grow;
  });
  const forRest = Math.max(0, (room ?? 0) - getSum(widths));
  const rest = isTight
    ? shareAbove(forRest, weights, (index) => leastWidth(rows, index, contents) + lineAt(index))
    : shares(forRest, weights);
  const placed = widths.map((width, index) => width ?? rest[index] ?? 0);
  const across = getSum(placed);
  let start = 0;
  return placed.map((width, index) => {
    const line = lineAt(index);
    const x = table.isRtl === true ? across - start - width : start;
    start += width;
    const isLineAfter = table.isRtl === true;
    const lineX = isLineAfter ? x + width - line : x;
    return { width, line, lineX, contentX: isLineAfter ? x : x + line, isLineAfter };
  });
}

/** Measures a text whose lines have some room. */
export interface TextSizes {
  textAt(element: SceneText, room: number): Size;
}

/** A column: its width with the line between it and the one before. */
export interface PlacedColumn {
  readonly width: number;
  /** The width of that line. */
  readonly line: number;
  /** Where that line and what is beside it begin. */
  readonly lineX: number;
  readonly contentX: number;
  /** Whether that line is at its right: lines run from right to left. */
  readonly isLineAfter: boolean;
}

/**
 * Shares of a length by weight, none of them below its minimum: amounts and dates are not broken. If the
 * minimums need more than there is, they share it.
 */
function shareAbove(
  length: number,
  weights: readonly number[],
  minimum: (index: number) => number,
): number[] {
  const least = weights.map((weight, index) => (weight > 0 ? Math.ceil(minimum(index) - 1e-6) : 0));
  if (getSum(least) >= length) return shares(length, getSum(least) > 0 ? least : weights);
  const isHeld = weights.map(() => false);
  for (;;) {
    const held = getSum(least.filter((_, index) => isHeld[index] === true));
    const open = weights.map((weight, index) => (isHeld[index] === true ? 0 : weight));
    const shared = shares(length - held, open);
    const below = shared.findIndex((share, index) => open[index]! > 0 && share < least[index]!);
    if (below === -1) return shared.map((share, index) => (isHeld[index] === true ? least[index]! : share));
    isHeld[below] = true;
  }
}

export function getSum(lengths: readonly (number | null)[]): number {
  return lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0);
}

/** Shares of a length by weight, in whole pixels where the length is. */
function shares(length: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map(() => 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  let sum = 0;
  let end = 0;
  return weights.map((weight, index) => {
    sum += weight;
    const start = end;
    end = index >= last ? length : Math.round((length * sum) / total);
    return end - start;
  });
}

function widestCell(rows: readonly SceneGroup[], column: number, contents: TextSizes): number {
  let widest = 0;
  for (const row of rows) {
    const [, right, , left] = row.row?.padding ?? noPadding;
    const cell = cellAt(row, column);
    const content = cell?.type === 'text' ? contents.textAt(cell, Infinity).width : widthOfBox(cell);
    widest = Math.max(widest, left + content + right);
  }
  return widest;
}

/** The width that a column needs for what no line divides. */
function leastWidth(rows: readonly SceneGroup[], column: number, contents: TextSizes): number {
  let least = 0;
  for (const row of rows) {
    const cell = cellAt(row, column);
    const isText = cell?.type === 'text';
    if (isText && cell.overflow === 'shrink') continue;
    if (isText && cell.wrap && cell.runs.every(({ unbroken }) => unbroken === undefined)) continue;
    const content = isText ? contents.textAt(cell, noRoomPx).width : widthOfBox(cell);
    if (content === 0) continue;
    const [, right, , left] = row.row?.padding ?? noPadding;
    least = Math.max(least, left + content + right);
  }
  return least;
}

/** The width that the picture or code of a cell needs. */
function widthOfBox(cell: SceneElement | undefined): number {
  return (cell?.type === 'group' ? cell.cell?.width : null) ?? 0;
}

/** The cell that begins in a column and takes no other. */
function cellAt({ elements }: SceneGroup, column: number): SceneElement | undefined {
  let next = 0;
  for (const cell of elements) {
    if (next === column) return cell.columnSpan === undefined ? cell : undefined;
    next += cell.columnSpan ?? 1;
    if (next > column) return undefined;
  }
  return undefined;
}

/** Lines with this much room are as wide as what cannot be divided. */
const noRoomPx = 1e-3;

/** The columns of a row's cells: those that a cell takes are one. */
export function listSpans(
  { elements }: SceneGroup,
  columns: readonly PlacedColumn[],
): readonly PlacedColumn[] {
  if (elements.every(({ columnSpan }) => columnSpan === undefined)) return columns;
  let next = 0;
  return elements.map(({ columnSpan = 1 }) => {
    const [first, ...others] = columns.slice(next, (next += columnSpan));
    const contentX = Math.min(first!.contentX, ...others.map((column) => column.contentX));
    return { ...first!, contentX, width: first!.width + getSum(others.map(({ width }) => width)) };
  });
}

export const noPadding: Sides = [0, 0, 0, 0];
