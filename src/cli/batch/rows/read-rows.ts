import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { decodeText, UnknownEncoding } from '../../../domain/batches/rows/decode-text.ts';
import { findKind, type FileKind } from '../../../domain/batches/rows/file-format.ts';
import { readCsv } from '../../../domain/batches/rows/read-csv.ts';
import { readJsonl } from '../../../domain/batches/rows/read-jsonl.ts';
import {
  MAX_FILE_BYTES,
  MAX_WORKBOOK_BYTES,
  UnreadableRows,
  type Delimiter,
  type RowsContent,
} from '../../../domain/batches/rows/table.ts';
import { readXlsx } from './read-xlsx.ts';

export interface ReadingOptions {
  /** A sheet of a workbook; undefined: the first visible one. */
  readonly sheet?: string;
  /** For separated values; undefined: detected. */
  readonly delimiter?: Delimiter;
  /** A label of the Encoding Standard; undefined: detected. */
  readonly encoding?: string;
}

/**
 * Reads a .csv (.tsv, .txt), .xlsx (.xls) or .jsonl (.ndjson) file.
 *
 * @throws UnreadableRows; the message is meant to follow the name of the file.
 */
export async function readRows(file: string, options: ReadingOptions): Promise<RowsContent> {
  const kind = findKind(path.basename(file));
  if (kind === null) {
    throw new UnreadableRows(
      'Rows are read from .csv, .xlsx and .jsonl files; save it as one of these in a spreadsheet program.',
    );
  }
  refuseOptions(kind, options);
  const bytes = await readBytes(file, kind === 'workbook' ? MAX_WORKBOOK_BYTES : MAX_FILE_BYTES);
  switch (kind) {
    case 'workbook':
      return await readXlsx(bytes, options.sheet ?? null);
    case 'csv':
      return readCsv(decodeFile(bytes, options.encoding ?? null), options.delimiter ?? null);
    case 'jsonl':
      return { kind: 'objects', rows: readJsonl(decodeFile(bytes, options.encoding ?? null)) };
  }
}

function decodeFile(bytes: Buffer, encoding: string | null): string {
  try {
    return decodeText(bytes, encoding);
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    const { message, guess, sample } = error;
    throw new UnreadableRows(
      `${message} Save the file as "CSV UTF-8", or name its encoding: ` +
        `with --encoding ${guess} that line reads ${JSON.stringify(sample)}.`,
    );
  }
}

function refuseOptions(kind: FileKind, { sheet, delimiter, encoding }: ReadingOptions): void {
  const refused =
    sheet !== undefined && kind !== 'workbook'
      ? '--sheet is for .xlsx and .xls files.'
      : delimiter !== undefined && kind !== 'csv'
        ? '--delimiter is for .csv files.'
        : encoding !== undefined && kind === 'workbook'
          ? '--encoding is for text files; a workbook needs none.'
          : null;
  if (refused !== null) throw new UnreadableRows(refused);
}

async function readBytes(file: string, maxBytes: number): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new UnreadableRows('It is not a file.');
    if (found.size > maxBytes) {
      throw new UnreadableRows(`It has ${found.size} bytes; at most ${maxBytes} are read.`);
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof UnreadableRows || !(error instanceof Error)) throw error;
    throw new UnreadableRows(`It cannot be read: ${error.message}.`);
  }
}
