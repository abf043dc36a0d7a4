import { seenColor } from '../inks/ink-color.ts';
import type { Rect, Size } from '../geometry.ts';
import type { Sides } from '../scene/boxes.ts';
import type { SceneCarry, SceneElement, SceneGroup } from '../scene/elements.ts';
import type { ScenePath, SceneRect } from '../scene/shapes.ts';
import type { SceneTable } from '../scene/table.ts';
import type { SceneText } from '../scene/text.ts';

/** A group that is a table. */
export type TableGroup = SceneGroup & { readonly table: SceneTable };

/** The rows of a table with their boxes, and the size that they take. */
export interface PlacedTable {
  readonly size: Size;
  readonly rows: readonly SceneGroup[];
  /** The rows with the sum so far, which only flows show. */
  readonly carry?: SceneCarry;
}

/** Measures a text whose lines have some room. */
export interface TextSizes {
  textAt(element: SceneText, room: number): Size;
}

/** Whether an element is a table, which `placeTable` places. */
export function isTable(element: SceneElement): element is TableGroup {
  return element.type === 'group' && element.table !== undefined;
}

/**
 * Places the rows of a table: one pass for the widths of columns, one for the heights of rows. A row is as
 * high as its highest cell, and begins and ends on a whole pixel: fills and lines have sharp edges then.
 *
 * @param width of the table; null: as wide as its columns need
 */
export function placeTable(group: TableGroup, width: number | null, contents: TextSizes): PlacedTable {
  const { table } = group;
  const rows = group.elements.filter((element) => element.type === 'group');
  const edge = table.borders?.isAround === true ? table.borders.width : 0;
  const measured = group.carry === undefined ? rows : [...rows, ...listSums(rows, group.carry)];
  const columns = placeColumns(measured, table, width === null ? null : width - 2 * edge, contents);
  const across = columns.reduce((sum, { width: own }) => sum + own, 0);
  const place = (row: SceneGroup, index: number, y: number): SceneGroup => {
    return { ...placeRow(row, columns, table.borders, { index, contents }), x: edge, y, width: across };
  };
  const placed: SceneGroup[] = [];
  let y = edge;
  for (const [index, row] of rows.entries()) {
    const done = place(row, index, y);
    placed.push(done);
    y += done.height;
  }
  const size = { width: across + 2 * edge, height: y + edge };
  if (group.carry === undefined) return { size, rows: placed };
  const { foot, head, cell } = group.carry;
  return { size, rows: placed, carry: { foot: place(foot, 1, 0), head: place(head, 1, 0), cell } };
}

/** The rows that a flow may show at the end of a page and on the next one. */
function listSums(rows: readonly SceneGroup[], { foot, head, cell }: SceneCarry): SceneGroup[] {
  const sums = rows.flatMap(({ row }) => row?.carried ?? []);
  return [foot, head, ...sums.map((sum) => ({ ...foot, elements: foot.elements.with(cell, sum) }))];
}

/**
 * A placed table in its box. Rows that end below it are left out. Where the columns end before the box does,
 * the table ends with them: its line and its fill are as wide as its rows.
 *
 * @param box whose width it was placed for
 */
export function fitTable(group: TableGroup, { size, rows, carry }: PlacedTable, box: Rect): TableGroup {
  const bottom = box.height - (size.height - rows.reduce((sum, { height }) => sum + height, 0)) / 2;
  const shown = rows.filter(({ y, height }) => y + height <= bottom + tolerancePx);
  // What has no room, and room that columns leave, is at the end of lines.
  const left = group.table.isRtl === true ? box.width - size.width : 0;
  const isNarrow = size.width < box.width && isUpright(group);
  const shift = isNarrow ? 0 : left;
  const move = (row: SceneGroup): SceneGroup => ({ ...row, x: row.x + shift });
  const ids = rows.slice(shown.length).map(({ id }) => id);
  const excess = { rows: ids, width: Math.max(0, size.width - box.width) };
  const isTooLarge = ids.length > 0 || excess.width > tolerancePx;
  const width = isNarrow ? size.width : box.width;
  const x = isNarrow ? box.x + left : box.x;
  return {
    ...group,
    ...box,
    x,
    width,
    elements: shift === 0 ? shown : shown.map(move),
    ...(carry === undefined ? {} : { carry: { ...carry, foot: move(carry.foot), head: move(carry.head) } }),
    ...(isTooLarge ? { table: { ...group.table, excess } } : {}),
  };
}

/** What is turned or mirrored keeps the box that it is turned in. */
function isUpright({ rotation, flipX, flipY, skewX = 0, skewY = 0 }: SceneGroup): boolean {
  return rotation === 0 && flipX !== true && flipY !== true && skewX === 0 && skewY === 0;
}

/** Less than what boxes are rounded to. */
const tolerancePx = 0.01;

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

/** The columns of a row's cells: those that a cell takes are one. */
function listSpans({ elements }: SceneGroup, columns: readonly PlacedColumn[]): readonly PlacedColumn[] {
  if (elements.every(({ columnSpan }) => columnSpan === undefined)) return columns;
  let next = 0;
  return elements.map(({ columnSpan = 1 }) => {
    const [first, ...others] = columns.slice(next, (next += columnSpan));
    const contentX = Math.min(first!.contentX, ...others.map((column) => column.contentX));
    return { ...first!, contentX, width: first!.width + getSum(others.map(({ width }) => width)) };
  });
}

const noPadding: Sides = [0, 0, 0, 0];

