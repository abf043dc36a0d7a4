/**
 * What a file of rows holds, whichever kind it is.
 */

/** A file whose rows cannot be used: whole sentences that name the file's own line and column. */
export class UnreadableRows extends Error {
  override readonly name = 'UnreadableRows';
}

/** The values of one row, and where in the file they are. */
export interface FileRow {
  /** Counted as the program that made the file counts them, from 1; the first line of what goes over several. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** People speak of rows and of columns by letter in a workbook, of lines and of columns by number in a text file. */
export type TableKind = 'workbook' | 'text';

/** What may stand between the cells of a text file. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** A spreadsheet: a header, and lines of cells under it. */
export interface Table {
  readonly kind: TableKind;
  readonly header: TableRecord;
  readonly records: readonly TableRecord[];
}

export interface TableRecord {
  readonly line: number;
  /** An empty cell is the empty string. */
  readonly cells: readonly string[];
}

/** Header and lines of a table, which begins at the first line that is not empty; lines without any value are left out. */
export function toTable(lines: readonly TableRecord[], kind: TableKind): Table {
  const [header, ...records] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (header === undefined) throw new UnreadableRows('It is empty; its first line must name the columns.');
  return { kind, header, records };
}

/** How people call a line: `row 7`, `line 7`. */
export function nameLine(kind: TableKind, line: number): string {
  return `${kind === 'workbook' ? 'row' : 'line'} ${line}`;
}

/** How people call a column, counted from 0: `column C`, `column 3`. */
export function nameColumn(kind: TableKind, index: number): string {
  return `column ${kind === 'workbook' ? columnLetters(index) : index + 1}`;
}

/** The letters of a column, counted from 0: A to Z, then AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
