/**
 * Reads .xlsx and .xls workbooks with SheetJS, whose npm releases are named @e965/xlsx. It is the only
 * maintained library that reports cells with errors, hidden sheets, formats and the calendar's start.
 */
import type { CellObject, WorkSheet } from '@e965/xlsx';
import { cellText, type CellReading, type Formats } from './cell-text.ts';
import { describeFormat, isWorkbook } from './file-format.ts';
import { openPictureWorkbook } from './pictures/open-workbook.ts';
import { placePictures } from './pictures/place-pictures.ts';
import {
  columnLetters,
  MAX_COLUMNS,
  toTable,
  UnreadableRows,
  type CellFault,
  type Table,
  type TablePictures,
} from './table.ts';

type Library = typeof import('@e965/xlsx');

/** A table, its sheet, and those that could be read instead. */
type WorkbookTable = Table & Required<Pick<Table, 'sheet' | 'sheets'>>;

/**
 * Reads the table of one sheet. The library's memory is not limited: a service checks the size of unpacked
 * content before.
 *
 * @param sheetName null: the first sheet that is not hidden.
 * @throws UnreadableRows
 */
export async function readWorkbook(bytes: Uint8Array, sheetName: string | null): Promise<WorkbookTable> {
  if (!isWorkbook(bytes)) {
    throw new UnreadableRows(`It is not a workbook${describeOther(bytes)}.`);
  }
  const library = await import('@e965/xlsx');
  try {
    const pictures = openPictureWorkbook(bytes);
    const cells = pictures?.withoutPictures ?? bytes;
    const sheets = listSheets(library, cells);
    const sheet = findSheet(sheets, sheetName);
    const book = library.read(cells, {
      type: 'array',
      sheets: [sheet],
      cellNF: true,
      sheetStubs: true,
      // Rows are arrays. One object with the addresses of all cells as keys takes four times as long.
      dense: true,
    });
    const content = book.Sheets[sheet];
    if (content === undefined || content['!type'] !== undefined) {
      throw new UnreadableRows(`The sheet "${sheet}" has no cells; choose another one.`);
    }
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    const place = (lines: Map<number, string[]>, faults: CellFault[]): TablePictures | null =>
      pictures === null ? null : placePictures(pictures, { name: sheet, lines, faults });
    const table = readSheet(sheet, content, { is1904, formats: library.SSF as Formats }, place);
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    return { ...table, sheet, sheets: visible.map(({ name }) => name) };
  } catch (error) {
    if (error instanceof UnreadableRows) throw error;
    // The library also throws strings.
    const reason = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(reason)) {
      throw new UnreadableRows('It has a password; save it as a workbook without one.');
    }
    throw new UnreadableRows(`It is not a workbook that can be read: ${reason.replace(/\.+$/, '')}.`);
  }
}

function describeOther(bytes: Uint8Array): string {
  const format = describeFormat(bytes);
  if (format !== null) return `: it is ${format}`;
  return bytes.subarray(0, 1024).includes(0)
    ? ''
    : '. It looks like text: if its cells are separated by commas or semicolons, name it .csv';
}

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

function listSheets(library: Library, bytes: Uint8Array): Sheet[] {
  const { Workbook, SheetNames } = library.read(bytes, { type: 'array', sheets: [] });
  const sheets = Workbook?.Sheets ?? SheetNames.map((name) => ({ name }));
  return sheets.map(({ name = '', Hidden = 0 }: { name?: string; Hidden?: number }) => ({
    name,
    isHidden: Hidden !== 0,
  }));
}

function findSheet(sheets: readonly Sheet[], given: string | null): string {
  const found = sheets.find(({ name, isHidden }) => (given === null ? !isHidden : name === given));
  if (found !== undefined) return found.name;
  if (sheets.length === 0) throw new UnreadableRows('It is not a workbook.');
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  throw new UnreadableRows(
    `It has no sheet ${given === null ? 'that is visible' : `"${given}"`}; it has ${names}.`,
  );
}

function readSheet(
  name: string,
  sheet: WorkSheet,
  reading: CellReading,
  place: (lines: Map<number, string[]>, faults: CellFault[]) => TablePictures | null,
): Table {
  const lines = new Map<number, string[]>();
  const faults: CellFault[] = [];
  for (const { row, column, cell } of getCells(sheet)) {
    const place = `Cell ${columnLetters(column)}${row + 1} of the sheet "${name}"`;
    const text = readCell(cell, reading, (detail) => {
      faults.push({ line: row + 1, index: column, detail, message: `${place} ${detail}` });
    });
    if (text === '') continue;
    if (column >= MAX_COLUMNS) {
      throw new UnreadableRows(`${place} is beyond the ${MAX_COLUMNS} columns that are read.`);
    }
    const line = lines.get(row) ?? [];
    line[column] = text;
    lines.set(row, line);
  }
  const pictures = place(lines, faults);
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    if (lines.get(start.r)?.[start.c] === undefined) continue;
    const range = `${columnLetters(start.c)}${start.r + 1}:${columnLetters(end.c)}${end.r + 1}`;
    const remedy = 'are merged; split them, so that each row has its values.';
    const message = `The cells ${range} of the sheet "${name}" ${remedy}`;
    faults.push({ line: start.r + 1, index: start.c, detail: `The cells ${range} ${remedy}`, message });
  }
  const records = [...lines]
    .sort(([first], [second]) => first - second)
    .map(([row, cells]) => ({ line: row + 1, cells: Array.from(cells, (cell) => cell ?? '') }));
  const table = toTable(records, 'workbook', faults);
  return pictures === null ? table : { ...table, pictures };
}

/** The cells that the file has, empty ones included. `row` and `column` count from 0. */
function* getCells(sheet: WorkSheet): Generator<{ row: number; column: number; cell: CellObject }> {
  // Object.entries() skips the holes: a sheet may have cells in its first and its last row only.
  for (const [row, cells] of Object.entries(sheet['!data'] ?? [])) {
    for (const [column, cell] of Object.entries(cells ?? [])) {
      if (cell !== undefined) yield { row: Number(row), column: Number(column), cell };
    }
  }
}

/** The text of a cell; the empty string if it has no usable value, which is reported. */
function readCell(cell: CellObject, reading: CellReading, report: (detail: string) => void): string {
  try {
    return cellText(cell, reading);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(`${error.message}.`);
    return '';
  }
}
