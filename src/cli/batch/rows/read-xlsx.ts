/**
 * Reads .xlsx workbooks with SheetJS, whose npm releases are named @e965/xlsx. It is the only maintained
 * library that reports cells with errors, hidden sheets, formats and the first day of the calendar.
 */
import type { CellObject, WorkSheet } from '@e965/xlsx';
import yauzl from 'yauzl';
import { cellText, type CellReading, type Formats } from './cell-text.ts';
import { columnLetters, MAX_COLUMNS, toTable, UnreadableRows, type CellFault, type Table } from './table.ts';

type Library = typeof import('@e965/xlsx');

/**
 * Limit on the unpacked size. Reading takes about fifteen times as much memory; a sheet for the largest batch
 * needs a hundredth of this.
 */
const maxContentBytes = 64 * 1024 * 1024;

/**
 * Limit on the XML tags of all parts: the library creates objects for cells, rows, texts and formats, even if
 * they are empty. A filled cell has about eight tags, an empty one has one.
 */
const maxTags = 2_000_000;

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
    const book = library.read(bytes, {
      ...{ type: 'buffer', sheets: [name], cellNF: true, sheetStubs: true },
      // Rows are arrays. One object with the addresses of all cells as keys takes four times as long.
      dense: true,
    });
    const sheet = book.Sheets[name];
    if (sheet === undefined || sheet['!type'] !== undefined) {
      throw new UnreadableRows(`The sheet "${name}" has no cells; name another with --sheet.`);
    }
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    return readSheet(name, sheet, { is1904, formats: library.SSF as Formats });
  } catch (error) {
    if (error instanceof UnreadableRows) throw error;
    // The library also throws strings.
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableRows(`It is not a workbook that can be read: ${reason.replace(/\.+$/, '')}.`);
  }
}

/**
 * Unpacks everything once without storing it: finds a zip bomb before the library unpacks it into memory, and
 * more cells than the library can read in a few seconds.
 */
async function checkContent(bytes: Buffer): Promise<void> {
  // An old .xls and a workbook with a password are both files of this kind.
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw new UnreadableRows(
      'It is an old workbook or has a password; save it as a workbook (.xlsx) without one.',
    );
  }
  try {
    let total = 0;
    let tags = 0;
    for await (const chunk of unpack(bytes)) {
      total += chunk.length;
      tags += countTags(chunk);
      if (total > maxContentBytes) refuseSize(`is larger than ${maxContentBytes / 1024 / 1024} MiB`);
      if (tags > maxTags)
        refuseSize(`has more than ${maxTags} XML tags: too many cells, empty ones included`);
    }
  } catch (error) {
    if (error instanceof UnreadableRows) throw error;
    throw new UnreadableRows(
      `It is not a workbook: ${error instanceof Error ? error.message : String(error)}.`.replace(/\.+$/, '.'),
    );
  }
}

/** The content of all files in a .zip. */
async function* unpack(bytes: Buffer): AsyncGenerator<Buffer> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  for await (const entry of zip.eachEntry()) {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
  }
}

/** Opening and closing tags. A `<` in content is written `&lt;`. */
function countTags(chunk: Buffer): number {
  const opening = 0x3c;
  let count = 0;
  for (const byte of chunk) if (byte === opening) count += 1;
  return count;
}

function refuseSize(reason: string): never {
  throw new UnreadableRows(`Unpacked, its content ${reason}; copy the rows into a new workbook.`);
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

function readSheet(name: string, sheet: WorkSheet, reading: CellReading): Table {
  const lines = new Map<number, string[]>();
  const faults: CellFault[] = [];
  for (const { row, column, cell } of cellsOf(sheet)) {
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
  return toTable(records, 'workbook', faults);
}

/** The cells that the file has, empty ones included. `row` and `column` count from 0. */
function* cellsOf(sheet: WorkSheet): Generator<{ row: number; column: number; cell: CellObject }> {
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
