/** The web worker of `readFile`: reads one file at a time, so that the page never freezes. */
import { decodeText, UnknownEncoding } from '../../../../../../src/domain/batches/rows/decode-text.ts';
import {
  describeFormat,
  findKind,
  isWorkbook,
} from '../../../../../../src/domain/batches/rows/file-format.ts';
import { readCsv } from '../../../../../../src/domain/batches/rows/read-csv.ts';
import { readJsonl } from '../../../../../../src/domain/batches/rows/read-jsonl.ts';
import { readWorkbook } from '../../../../../../src/domain/batches/rows/read-workbook.ts';
import { UnreadableRows, type FileRow } from '../../../../../../src/domain/batches/rows/table.ts';
import { batchWords } from '../../../words/batch.ts';
import type { ReadAnswer, ReadRequest } from './read-file.ts';
import type { RowSource } from '../prepared-batch.ts';

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void answer(data).then((each) => postMessage(each));
});

async function answer(request: ReadRequest): Promise<ReadAnswer> {
  try {
    return { source: await read(request) };
  } catch (error) {
    if (error instanceof UnreadableRows) return { refusal: error.message, problems: error.problems };
    // A rejection would not reach the page.
    return { refusal: batchWords.file.unreadable, problems: [] };
  }
}

async function read({ file, encoding, sheet }: ReadRequest): Promise<RowSource> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = findKind(file.name);
  // A workbook is recognized whatever its name says; any other file is read as its name says.
  if (kind === 'workbook' || isWorkbook(bytes)) {
    const { table, sheet: name, sheets } = await readWorkbook(bytes, sheet);
    const { header, records, faults, pictures } = table;
    const columns = header.cells.map((cell) => cell.trim());
    return {
      ...{ name: file.name, kind: 'workbook', columns, records, faults, trims: true },
      sheet: name,
      sheets,
      headerLine: header.line,
      ...(pictures === undefined ? {} : { pictures }),
    };
  }
  if (kind === null) {
    const format = describeFormat(bytes);
    throw new UnreadableRows(
      'Rows are read from .csv, .tsv, .xlsx, .xls and .jsonl files' +
        (format === null ? '.' : `; this is ${format}.`),
    );
  }
  const { text, guess } = decode(bytes, encoding);
  const common = { name: file.name, ...(guess === null ? {} : { guess }) };
  if (kind === 'jsonl') return { ...common, ...toTable(readJsonl(text)) };
  const { header, records, faults } = readCsv(text, null);
  const columns = header.cells.map((cell) => cell.trim());
  return { ...common, kind: 'text', columns, records, faults, trims: true };
}

/** Decodes with the guess, if the text is not UTF-8: a person sees the guess, and may correct it. */
function decode(
  bytes: Uint8Array,
  encoding: string | null,
): { text: string; guess: RowSource['guess'] | null } {
  try {
    const text = decodeText(bytes, encoding);
    return { text, guess: encoding === null ? null : { encoding, sample: null } };
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    const text = decodeText(bytes, error.guess);
    return { text, guess: { encoding: error.guess, sample: error.sample } };
  }
}

/** The names of all rows are the columns. */
function toTable(rows: readonly FileRow[]): Omit<RowSource, 'name'> {
  const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const records = rows.map(({ line, values }) => ({
    line,
    cells: columns.map((name) => values[name] ?? ''),
  }));
  return { kind: 'objects', columns, records, faults: [], trims: false };
}
