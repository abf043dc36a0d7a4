/** Tables of slides: a rectangle, lines and a text for each cell. */
import type { GroupElement, RectElement, Stroke, TemplateElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { emuPerPx, readName, type SlideContext } from './context.ts';
import { readFill, readStroke } from './paints.ts';
import { readParagraphs } from './paragraphs.ts';
import { toBox, type PlacedShape } from './places.ts';
import { readTableLook, type CellPlace, type TableLook } from './table-styles.ts';
import { placeTexts, readAnchor } from './texts.ts';
import { findNode, isOn, listNodes, readNumber, type XmlNode } from './xml.ts';

const maxCells = 2_000;
const plainMargins = { marL: 91_440, marT: 45_720, marR: 91_440, marB: 45_720 };

/** The sides of a cell with the lines at them. */
const sides = [
  ['lnT', 'top'],
  ['lnB', 'bottom'],
  ['lnL', 'left'],
  ['lnR', 'right'],
] as const;

/** Converts a table. Its rows are as high as the file says. */
export function convertTable(
  table: XmlNode,
  frame: XmlNode,
  placed: PlacedShape,
  context: SlideContext,
): TemplateElement[] {
  const { builder } = context;
  const name = readName(context, frame);
  const columns = listNodes(findNode(table, 'tblGrid'), 'gridCol').map((each) => length(each, 'w'));
  const rows = listNodes(table, 'tr');
  if (rows.length * columns.length > maxCells) {
    builder.lose(name, 'tbl', `A table is converted up to ${maxCells} cells.`);
    return [];
  }
  const size = { rows: rows.length, columns: columns.length };
  const look = readTableLook(findNode(table, 'tblPr'), frame, size, context);
  const tops = sums(rows.map((row) => length(row, 'h')));
  const lefts = sums(columns);
  const fills: TemplateElement[] = [];
  const lines: TemplateElement[] = [];
  const texts: TemplateElement[] = [];
  for (const [rowIndex, row] of rows.entries())
    for (const [columnIndex, cell] of listNodes(row, 'tc').entries()) {
      if (isOn(cell.attributes['hMerge']) || isOn(cell.attributes['vMerge'])) continue;
      const lastColumn = columnIndex + (readNumber(cell, 'gridSpan') ?? 1);
      const lastRow = rowIndex + (readNumber(cell, 'rowSpan') ?? 1);
      const [x, y] = [lefts[columnIndex] ?? 0, tops[rowIndex] ?? 0];
      const box = {
        x,
        y,
        width: Math.max(0, (lefts[lastColumn] ?? lefts.at(-1) ?? x) - x),
        height: Math.max(0, (tops[lastRow] ?? tops.at(-1) ?? y) - y),
        rotation: 0,
      };
      const place = { row: rowIndex, column: columnIndex, lastRow, lastColumn };
      const parts = convertCell({ cell, frame, box, place, look }, context);
      fills.push(...parts.fills);
      lines.push(...parts.lines);
      texts.push(...parts.texts);
    }
  const elements = [...fills, ...lines, ...texts];
  if (elements.length === 0) return [];
  const group: GroupElement = {
    type: 'group',
    id: builder.names.idFor(name, 'group'),
    ...toBox(placed),
    width: rounded(lefts.at(-1) ?? 0),
    height: rounded(tops.at(-1) ?? 0),
    elements,
  };
  return [group];
}

function length(node: XmlNode, name: string): number {
  return Math.max(0, (readNumber(node, name) ?? 0) / emuPerPx);
}

/** The places before and after each length. */
function sums(lengths: readonly number[]): number[] {
  const all = [0];
  for (const each of lengths) all.push((all.at(-1) ?? 0) + each);
  return all;
}

interface Cell {
  readonly cell: XmlNode;
  readonly frame: XmlNode;
  readonly box: { x: number; y: number; width: number; height: number; rotation: number };
  readonly place: CellPlace;
  readonly look: TableLook;
}

function convertCell(
  { cell, frame, box, place, look }: Cell,
  context: SlideContext,
): { fills: TemplateElement[]; lines: TemplateElement[]; texts: TemplateElement[] } {
  const { builder, sheet } = context;
  const name = readName(context, frame);
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  const properties = findNode(cell, 'tcPr');
  const style = look(place);
  const fill = readFill(properties, { sheet, lose }) ?? style.fill;
  if (fill?.kind === 'picture') lose('blipFill', 'Cells have no picture behind them.');
  const area = {
    x: rounded(box.x),
    y: rounded(box.y),
    width: rounded(box.width),
    height: rounded(box.height),
  };
  const rect = (part: string, own: Partial<RectElement>): RectElement => ({
    type: 'rect',
    id: builder.names.idFor(`${name} ${part}`, 'rect'),
    ...area,
    ...own,
  });
  const lines = sides.flatMap(([key, side]): TemplateElement[] => {
    const own = findNode(properties, key);
    const stroke = own === undefined ? style.line(side) : readStroke([own], undefined, { sheet, lose });
    return stroke === null ? [] : [toLine(stroke, side, box, builder.names.idFor(`${name} ${side}`, 'line'))];
  });
  if (findNode(properties, 'lnTlToBr', 'solidFill') ?? findNode(properties, 'lnBlToTr', 'solidFill'))
    lose('lnTlToBr', 'Cells have no lines from corner to corner.');
  const [top, right, bottom, left] = (['marT', 'marR', 'marB', 'marL'] as const).map(
    (side) => (readNumber(properties, side) ?? plainMargins[side]) / emuPerPx,
  );
  const paragraphs = readParagraphs(findNode(cell, 'txBody'), {
    chain: [style.text],
    context,
    reference: undefined,
    scale: 1,
    lineScale: 1,
  });
  const texts = placeTexts(
    paragraphs,
    {
      box,
      inset: [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0],
      anchor: readAnchor(properties?.attributes['anchor']),
    },
    { shape: frame, context, isPlaceholder: false, wraps: true, isSized: false, columns: 1, columnGap: 0 },
  );
  return { fills: fill?.kind === 'paint' ? [rect('cell', { fill: fill.paint })] : [], lines, texts };
}

function toLine(
  stroke: Stroke,
  side: (typeof sides)[number][1],
  { x, y, width, height }: Cell['box'],
  id: string,
): TemplateElement {
  const isAcross = side === 'top' || side === 'bottom';
  return {
    type: 'line',
    id,
    x: rounded(side === 'right' ? x + width : x),
    y: rounded(side === 'bottom' ? y + height : y),
    width: isAcross ? rounded(width) : 0,
    height: isAcross ? 0 : rounded(height),
    stroke,
  };
}
