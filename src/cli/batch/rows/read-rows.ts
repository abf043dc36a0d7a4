import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readJsonl } from './read-jsonl.ts';
import { readXlsx } from './read-xlsx.ts';
import { UnreadableRows, type Delimiter, type FileRow, type Table } from './table.ts';

export interface ReadingOptions {
  /** A sheet of a workbook; undefined: the first visible one. */
  readonly sheet?: string;
  /** For separated values; undefined: detected. */
  readonly delimiter?: Delimiter;
  /** A label of the Encoding Standard; undefined: detected. */
  readonly encoding?: string;
}

/** A table, whose header names the variables, or rows that name their variables themselves. */
export type RowsContent = Table | { readonly kind: 'objects'; readonly rows: readonly FileRow[] };

/** Far more than the largest batch needs. */
const maxFileBytes = 20 * 1024 * 1024;

/** The reader for each file extension. */
const kinds: Readonly<Record<string, 'csv' | 'xlsx' | 'jsonl'>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.xlsx': 'xlsx',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
};

/**
 * Reads a .csv (.tsv), .xlsx or .jsonl (.ndjson) file.
 *
 * @throws UnreadableRows; the message is meant to follow the name of the file.
 */
export async function readRows(file: string, options: ReadingOptions): Promise<RowsContent> {
  const kind = kinds[path.extname(file).toLowerCase()];
  if (kind === undefined) {
    throw new UnreadableRows(
      'Rows are read from .csv, .xlsx and .jsonl files; save it as one of these in a spreadsheet program.',
    );
  }
  refuseOptions(kind, options);
  const bytes = await readBytes(file);
  switch (kind) {
    case 'xlsx':
      return await readXlsx(bytes, options.sheet ?? null);
    case 'csv':
      return readCsv(decodeText(bytes, options.encoding ?? null), options.delimiter ?? null);
    case 'jsonl':
      return { kind: 'objects', rows: readJsonl(decodeText(bytes, options.encoding ?? null)) };
  }
}

function refuseOptions(kind: 'csv' | 'xlsx' | 'jsonl', { sheet, delimiter, encoding }: ReadingOptions): void {
  const refused =
    sheet !== undefined && kind !== 'xlsx'
      ? '--sheet is for .xlsx files.'
      : delimiter !== undefined && kind !== 'csv'
        ? '--delimiter is for .csv files.'
        : encoding !== undefined && kind === 'xlsx'
          ? '--encoding is for text files; a workbook needs none.'
          : null;
  if (refused !== null) throw new UnreadableRows(refused);
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new UnreadableRows('It is not a file.');
    if (found.size > maxFileBytes) {
      throw new UnreadableRows(`It has ${found.size} bytes; at most ${maxFileBytes} are read.`);
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof UnreadableRows || !(error instanceof Error)) throw error;
    throw new UnreadableRows(`It cannot be read: ${error.message}.`);
  }
}
