/** Tables of pdfme as tables of the template, whose rows are the entries of a list. */
import type {
  GroupElement,
  ListEntry,
  ListField,
  RectElement,
  TableBody,
  TableColumn,
  TableElement,
} from '../../../generated/template.ts';
import type { PdfmeCell, PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { numbered, toVariableName } from '../proposals.ts';
import { readBox, readFontName, mmPerPoint, readName, type PdfmeContext } from './context.ts';
import { tableLines, type TableLines } from './table-lines.ts';
import { baselineShift, readFace } from './text-fonts.ts';

/** What a table shows, as pdfme measures it. */
export interface ReadTable {
  /** The texts of the head; none without a head. */
  readonly head: readonly string[];
  readonly body: readonly (readonly string[])[];
  /** In millimetres. */
  readonly widths: readonly number[];
  /** Whether all of it stands on the page. */
  readonly isWhole: boolean;
}

/** The pixels that rows are rounded to, in millimetres. */
const pixel = 25.4 / 96;

/** The most columns of a table. */
const maxColumns = 100;

/** The sides of a cell that names none, in millimetres. */
export const cellPadding = { top: 5, right: 5, bottom: 5, left: 5 };

/**
 * A table with a list variable, whose default is its rows. Null if the variable is not chosen, or if a table
 * of the template cannot look as this one does: the reason is a loss then.
 */
export function tableElement(field: PdfmeField, read: ReadTable, context: PdfmeContext): GroupElement | null {
  const { builder } = context;
  const name = readName(field);
  const looks = getLooks(field, read, context);
  if (typeof looks === 'string') {
    builder.lose(name, 'content', `The table keeps the rows that it has here: ${looks}`);
    return null;
  }
  const fields = getFields(field, read);
  const keys = fields.map((each) => each.name);
  const entries = read.body.map((row) => getEntry(row, keys));
  const places = builder.proposals.addList({ name, from: name, fields, entries });
  if (places === null) return null;
  builder.lose(name, 'content', 'What is below does not move when the table has other rows.');
  const { lines, columns, header, body, stripes } = looks;
  if (!lines.areEven) builder.lose(name, 'borderWidth', 'All lines between its rows are as thick.');
  const table: TableElement = {
    type: 'table',
    id: builder.names.idFor(name, 'table'),
    width: 'fill',
    height: 'hug',
    rows: '',
    columns: columns.map((column, index) => ({ ...column, header: read.head[index] ?? '' })),
    header,
    body,
    ...(stripes !== null && { stripes }),
    ...(lines.between !== null && { borders: lines.between }),
  };
  places.push({ target: table, key: 'rows', mark: null });
  for (const [index, target] of table.columns.entries()) {
    const expression = `{{ item[${JSON.stringify(keys[index] ?? '')}] }}`;
    places.push({ target, key: 'value', mark: null, expression });
  }
  return framed(field, table, lines, context);
}

/** The table with the lines above, below and around it, as high as it is. */
function framed(
  field: PdfmeField,
  table: TableElement,
  { above, below, around }: TableLines,
  { builder }: PdfmeContext,
): GroupElement {
  const { height: _height, rotation: _rotation, ...box } = readBox(field);
  const name = readName(field);
  const rule = (line: NonNullable<typeof above>, part: string): RectElement => ({
    type: 'rect',
    id: builder.names.idFor(`${name} ${part}`, 'rect'),
    width: 'fill',
    height: line.width,
    fill: line.color,
  });
  return {
    type: 'group',
    id: builder.names.idFor(`${name} box`, 'group'),
    ...box,
    height: 'hug',
    layout: { direction: 'column', align: 'stretch', ...(around !== null && { padding: around.width }) },
    ...(around !== null && { background: { stroke: { ...around, align: 'inside' as const } } }),
    elements: [
      ...(above === null ? [] : [rule(above, 'top')]),
      table,
      ...(below === null ? [] : [rule(below, 'bottom')]),
    ],
  };
}

interface Looks {
  readonly lines: TableLines;
  readonly columns: readonly TableColumn[];
  readonly header: TableBody | null;
  readonly body: TableBody;
  readonly stripes: string | null;
}

/** How a table looks; or why a table of the template cannot look so. */
function getLooks(field: PdfmeField, read: ReadTable, context: PdfmeContext): Looks | string {
  const { headStyles = {}, bodyStyles = {} } = field;
  const { head, body, widths } = read;
  if (readBox(field).rotation !== 0) return 'it is turned.';
  if (!read.isWhole) return 'it goes on on other pages.';
  if (widths.length > maxColumns) return `it has more than ${maxColumns} columns.`;
  const longest = Math.max(head.length, ...body.map((row) => row.length));
  if (longest > widths.length) return 'it has rows with more cells than columns.';
  const lines = tableLines(field, head.length > 0);
  if (typeof lines === 'string') return lines;
  const aligns = getAligns(field, read);
  if (aligns === null) return 'its head is aligned otherwise than its rows.';
  const { backgroundColor = '', alternateBackgroundColor = '' } = bodyStyles;
  const fill = readCssColor(alternateBackgroundColor) ?? readCssColor(backgroundColor);
  const stripes = readCssColor(alternateBackgroundColor) === null ? null : readCssColor(backgroundColor);
  if (readCssColor(alternateBackgroundColor) !== null && stripes === null)
    return 'every second of its rows has no background.';
  const headFill = readCssColor(headStyles.backgroundColor ?? '');
  if (head.length > 0 && headFill === null && fill !== null) return 'its head has no background.';
  const styles = [headStyles, bodyStyles].map((style, index) =>
    getStyle(field, style, { isHead: index === 0, lines }, context),
  );
  const [headStyle, bodyStyle] = styles;
  if (headStyle === undefined || headStyle === null || bodyStyle === undefined || bodyStyle === null)
    return 'its cells have too little padding.';
  const edge = lines.around?.width ?? 0;
  const edges = (index: number): number =>
    (index === 0 ? edge : 0) + (index === widths.length - 1 ? edge : 0);
  return {
    lines,
    columns: widths.map((width, index) => ({
      value: '',
      width: Math.max(0, rounded(width - edges(index))),
      align: aligns[index] ?? 'left',
    })),
    header: head.length === 0 ? null : { ...headStyle, ...(headFill !== null && { fill: headFill }) },
    body: { ...bodyStyle, ...(fill !== null && { fill }) },
    stripes,
  };
}

/** Where the texts of each column sit. Null if head and rows differ. */
function getAligns(
  { columnStyles = {}, headStyles = {}, bodyStyles = {} }: PdfmeField,
  { head, widths }: ReadTable,
): TableColumn['align'][] | null {
  const { alignment: ofBody = 'left' } = bodyStyles;
  const { alignment: ofHead = 'left' } = headStyles;
  const aligns = widths.map((_, index) => {
    const given = columnStyles.alignment?.[String(index)];
    if (given === undefined && head.length > 0 && ofHead !== ofBody) return null;
    return (['left', 'center', 'right'] as const).find((each) => each === (given ?? ofBody)) ?? null;
  });
  return aligns.includes(null) ? null : aligns.filter((align) => align !== null);
}

/**
 * The style of the cells of a row. A row is as high as in pdfme, to the nearest pixel, and its letters stand
 * as high. Null if the padding does not allow that.
 */
function getStyle(
  field: PdfmeField,
  style: PdfmeCell,
  { isHead, lines }: { readonly isHead: boolean; readonly lines: TableLines },
  context: PdfmeContext,
): TableBody | null {
  const { builder } = context;
  const { fontSize = 10, lineHeight = 1, characterSpacing = 0, verticalAlignment = 'middle' } = style;
  const { fontName = '', fontColor = '' } = style;
  const padding = style.padding ?? cellPadding;
  const name = readName(field);
  const face = readFace(fontName === '' ? readFontName(field, context) : fontName, name, builder);
  const vertical = (['middle', 'bottom'] as const).find((each) => each === verticalAlignment);
  const multiple = Math.max(0.01, rounded(lineHeight));
  const size = fontSize * mmPerPoint;
  const top = (padding.top ?? 0) + (isHead ? lines.roomAboveHead : 0);
  const bottom = padding.bottom ?? 0;
  const line = isHead ? 0 : (lines.between?.width ?? 0);
  const height = line + top + size * multiple + bottom;
  const rest = (Math.round(height / pixel) * pixel - height) / 2;
  const shift = baselineShift({ face, multiple, vertical }, fontSize, builder);
  // A row that is a thousandth higher than its pixels has one more.
  const sides = [top + rest + shift, padding.right ?? 0, bottom + rest - shift - 0.002, padding.left ?? 0];
  if (Math.min(...sides) < 0) return null;
  const [first = 0, right = 0, last = 0, left = 0] = sides.map(rounded);
  return {
    fontWeight: 400,
    ...face,
    fontSize: rounded(size),
    lineHeight: multiple,
    color: readCssColor(fontColor) ?? '#000',
    padding: [first, right, last, left],
    verticalAlign: vertical ?? 'top',
    ...(characterSpacing !== 0 && { letterSpacing: rounded(characterSpacing * mmPerPoint) }),
  };
}

/** The values of an entry, by the texts of the head. */
function getFields({ head = [] }: PdfmeField, { widths }: ReadTable): ListField[] {
  const used = new Set<string>();
  return widths.map((_, index) => {
    const name = numbered(
      toVariableName(head[index] ?? '', `column ${index + 1}`),
      (each) => !used.has(each),
    );
    used.add(name);
    return { name, type: 'text' };
  });
}

function getEntry(row: readonly string[], keys: readonly string[]): ListEntry {
  return Object.fromEntries(keys.map((key, index) => [key, row[index] ?? '']));
}
