/** The lines of tables of pdfme, which has them for each cell and around the table. */
import type { TableBorders } from '../../../generated/template.ts';
import type { PdfmeCell, PdfmeField } from '../../../generated/designs/pdfme.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';

interface Line {
  readonly color: string;
  /** In millimetres. */
  readonly width: number;
}

/** The lines of a table, where a table of the template has them. */
export interface TableLines {
  readonly between: (Required<TableBorders> & Line) | null;
  readonly around: Line | null;
  readonly above: Line | null;
  readonly below: Line | null;
  /** Whether the line below the head is as thick as those between rows. */
  readonly areEven: boolean;
  /** How far the texts of the head stand below the line above it; below 0 if that line is thicker here. */
  readonly roomAboveHead: number;
}

/** Lines that differ less look the same. */
const tolerance = 0.11;

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The lines of a table, or why a table of the template cannot have them. */
export function tableLines(
  { headStyles = {}, bodyStyles = {}, tableStyles = {} }: PdfmeField,
  hasHead: boolean,
): TableLines | string {
  const body = getSides(bodyStyles);
  const head = hasHead ? getSides(headStyles) : body;
  const color = readCssColor(bodyStyles.borderColor ?? '') ?? readCssColor(headStyles.borderColor ?? '');
  const frame = readCssColor(tableStyles.borderColor ?? '');
  const frameWidth = frame === null ? 0 : Math.max(0, tableStyles.borderWidth ?? 0);
  const headColor = readCssColor(headStyles.borderColor ?? '');
  const hasOtherColor = hasHead && headColor !== null && headColor !== color;
  if (hasOtherColor && Object.values(head).some((width) => width > 0)) return 'its head has other lines.';
  if (differs(head.left + head.right, body.left + body.right)) return 'its head has other lines.';
  const rows = body.top + body.bottom;
  const columns = body.left + body.right;
  if (rows > 0 && columns > 0 && differs(rows, columns)) return 'its lines differ.';
  if (differs(head.bottom + body.top, rows)) return 'its head has other lines.';
  const width = rounded(Math.max(rows, columns));
  const between =
    color === null || width === 0
      ? null
      : ({
          color,
          width,
          outer: false,
          between: rows > 0 && columns > 0 ? 'all' : rows > 0 ? 'rows' : 'columns',
        } as const);
  const sides = [head.top, body.right, body.bottom, body.left].map((side) => Math.max(side, frameWidth));
  const [top = 0, , bottom = 0] = sides;
  const isFramed = sides.every((side) => side > 0);
  if (!isFramed && (body.left > 0 || body.right > 0)) return 'it has lines at one side only.';
  if (isFramed && differs(Math.max(...sides), Math.min(...sides))) return 'its lines differ.';
  const edge = rounded(isFramed ? Math.max(...sides) : 0);
  const getLine = (size: number) => (color === null || size === 0 ? null : { color, width: rounded(size) });
  const [above, below] = isFramed ? [null, null] : [getLine(top), getLine(bottom)];
  const frameColor = frameWidth > 0 ? frame : color;
  return {
    between,
    above,
    below,
    areEven: Math.abs(head.bottom + body.top - rows) < 0.01,
    around: isFramed && frameColor !== null ? { color: frameColor, width: edge } : null,
    roomAboveHead: head.top - (isFramed ? edge : (above?.width ?? 0)),
  };
}

function differs(a: number, b: number): boolean {
  return Math.abs(a - b) > tolerance;
}

/** The lines of a cell; those without a colour are none. */
function getSides({ borderWidth, borderColor = '' }: PdfmeCell): Sides {
  const given = typeof borderWidth === 'object' && readCssColor(borderColor) !== null ? borderWidth : {};
  const { top = 0, right = 0, bottom = 0, left = 0 } = given;
  const [above, after, below, before] = [top, right, bottom, left].map((width) => Math.max(0, width));
  return { top: above ?? 0, right: after ?? 0, bottom: below ?? 0, left: before ?? 0 };
}
