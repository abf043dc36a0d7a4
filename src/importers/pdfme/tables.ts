/** Tables and lists of pdfme, with the rows that they have in the template. */
import type { TemplateElement } from '../../../generated/template.ts';
import type { PdfmeCell, PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { boxOf, isVariable, mmPerPoint, nameOf, type PdfmeContext } from './context.ts';
import { boxesBehind, textElement } from './texts.ts';

/** The most cells that are converted. */
const maxCells = 3_000;

/** The width of a letter, on average, as a share of the font size: how many lines a cell has is a guess. */
const letterWidth = 0.52;

/** A table as a rect and a text for each of its cells. */
export function convertTable(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { builder } = context;
  const name = nameOf(field);
  const { showHead = true, head = [], headStyles = {}, bodyStyles = {} } = field;
  const body = readRows(content);
  const columns = Math.max(1, head.length, ...body.map((row) => row.length));
  if (isVariable(field)) builder.lose(name, 'content', 'The table keeps the rows that it has here.');
  if (field.rotate !== undefined && field.rotate !== 0)
    builder.lose(name, 'rotate', 'The table is not turned.');
  const box = boxOf({ ...field, rotate: 0 });
  const widths = columnWidths(field, columns).map((share) => share * box.width);
  const rows = [
    ...(showHead ? [{ cells: head, style: headStyles }] : []),
    ...body.map((cells, index) => ({ cells, style: bodyStyle(bodyStyles, index) })),
  ];
  const elements: TemplateElement[] = [];
  let y = box.y;
  let count = 0;
  for (const { cells, style } of rows) {
    const height = Math.max(0, ...cells.map((cell, column) => cellHeight(cell, widths[column] ?? 0, style)));
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
  return [...elements, ...borderOf(field, { ...box, height: y - box.y }, context)];
}

/** How much higher or lower a table is than its field says. */
export function tableGrowth(field: PdfmeField, content: string): number {
  const { showHead = true, head = [], headStyles = {}, bodyStyles = {}, width = 0, height = 0 } = field;
  const body = readRows(content);
  const columns = Math.max(1, head.length, ...body.map((row) => row.length));
  const widths = columnWidths(field, columns).map((share) => share * width);
  const heightOf = (cells: readonly string[], style: PdfmeCell) =>
    Math.max(0, ...cells.map((cell, column) => cellHeight(cell, widths[column] ?? 0, style)));
  const rows = body.map((cells) => heightOf(cells, bodyStyles));
  return rows.reduce((sum, row) => sum + row, showHead ? heightOf(head, headStyles) : 0) - height;
}

function bodyStyle(style: PdfmeCell, index: number): PdfmeCell {
  const { alternateBackgroundColor = '' } = style;
  return index % 2 === 1 && alternateBackgroundColor !== ''
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

function sidesOf(style: PdfmeCell): { readonly across: number; readonly down: number } {
  const [a, b] = [style.padding ?? {}, style.borderWidth ?? {}];
  return {
    across: (a.left ?? 0) + (a.right ?? 0) + (b.left ?? 0) + (b.right ?? 0),
    down: (a.top ?? 0) + (a.bottom ?? 0) + (b.top ?? 0) + (b.bottom ?? 0),
  };
}

function cellHeight(text: string, width: number, style: PdfmeCell): number {
  const { fontSize = 13, lineHeight = 1 } = style;
  const size = fontSize * mmPerPoint;
  const { across, down } = sidesOf(style);
  const perLine = Math.max(1, (width - across) / (size * letterWidth));
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return lines * size * lineHeight + down;
}

interface CellBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A cell as a field of text. */
function cellField(field: PdfmeField, style: PdfmeCell, column: number, box: CellBox): PdfmeField {
  const { alternateBackgroundColor: _other, ...rest } = style;
  const alignment = field.columnStyles?.alignment?.[String(column)];
  return {
    ...{ type: 'text', name: `${nameOf(field)} cell`, readOnly: true, verticalAlignment: 'middle', ...rest },
    ...(field.fontName !== undefined && rest.fontName === undefined && { fontName: field.fontName }),
    ...(alignment !== undefined && { alignment }),
    ...{ position: { x: box.x, y: box.y }, width: box.width, height: box.height },
  };
}

function convertCell(text: string, field: PdfmeField, context: PdfmeContext): TemplateElement[] {
  return [...boxesBehind(field, context), { ...textElement(field, context), text }];
}

function borderOf(
  field: PdfmeField,
  box: ReturnType<typeof boxOf>,
  context: PdfmeContext,
): TemplateElement[] {
  const { borderColor = '', borderWidth = 0 } = field.tableStyles ?? {};
  if (borderColor === '' || borderWidth <= 0) return [];
  const side = { top: borderWidth, right: borderWidth, bottom: borderWidth, left: borderWidth };
  const { x, y, width, height } = box;
  const border = { ...field, position: { x, y }, width, height, borderColor, borderWidth: side };
  return boxesBehind({ ...border, name: `${nameOf(field)} border`, backgroundColor: '', rotate: 0 }, context);
}

/** A list as a text for the marks and one for the items. */
export function convertList(field: PdfmeField, content: string, context: PdfmeContext): TemplateElement[] {
  const { builder } = context;
  const { markerWidth = 4, markerGap = 2, itemSpacing = 0, listStyle = 'bullet' } = field;
  const name = nameOf(field);
  const items = listItems(content);
  if (items.some((item) => item.startsWith('\t')))
    builder.lose(name, 'content', 'All items of a list are on one level.');
  const { x = 0, y = 0 } = field.position ?? {};
  const start = markerWidth + markerGap;
  const text = items.map((item) => item.replace(/^\t+/u, '')).join('\n');
  const place = { position: { x: x + start, y }, width: Math.max(0, (field.width ?? 0) - start) };
  const element = textElement({ ...field, ...place }, context);
  Object.assign(element, {
    ...{ text, list: listStyle === 'ordered' ? 'decimal' : 'disc' },
    ...(itemSpacing > 0 && { paragraphSpacing: rounded(itemSpacing) }),
  });
  if (isVariable(field)) {
    const variable = { target: element, key: 'text', mark: null, defaultValue: text };
    builder.proposals.add({ ...variable, name, from: name, type: 'text', isMarked: true });
  }
  return [...boxesBehind(field, context), element];
}

function listItems(content: string): string[] {
  try {
    const items = JSON.parse(content) as unknown;
    if (Array.isArray(items)) return items.map(String);
  } catch {
    // Items are lines, too.
  }
  return content.split(/\r\n|\r|\n/gu);
}
