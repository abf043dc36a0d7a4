/** Types that the readers of all file kinds share. */

/** The rows of a file cannot be used. The message is one or more sentences that name line and column. */
export class UnreadableRows extends Error {
  override readonly name = 'UnreadableRows';
}

/** The values of one row, and their line in the file. */
export interface FileRow {
  /** Counts from 1, as an editor shows it; the first line if the row spans several. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** Messages say "row 7" and "column C" for a workbook, "line 7" and "column 3" for a text file. */
export type TableKind = 'workbook' | 'text';

/** Accepted separators between the cells of a text file. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** Far more than a template has variables. */
export const MAX_COLUMNS = 1_000;

/** Of a file, empty ones included: 500 columns of the largest batch of the default settings. */
export const MAX_CELLS = 1_000_000;

/** A header, and the lines of cells under it. */
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

/** Creates a table from lines. The first line that is not empty is the header; empty lines are omitted. */
export function toTable(lines: readonly TableRecord[], kind: TableKind): Table {
  const [header, ...records] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (header === undefined) throw new UnreadableRows('It is empty; its first line must name the columns.');
  return { kind, header, records };
}

/** Names a line in messages: `row 7`, `line 7`. */
export function nameLine(kind: TableKind, line: number): string {
  return `${kind === 'workbook' ? 'row' : 'line'} ${line}`;
}

/** Names a column, counted from 0, in messages: `column C`, `column 3`. */
export function nameColumn(kind: TableKind, index: number): string {
  return `column ${kind === 'workbook' ? columnLetters(index) : index + 1}`;
}

/** The letters of a column, counted from 0: A to Z, then AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
