import type { Rect, Size } from '../geometry.ts';
import type { SceneCarry, SceneElement, SceneGroup } from '../scene/elements.ts';
import type { SceneTable } from '../scene/table.ts';
import {
  type TextSizes,
  placeColumns,
  type PlacedColumn,
  getSum,
  listSpans,
  noPadding,
} from './table-columns.ts';
import { getLines, getFills } from './table-lines.ts';

/** A group that is a table. */
export type TableGroup = SceneGroup & { readonly table: SceneTable };

/** The rows of a table with their boxes, and the size that they take. */
export interface PlacedTable {
  readonly size: Size;
  readonly rows: readonly SceneGroup[];
  /** The rows with the sum so far, which only flows show. */
  readonly carry?: SceneCarry;
}

/** Whether an element is a table, which `placeTable` places. */
export function isTable(element: SceneElement): element is TableGroup {
  return element.type === 'group' && element.table !== undefined;
}

/**
 * The size of a table, as `placeTable` places it, without its rows: a long one would have them twice.
 *
 * @param width of the table; null: as wide as its columns need
 */
export function measureTable(group: TableGroup, width: number | null, contents: TextSizes): Size {
  const { rows, edge, columns, across } = openTable(group, width, contents);
  const { borders } = group.table;
  const height = rows.reduce(
    (sum, row, index) => sum + measureRow(row, columns, borders, { index, contents }).height,
    edge,
  );
  return { width: across + 2 * edge, height: height + edge };
}

/**
 * Places the rows of a table: one pass for the widths of columns, one for the heights of rows. A row is as
 * high as its highest cell, and begins and ends on a whole pixel: fills and lines have sharp edges then.
 */
export function placeTable(group: TableGroup, width: number, contents: TextSizes): PlacedTable {
  const { rows, edge, columns, across } = openTable(group, width, contents);
  const place = (row: SceneGroup, index: number, y: number): SceneGroup => {
    return { ...placeRow(row, columns, group.table.borders, { index, contents }), x: edge, y, width: across };
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

/** The rows of a table, the line around them, and the columns with their width in all. */
function openTable({ table, elements, carry }: TableGroup, width: number | null, contents: TextSizes) {
  const rows = elements.filter((element) => element.type === 'group');
  const edge = table.borders?.isAround === true ? table.borders.width : 0;
  const measured = carry === undefined ? rows : [...rows, ...listSums(rows, carry)];
  const columns = placeColumns(measured, table, width === null ? null : width - 2 * edge, contents);
  return { rows, edge, columns, across: getSum(columns.map((column) => column.width)) };
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

/** The boxes of a row's cells, and its height. */
function measureRow(
  row: SceneGroup,
  columns: readonly PlacedColumn[],
  borders: SceneTable['borders'],
  at: { readonly index: number; readonly contents: TextSizes },
) {
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
  return { spans, boxes, height, y: line + top, inner: height - line - top - bottom };
}

function placeRow(
  row: SceneGroup,
  columns: readonly PlacedColumn[],
  borders: SceneTable['borders'],
  at: { readonly index: number; readonly contents: TextSizes },
): SceneGroup {
  const { spans, boxes, height, y, inner } = measureRow(row, columns, borders, at);
  const cells = row.elements.map((cell, index): SceneElement => {
    const { x, width } = boxes[index]!;
    return placeCell(cell, { x, y, width, height: inner });
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
