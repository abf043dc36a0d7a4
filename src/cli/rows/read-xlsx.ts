/**
 * Workbooks of Excel and of the programs that write its format, read by SheetJS: of the libraries that are kept it is the one that
 * tells cells with errors, hidden sheets, formats and the first day of the calendar. (The name is that of its releases on npm.)
 */
import type { CellObject, WorkSheet } from '@e965/xlsx';
import yauzl from 'yauzl';
import { cellText, type CellReading, type Formats } from './cell-text.ts';
import { columnLetters, toTable, UnreadableRows, type Table } from './table.ts';

type Library = typeof import('@e965/xlsx');

/** Unpacked. Reading takes some fifteen times as much memory; a sheet for the largest batch has a hundredth of it. */
const maxContentBytes = 64 * 1024 * 1024;

const maxColumns = 1_000;

/**
 * Reads the table of one sheet.
 *
 * @param sheetName null: the first sheet that is not hidden.
 * @throws UnreadableRows
 */
export async function readXlsx(bytes: Buffer, sheetName: string | null): Promise<Table> {
  await checkContent(bytes);
  const library = await import('@e965/xlsx');
  try {
    const name = findSheet(library, bytes, sheetName);
    const book = library.read(bytes, { type: 'buffer', sheets: [name], cellNF: true, sheetStubs: true });
    const sheet = book.Sheets[name];
    if (sheet === undefined || sheet['!type'] !== undefined) {
      throw new UnreadableRows(`The sheet "${name}" has no cells; name another with --sheet.`);
    }
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    return readSheet(library, name, sheet, { is1904, formats: library.SSF as Formats });
  } catch (error) {
    if (error instanceof UnreadableRows) throw error;
    // The library throws texts, too.
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableRows(`It is not a workbook that can be read: ${reason.replace(/\.+$/, '')}.`);
  }
}

/** Unpacks everything once and keeps nothing of it, so that a bomb is found before the library unpacks it into memory. */
async function checkContent(bytes: Buffer): Promise<void> {
  // An old .xls and a workbook with a password are both files of this kind.
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw new UnreadableRows(
      'It is an old workbook or has a password; save it as a workbook (.xlsx) without one.',
    );
  }
  let total = 0;
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        total += (chunk as Buffer).length;
        if (total > maxContentBytes) break;
      }
      if (total > maxContentBytes) break;
    }
  } catch (error) {
    throw new UnreadableRows(
      `It is not a workbook: ${error instanceof Error ? error.message : String(error)}.`.replace(/\.+$/, '.'),
    );
  }
  if (total > maxContentBytes) {
    throw new UnreadableRows(
      `Unpacked, its content is larger than ${maxContentBytes / 1024 / 1024} MiB; copy the rows into a workbook of their own.`,
    );
  }
}

function findSheet(library: Library, bytes: Buffer, given: string | null): string {
  const { Workbook } = library.read(bytes, { type: 'buffer', sheets: [] });
  const sheets = (Workbook?.Sheets ?? []).map(({ name = '', Hidden = 0 }) => ({
    name,
    isHidden: Hidden !== 0,
  }));
  const found = sheets.find(({ name, isHidden }) => (given === null ? !isHidden : name === given));
  if (found !== undefined) return found.name;
  if (sheets.length === 0) throw new UnreadableRows('It is not a workbook.');
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  throw new UnreadableRows(
    `It has no sheet ${given === null ? 'that is visible' : `"${given}"`}; it has ${names}.`,
  );
}

function readSheet(library: Library, name: string, sheet: WorkSheet, reading: CellReading): Table {
  const lines = new Map<number, string[]>();
  for (const [address, cell] of Object.entries(sheet)) {
    if (address.startsWith('!')) continue;
    const { r: row, c: column } = library.utils.decode_cell(address);
    const text = readCell(cell as CellObject, reading, `Cell ${address} of the sheet "${name}"`);
    if (text === '') continue;
    if (column >= maxColumns) {
      throw new UnreadableRows(
        `Cell ${address} of the sheet "${name}" is beyond the ${maxColumns} columns that are read.`,
      );
    }
    const line = lines.get(row) ?? [];
    line[column] = text;
    lines.set(row, line);
  }
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    if (lines.get(start.r)?.[start.c] === undefined) continue;
    const range = `${columnLetters(start.c)}${start.r + 1}:${columnLetters(end.c)}${end.r + 1}`;
    throw new UnreadableRows(
      `The cells ${range} of the sheet "${name}" are merged; split them, so that each row has values of its own.`,
    );
  }
  const records = [...lines]
    .sort(([first], [second]) => first - second)
    .map(([row, cells]) => ({ line: row + 1, cells: Array.from(cells, (cell) => cell ?? '') }));
  return toTable(records, 'workbook');
}

function readCell(cell: CellObject, reading: CellReading, place: string): string {
  try {
    return cellText(cell, reading);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UnreadableRows(`${place} ${error.message}.`);
  }
}
