/** Types that the readers of all file kinds share. */

/** A place of a file that cannot be used. */
export interface FileProblem {
  /** Counts from 1, as an editor shows it. */
  readonly line: number;
  /** As the user sees it; empty if the whole line is meant. */
  readonly column: string;
  readonly detail: string;
}

/** Problems of a file that are listed; the others are only counted. */
export const MAX_LISTED = 100;

/** The rows of a file cannot be used. The message is one or more sentences that name line and column. */
export class UnreadableRows extends Error {
  override readonly name = 'UnreadableRows';
  /** The first of several problems; empty if the message says everything. */
  readonly problems: readonly FileProblem[];

  constructor(message: string, problems: readonly FileProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** Collects the problems of a file, so that all are reported at once. */
export class FileProblems {
  readonly #listed: FileProblem[] = [];
  #count = 0;
  #firstMessage = '';

  /** @param message one sentence with the place, for the case that this remains the only problem */
  add(problem: FileProblem, message: string): void {
    if (this.#count === 0) this.#firstMessage = message;
    if (this.#count < MAX_LISTED) this.#listed.push(problem);
    this.#count += 1;
  }

  /** @throws UnreadableRows if there are problems */
  throwIfAny(): void {
    if (this.#count === 0) return;
    if (this.#count === 1) throw new UnreadableRows(this.#firstMessage, this.#listed);
    const listed = this.#count > MAX_LISTED ? `; these are the first ${MAX_LISTED}` : '';
    throw new UnreadableRows(`It has ${this.#count} problems${listed}.`, this.#listed);
  }
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

/** Of a file: far more than the largest batch needs. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Of a workbook, whose pictures are not rows. */
export const MAX_WORKBOOK_BYTES = 300 * 1024 * 1024;

/** Far more than a template has variables. */
export const MAX_COLUMNS = 1_000;

/** Of a file, empty ones included: 500 columns of the largest batch of the default settings. */
export const MAX_CELLS = 1_000_000;

/** The pictures that a workbook has in its cells or over them. */
export interface TablePictures {
  /** The pictures of the read sheet by the names in its cells. A picture of several cells is in it once. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Sentences about pictures of the sheet that belong to no row. */
  readonly notes: readonly string[];
  /** Pictures of the other sheets. */
  readonly elsewhere: readonly { readonly sheet: string; readonly count: number }[];
}

/** What a sheet of a workbook has. */
export interface SheetSize {
  readonly sheet: string;
  /** Filled ones below the header. */
  readonly rows: number;
  /** The cells of its header. */
  readonly names: readonly string[];
}

/** A header, and the lines of cells under it. */
export interface Table {
  readonly kind: TableKind;
  readonly header: TableRecord;
  readonly records: readonly TableRecord[];
  /** Cells without a usable value. They are no problem in columns that are ignored. */
  readonly faults: readonly CellFault[];
  /** Of a text file. */
  readonly delimiter?: Delimiter;
  /** Of a workbook: the name of the table's sheet, and of all sheets that are not hidden. */
  readonly sheet?: string;
  readonly sheets?: readonly string[];
  /** Of a workbook of several sheets, if none was named: what they have. */
  readonly sizes?: readonly SheetSize[];
  /** Of a workbook that has pictures. Cells name them as `pictures/NAME`. */
  readonly pictures?: TablePictures;
  /** Lines above the header, which are not read. */
  readonly above?: readonly TableRecord[];
  /** Sentences about what is read in a way that a person may not expect, with the lines. */
  readonly notes?: readonly string[];
  /** Lines that the spreadsheet program does not show: hidden ones, and those that a filter leaves out. */
  readonly hidden?: readonly number[];
  /** Hidden lines that are left out: what other sheets say of them is left out, too. */
  readonly leftOut?: readonly TableRecord[];
}

/** A table, whose header names the variables, or rows that name their variables themselves. */
export type RowsContent = Table | { readonly kind: 'objects'; readonly rows: readonly FileRow[] };

export interface CellFault {
  readonly line: number;
  /** Of the column, counted from 0. */
  readonly index: number;
  readonly detail: string;
  /** One sentence that names the cell. */
  readonly message: string;
}

/** @throws UnreadableRows if one of these columns has a cell without a usable value */
export function refuseFaults({ kind, faults }: Table, isUsed: (index: number) => boolean): void {
  const problems = new FileProblems();
  for (const { line, index, detail, message } of faults) {
    if (!isUsed(index)) continue;
    const column = kind === 'workbook' ? columnLetters(index) : String(index + 1);
    problems.add({ line, column, detail }, message);
  }
  problems.throwIfAny();
}

export interface TableRecord {
  readonly line: number;
  /** What each cell shows. An empty cell is the empty string. */
  readonly cells: readonly string[];
  /** Of a workbook: the numbers of cells that have one, as JSON writes them. */
  readonly numbers?: readonly (string | undefined)[];
}

/** Whether a cell shows nothing. */
export function isBlank(cell: string | undefined): boolean {
  return cell === undefined || cell.trim() === '';
}

/** Names a line in messages: `row 7`, `line 7`. */
export function nameLine(kind: TableKind, line: number): string {
  return `${kind === 'workbook' ? 'row' : 'line'} ${line}`;
}

const maxNamedLines = 10;

/** Names lines in messages: `line 7`, `rows 7 to 9, 12 and 3 more`. */
export function nameLines(kind: TableKind, lines: readonly number[]): string {
  if (lines.length === 1) return nameLine(kind, lines[0] ?? 0);
  const ranges: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  const shown = ranges.slice(0, maxNamedLines);
  const more = ranges.slice(maxNamedLines).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const texts = shown.map(([first, last]) =>
    first === last ? String(first) : `${first} ${last === first + 1 ? 'and' : 'to'} ${last}`,
  );
  const named = `${kind === 'workbook' ? 'rows' : 'lines'} ${texts.join(', ')}`;
  return more > 0 ? `${named} and ${more} more` : named;
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
