/** Tables of pdfme, with the rows that they have in the template. */
import type { TemplateElement } from '../../../generated/template.ts';
import type { PdfmeCell, PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readBox, readFontName, isVariable, mmPerPoint, readName, type PdfmeContext } from './context.ts';
import { cellPadding, tableElement } from './table-element.ts';
import { boxesBehind } from './text-boxes.ts';
import { readFace } from './text-fonts.ts';
import { textElement } from './texts.ts';

/** The most cells that are converted. */
const maxCells = 3_000;

interface TableRow {
  readonly cells: readonly string[];
  readonly style: PdfmeCell;
  readonly height: number;
}

/**
 * A table with a list variable; or, where it has none or looks otherwise, a rect and a text for each of its
 * cells.
 *
 * @param parts how many rows stand on the page, the head included; null for all
 */
export function convertTable(
  field: PdfmeField,
  content: string,
  context: PdfmeContext,
  parts: number | null = null,
): TemplateElement[] {
  const { builder } = context;
  const name = readName(field);
  const { rows, widths } = tableRows(field, content, context);
  const shown = parts === null ? rows : rows.slice(0, parts);
  if (isVariable(field)) {
    const isWhole = shown.length === rows.length && rows.length <= maxCells;
    const [head, ...body] = rows.map(({ cells }) => cells);
    const table = tableElement(field, { head: head ?? [], body, widths, isWhole }, context);
    if (table !== null) return [table];
  }
  if (field.rotate !== undefined && field.rotate !== 0)
    builder.lose(name, 'rotate', 'The table is not turned.');
  const box = readBox({ ...field, rotate: 0 });
  if (shown.length < rows.length)
    builder.lose(name, 'content', `${rows.length - shown.length} rows stand on other pages.`);
  const elements: TemplateElement[] = [];
  let y = box.y;
  let count = 0;
  for (const { cells, style, height } of shown) {
    let x = box.x;
    for (const [column, cell] of cells.entries()) {
      count += 1;
      if (count > maxCells) {
        builder.lose(name, 'content', `Only ${maxCells} cells of a table are converted.`);
        return elements;
      }
      const width = widths[column] ?? 0;
      elements.push(...convertCell(cell, cellField(field, style, column, { x, y, width, height }), context));
      x += width;
    }
    y += height;
  }
  return [...elements, ...getBorder(field, { ...box, height: y - box.y }, context)];
}

/** The heights of the rows of a table, the head first. */
export function tableHeights(field: PdfmeField, content: string, context: PdfmeContext): number[] {
  return tableRows(field, content, context).rows.map(({ height }) => height);
}

/** The rows of a table, the head first, as high as their texts. Without a head, that has no cells. */
function tableRows(
  field: PdfmeField,
  content: string,
  context: PdfmeContext,
): { readonly rows: readonly TableRow[]; readonly widths: readonly number[] } {
  const { showHead = true, head = [], headStyles = {}, bodyStyles = {} } = field;
  const body = readRows(content);
  const columns = Math.max(1, head.length, ...body.slice(0, maxCells).map((row) => row.length));
  const widths = columnWidths(field, columns).map((share) => share * (field.width ?? 0));
  const rows = [
    { cells: showHead ? head : [], style: headStyles },
    ...body
      .slice(0, maxCells)
      .map((cells, index) => ({ cells: cells.slice(0, maxCells), style: bodyStyle(bodyStyles, index) })),
  ];
  let measured = 0;
  return {
    widths,
    rows: rows.map(({ cells, style }) => {
      measured += cells.length;
      const heights = cells.map((cell, column) =>
        measured > maxCells
          ? 0
          : cellHeight(cell, cellField(field, style, column, emptyCell), widths[column] ?? 0, context),
      );
      return { cells, style, height: Math.max(0, ...heights) };
    }),
  };
}

/** Every other row has another background, the first one too. */
function bodyStyle(style: PdfmeCell, index: number): PdfmeCell {
  const { alternateBackgroundColor = '' } = style;
  return index % 2 === 0 && alternateBackgroundColor !== ''
    ? { ...style, backgroundColor: alternateBackgroundColor }
    : style;
}

function readRows(content: string): string[][] {
  try {
    const rows = JSON.parse(content === '' ? '[]' : content) as unknown;
    if (!Array.isArray(rows)) return [];
    return rows.map((row) =>
      Array.isArray(row) ? row.map((cell) => String(cell ?? '').slice(0, 5_000)) : [],
    );
  } catch {
    return [];
  }
}

function columnWidths({ headWidthPercentages = [] }: PdfmeField, columns: number): number[] {
  return Array.from(
    { length: columns },
    (_, column) => (headWidthPercentages[column] ?? 100 / columns) / 100,
  );
}

/** The height of a cell at its width: all of its lines are as high as each other. */
function cellHeight(text: string, cell: PdfmeField, width: number, context: PdfmeContext): number {
  const { fontSize = 10, lineHeight = 1, characterSpacing = 0, padding = {}, borderWidth } = cell;
  const border = typeof borderWidth === 'object' ? borderWidth : {};
  const sum = (a: 'left' | 'top', b: 'right' | 'bottom'): number =>
    (padding[a] ?? 0) + (padding[b] ?? 0) + (border[a] ?? 0) + (border[b] ?? 0);
  const face = readFace(readFontName(cell, context), readName(cell), context.builder);
  const size = fontSize * mmPerPoint;
  const loose = {
    type: 'text' as const,
    text,
    ...face,
    fontSize: rounded(size),
    ...(characterSpacing !== 0 && { letterSpacing: rounded(characterSpacing * mmPerPoint) }),
  };
  const lines = context.measure.measureWithin(loose, width - sum('left', 'right'))?.lines ?? 1;
  return lines * size * lineHeight + sum('top', 'bottom');
}

interface CellBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const emptyCell: CellBox = { x: 0, y: 0, width: 0, height: 0 };

/** A cell as a field of text. */
function cellField(field: PdfmeField, style: PdfmeCell, column: number, box: CellBox): PdfmeField {
  const { alternateBackgroundColor: _other, ...rest } = style;
  const alignment = field.columnStyles?.alignment?.[String(column)];
  return {
    type: 'text',
    name: `${readName(field)} cell`,
    readOnly: true,
    verticalAlignment: 'middle',
    fontSize: 10,
    padding: cellPadding,
    ...rest,
    ...((rest.fontName ?? '') === '' && { fontName: field.fontName ?? '' }),
    ...(alignment !== undefined && { alignment }),
    position: { x: box.x, y: box.y },
    width: box.width,
    height: box.height,
  };
}

function convertCell(text: string, field: PdfmeField, context: PdfmeContext): TemplateElement[] {
  return [...boxesBehind(field, context), textElement(field, { text }, context)];
}

function getBorder(
  field: PdfmeField,
  box: ReturnType<typeof readBox>,
  context: PdfmeContext,
): TemplateElement[] {
  const { borderColor = '', borderWidth = 0 } = field.tableStyles ?? {};
  if (borderColor === '' || borderWidth <= 0) return [];
  const side = { top: borderWidth, right: borderWidth, bottom: borderWidth, left: borderWidth };
  const { x, y, width, height } = box;
  const border = { ...field, position: { x, y }, width, height, borderColor, borderWidth: side };
  return boxesBehind(
    { ...border, name: `${readName(field)} border`, backgroundColor: '', rotate: 0 },
    context,
  );
}
