/**
 * Reads workbooks with SheetJS, whose npm releases are named @e965/xlsx: .xlsx, .xlsm, .xlsb, .xls, .ods and
 * .numbers. It is the only maintained library that reports cells with errors, hidden sheets, formats and the
 * calendar's start.
 */
import type { CellObject, WorkSheet } from '@e965/xlsx';
import { cellTexts, type CellReading, type CellTexts, type Formats } from './cell-text.ts';
import { describeFormat, isWorkbook } from './file-format.ts';
import { findHeader } from './layout/find-header.ts';
import { toTable } from './layout/to-table.ts';
import { listSheets, measureSheet, type Sheet } from './list-sheets.ts';
import { openPictureWorkbook } from './pictures/open-workbook.ts';
import { placePictures } from './pictures/place-pictures.ts';
import {
  columnLetters,
  isBlank,
  MAX_COLUMNS,
  UnreadableRows,
  type CellFault,
  type Table,
  type TablePictures,
  type TableRecord,
} from './table.ts';

/** A table, its sheet, and those that could be read instead. */
type WorkbookTable = Table & Required<Pick<Table, 'sheet' | 'sheets'>>;

/**
 * Reads the table of one sheet. The library's memory is not limited: a service checks the size of unpacked
 * content before.
 *
 * @param given the name of the sheet. Null: the first one with rows that is not hidden.
 * @param headerLine the row of the header. Null: found.
 * @throws UnreadableRows
 */
export async function readWorkbook(
  bytes: Uint8Array,
  given: string | null,
  headerLine: number | null = null,
): Promise<WorkbookTable> {
  if (!isWorkbook(bytes)) {
    throw new UnreadableRows(`It is not a workbook${describeOther(bytes)}.`);
  }
  const library = await import('@e965/xlsx');
  try {
    const pictures = openPictureWorkbook(bytes);
    const cells = pictures?.withoutPictures ?? bytes;
    const sheets = listSheets(library, cells);
    const visible = sheets.flatMap(({ name, isHidden }) => (isHidden ? [] : [name]));
    const named = findSheet(sheets, given);
    // All are measured once, to choose among them.
    const wanted = given === null ? visible : [named];
    const book = library.read(cells, {
      type: 'array',
      sheets: wanted,
      cellNF: true,
      sheetStubs: true,
      // Also says which rows are hidden.
      cellStyles: true,
      // Rows are arrays. One object with the addresses of all cells as keys takes four times as long.
      dense: true,
    });
    const sizes = given === null && wanted.length > 1 ? wanted.map((each) => measureSheet(book, each)) : [];
    const sheet = sizes.find(({ rows }) => rows > 0)?.sheet ?? named;
    const content = book.Sheets[sheet];
    if (content === undefined || content['!type'] !== undefined) {
      throw new UnreadableRows(`The sheet "${sheet}" has no cells; choose another one.`);
    }
    const reading = {
      is1904: book.Workbook?.WBProps?.date1904 === true,
      formats: library.SSF as Formats,
      hasShownTexts: (book.bookType as string | undefined) === 'ods',
    };
    const place = ({ lines, faults, headerRow }: PlacedSheet): TablePictures | null =>
      pictures === null ? null : placePictures(pictures, { name: sheet, lines, faults, headerRow });
    const table = readSheet(sheet, content, { reading, place, headerLine });
    const skipped = sizes.slice(
      0,
      Math.max(
        0,
        sizes.findIndex((each) => each.sheet === sheet),
      ),
    );
    const notes = [
      ...skipped.map((each) => `The rows are those of the sheet "${sheet}": "${each.sheet}" has none.`),
      ...(table.notes ?? []),
    ];
    return {
      ...table,
      sheet,
      sheets: visible,
      ...(sizes.length === 0 ? {} : { sizes }),
      ...(notes.length === 0 ? {} : { notes }),
    };
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

function findSheet(sheets: readonly Sheet[], given: string | null): string {
  const found = sheets.find(({ name, isHidden }) => (given === null ? !isHidden : name === given));
  if (found !== undefined) return found.name;
  if (sheets.length === 0) throw new UnreadableRows('It is not a workbook.');
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  throw new UnreadableRows(
    `It has no sheet ${given === null ? 'that is visible' : `"${given}"`}; it has ${names}.`,
  );
}

/** The lines of a sheet, before pictures are placed in them. Rows and columns count from 0. */
interface PlacedSheet {
  readonly lines: Map<number, string[]>;
  readonly faults: CellFault[];
  readonly headerRow: number;
}

function readSheet(
  name: string,
  sheet: WorkSheet,
  {
    reading,
    place,
    headerLine,
  }: {
    readonly reading: CellReading;
    readonly place: (sheet: PlacedSheet) => TablePictures | null;
    readonly headerLine: number | null;
  },
): Table {
  const lines = new Map<number, string[]>();
  const numbers = new Map<number, (string | undefined)[]>();
  const faults: CellFault[] = [];
  for (const { row, column, cell } of getCells(sheet)) {
    const place = `Cell ${columnLetters(column)}${row + 1} of the sheet "${name}"`;
    const { shown, number } = readCell(cell, reading, (detail) => {
      faults.push({ line: row + 1, index: column, detail, message: `${place} ${detail}` });
    });
    if (shown === '' && number === undefined) continue;
    if (column >= MAX_COLUMNS) {
      throw new UnreadableRows(`${place} is beyond the ${MAX_COLUMNS} columns that are read.`);
    }
    const line = lines.get(row) ?? [];
    line[column] = shown;
    lines.set(row, line);
    if (number === undefined) continue;
    const own = numbers.get(row) ?? [];
    own[column] = number;
    numbers.set(row, own);
  }
  const toRecords = (): TableRecord[] =>
    [...lines]
      .sort(([first], [second]) => first - second)
      .map(([row, cells]) => {
        const own = numbers.get(row);
        const record = { line: row + 1, cells: Array.from(cells, (cell) => cell ?? '') };
        return own === undefined ? record : { ...record, numbers: Array.from(own) };
      });
  const filled = toRecords().filter(({ cells }) => !cells.every(isBlank));
  const header = headerLine ?? filled[findHeader(filled)]?.line ?? 1;
  const pictures = place({ lines, faults, headerRow: header - 1 });
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    if (lines.get(start.r)?.[start.c] === undefined) continue;
    const range = `${columnLetters(start.c)}${start.r + 1}:${columnLetters(end.c)}${end.r + 1}`;
    const remedy = 'are merged; split them, so that each row has its values.';
    const message = `The cells ${range} of the sheet "${name}" ${remedy}`;
    faults.push({ line: start.r + 1, index: start.c, detail: `The cells ${range} ${remedy}`, message });
  }
  const table = toTable(toRecords(), 'workbook', { faults, headerLine: header });
  const rows = new Set(table.records.map(({ line }) => line));
  const hidden = [...(sheet['!rows'] ?? []).entries()].flatMap(([row, info]) =>
    info?.hidden === true && rows.has(row + 1) ? [row + 1] : [],
  );
  return {
    ...table,
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(pictures === null ? {} : { pictures }),
  };
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

/** The texts of a cell; none if it has no usable value, which is reported. */
function readCell(cell: CellObject, reading: CellReading, report: (detail: string) => void): CellTexts {
  try {
    return cellTexts(cell, reading);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(`${error.message}.`);
    return { shown: '' };
  }
}
