import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { decodeText, UnknownEncoding } from '../../../common/rows/decode-text.ts';
import { findContentKind, refuseSize, type FileKind } from '../../../common/rows/file-format.ts';
import { readContent } from '../../../common/rows/read-content.ts';
import { UnreadableRows, type Delimiter, type RowsContent } from '../../../common/rows/table.ts';
import { readXlsx } from './read-xlsx.ts';

export interface ReadingOptions {
  /** A sheet of a workbook; undefined: the first visible one. */
  readonly sheet?: string;
  /** For separated values; undefined: detected. */
  readonly delimiter?: Delimiter;
  /** A label of the Encoding Standard; undefined: detected. */
  readonly encoding?: string;
  /** The line of a table's header; undefined: found. */
  readonly headerRow?: number;
}

/**
 * Reads a file of rows: text, a workbook or JSON.
 *
 * @throws UnreadableRows; the message is meant to follow the name of the file.
 */
export async function readRows(file: string, options: ReadingOptions): Promise<RowsContent> {
  const name = path.basename(file);
  const bytes = await readBytes(file, name);
  refuseOptions(findContentKind(name, bytes), options);
  return await readContent(
    { name, bytes },
    {
      delimiter: options.delimiter ?? null,
      headerLine: options.headerRow ?? null,
      decode: (given) => decodeFile(given, options.encoding ?? null),
      readWorkbook: () => readXlsx(bytes, options.sheet ?? null, options.headerRow ?? null),
    },
  );
}

function decodeFile(bytes: Uint8Array, encoding: string | null): string {
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

function refuseOptions(kind: FileKind, { sheet, delimiter, encoding, headerRow }: ReadingOptions): void {
  const refused =
    sheet !== undefined && kind !== 'workbook'
      ? '--sheet is for workbooks, such as .xlsx and .ods files.'
      : delimiter !== undefined && kind !== 'csv'
        ? '--delimiter is for .csv files.'
        : encoding !== undefined && kind === 'workbook'
          ? '--encoding is for text files; a workbook needs none.'
          : headerRow !== undefined && (kind === 'json' || kind === 'jsonl')
            ? '--header-row is for tables; the rows of JSON name their values themselves.'
            : null;
  if (refused !== null) throw new UnreadableRows(refused);
}

async function readBytes(file: string, name: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new UnreadableRows('It is not a file.');
    refuseSize(name, found.size);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UnreadableRows || !(error instanceof Error)) throw error;
    // A name that no file of rows has says more.
    findContentKind(name, null);
    throw new UnreadableRows(`It cannot be read: ${error.message}.`);
  }
}