/** A column: its width with the line between it and the one before. */
interface PlacedColumn {
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
 * The widths of columns: numbers as they are, `hug` as the widest text needs, `fill` shares of the rest. What
 * needs more room than there is gets a share of it, by what it needs.
 */
function placeColumns(
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

function getSum(lengths: readonly (number | null)[]): number {
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

/** A cell with its box, and the picture or code that it holds in there. */
function placeCell(cell: SceneElement, box: Rect): SceneElement {
  const placed = { ...cell, ...box };
  if (placed.type !== 'group' || placed.cell === undefined) return placed;
  const { align, verticalAlign, height } = placed.cell;
  const width = Math.min(placed.cell.width ?? box.width, box.width);
  const x = (box.width - width) * shareBefore[align];
  const y = (box.height - height) * shareBefore[verticalAlign];
  return { ...placed, elements: placed.elements.map((each) => ({ ...each, x, y, width, height })) };
}

/** The part of the room around a picture that is before it. */
const shareBefore = { left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 } as const;

/** Lines with this much room are as wide as what cannot be divided. */
const noRoomPx = 1e-3;

function placeRow(
  row: SceneGroup,
  columns: readonly PlacedColumn[],
  borders: SceneTable['borders'],
  at: { readonly index: number; readonly contents: TextSizes },
): SceneGroup {
  const { padding = noPadding, lineHeight = 0 } = row.row ?? {};
  const [top, right, bottom, left] = padding;
  const line = at.index > 0 && borders?.isBetweenRows === true ? borders.width : 0;
  const spans = listSpans(row, columns);
  const boxes = spans.map(({ contentX, width, line: between, isLineAfter }, index) => {
    const cell = row.elements[index];
    const inner = Math.max(0, width - between - left - right);
    const height =
      cell?.type === 'text'
        ? at.contents.textAt(cell, inner).height
        : ((cell?.type === 'group' ? cell.cell?.height : null) ?? 0);
    // A column that is narrower than its padding keeps that at its start.
    const x = isLineAfter ? width - between - right - inner : left;
    return { x: contentX + x, width: inner, height };
  });
  const content = boxes.reduce((highest, { height }) => Math.max(highest, height), lineHeight);
  const height = Math.ceil(line + top + content + bottom - 1e-3);
  const cells = row.elements.map((cell, index): SceneElement => {
    const { x, width } = boxes[index]!;
    return placeCell(cell, { x, y: line + top, width, height: height - line - top - bottom });
  });
  const lines =
    borders === null
      ? []
      : getLines(
          row.id,
          { across: getSum(columns.map(({ width }) => width)), columns: spans },
          height,
          borders,
          at.index > 0,
        );
  const fills = getFills(row, spans, height);
  return {
    ...row,
    height,
    elements: fills.length + lines.length === 0 ? cells : [...fills, ...cells, ...lines],
  };
}

/** How far a line between columns reaches into the row above: rows that touch leave a fine gap otherwise. */
const overlapPx = 0.5;

/** The id of the line above a row. A flow leaves it out where the row begins a page. */
export function lineAbove(rowId: string): string {
  return `${rowId}.above`;
}

/** The lines of a row: above it, and between its columns. */
function getLines(
  rowId: string,
  { across, columns }: { readonly across: number; readonly columns: readonly PlacedColumn[] },
  height: number,
  { color, width, isBetweenRows, isBetweenColumns }: NonNullable<SceneTable['borders']>,
  hasRowAbove: boolean,
): ScenePath[] {
  const draw = (x: number, y: number, toX: number, toY: number) => `M${x} ${y}H${toX}V${toY}H${x}Z`;
  const paths: ScenePath[] = [];
  const add = (id: string, d: string) => {
    if (d !== '') paths.push(getPath(id, d, { width: across, height }, color));
  };
  if (isBetweenRows && hasRowAbove) add(lineAbove(rowId), draw(0, 0, across, width));
  // Lines that are not opaque would be darker where they cross.
  const isOpaque = seenColor(color).endsWith('ff');
  const below = isBetweenRows ? width : 0;
  const top = !hasRowAbove ? 0 : isOpaque ? -overlapPx : below;
  const between = isBetweenColumns ? columns.filter(({ line }) => line > 0) : [];
  add(`${rowId}.lines`, between.map(({ lineX, line }) => draw(lineX, top, lineX + line, height)).join(''));
  return paths;
}

/** What fills the cells of a row, behind its lines. */
function getFills(
  { row, elements }: SceneGroup,
  columns: readonly PlacedColumn[],
  height: number,
): SceneRect[] {
  return (row?.fills ?? []).flatMap((fill, index) => {
    const column = columns[index];
    const cell = elements[index];
    if (fill === null || column === undefined || cell === undefined) return [];
    const x = Math.min(column.lineX, column.contentX);
    const box = { x, y: 0, width: column.width, height };
    return { ...artifact, ...box, type: 'rect', id: `${cell.id}.fill`, fill, cornerRadius: noRadii };
  });
}

const noRadii = [0, 0, 0, 0] as const;

/** What is drawn for the eye only. */
const artifact = {
  tag: 'Artifact',
  rotation: 0,
  opacity: 1,
  blendMode: 'normal',
  shadow: null,
  blur: 0,
  stroke: null,
} as const;

function getPath(id: string, d: string, { width, height }: Size, color: string): ScenePath {
  return {
    ...artifact,
    type: 'path',
    id,
    x: 0,
    y: 0,
    width,
    height,
    d,
    viewBox: [0, 0, width, height],
    fillRule: 'nonzero',
    fill: { type: 'solid', color },
  };
}
