import { readValue, type ValueReading, type ValueSource } from '../../../../../src/common/rows/row-values.ts';
import {
  columnLetters,
  type CellFault,
  type SheetSize,
  type TablePictures,
  type TableRecord,
} from '../../../../../src/common/rows/table.ts';
import type { Schema } from '../../api/client.ts';
import { batchWords } from '../../words/batch.ts';
import type { Output } from './output/batch-output.ts';

/** Rows that were read from a file, or from an earlier job. */
export interface RowSource {
  readonly name: string;
  readonly kind: 'workbook' | 'text' | 'objects' | 'job';
  /** The header; the empty string for a column without name. */
  readonly columns: readonly string[];
  readonly records: readonly TableRecord[];
  /** All rows of the file, if `records` are as many of them as a batch may have. */
  readonly all?: readonly TableRecord[];
  /** Cells without a usable value. */
  readonly faults: readonly CellFault[];
  /** Whether blanks around cells are removed. */
  readonly trims: boolean;
  /** For text that is not UTF-8: how it was read, and a line to judge by. */
  readonly guess?: { readonly encoding: string; readonly sample: string | null } | undefined;
  /** To be read again in another way. */
  readonly file?: File;
  /** Of a workbook. */
  readonly sheet?: string;
  readonly sheets?: readonly string[];
  /** How many rows each sheet has; only if the file was read without a choice of the sheet. */
  readonly sizes?: readonly SheetSize[];
  readonly headerLine?: number;
  /** Of a table: lines above the header, which are not read. */
  readonly above?: readonly TableRecord[];
  /** Sentences about what is read in a way that a person may not expect. */
  readonly notes?: readonly string[];
  /** Lines that the spreadsheet program does not show. */
  readonly hidden?: readonly number[];
  /** Of a text file. */
  readonly delimiter?: string;
  /** Lists that have a sheet of their own, whose column is called like the list. */
  readonly entries?: readonly EntrySource[];
  /** Of a workbook with pictures in or over its cells. */
  readonly pictures?: TablePictures;
  /** Of an earlier job: how its files were made. */
  readonly output?: Pick<Output, 'format' | 'callbackUrl' | 'pdfStandard' | 'preflight'>;
  /** Of an earlier job: the names of files that its PDFs carry, and those of this form cannot. */
  readonly attachmentsOfJob?: readonly string[];
  /** Of an earlier job: the columns that gave it its values. */
  readonly columnsOfJob?: Schema<'JobItemPage'>['columns'];
  /** Of an earlier job: its columns that fill no variable, with the texts of each record. */
  readonly othersOfJob?: Schema<'OtherColumns'> & { readonly cells: readonly (readonly string[])[] };
}

/** A sheet of the workbook with the entries of a list. */
export interface EntrySource {
  readonly list: string;
  readonly sheet: string;
  /** The column of the rows that entries refer to; null: they name the number of a row. */
  readonly key: string | null;
  /** Its columns that are not used. */
  readonly ignored: readonly string[];
  /** By the line of a row: the lines of its entries in the sheet. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
}

/** How a column is called: its name, or its place if it has none. */
export function nameColumn({ columns, kind }: RowSource, index: number): string {
  const name = columns[index] ?? '';
  if (name !== '') return name;
  return batchWords.columns.unnamed(kind === 'workbook' ? columnLetters(index) : String(index + 1));
}

/** Whether the file has more rows than a batch may have, and no part of them is chosen yet. */
export function hasTooManyRows({ records }: RowSource, rowsPerBatch: number): boolean {
  return records.length > rowsPerBatch;
}

/** The part of the file's rows that begins at the given place among all of them. */
export function takePart(source: RowSource, first: number, rowsPerBatch: number): RowSource {
  const all = source.all ?? source.records;
  return { ...source, all, records: all.slice(first, first + rowsPerBatch) };
}

/** The first values of a column, or of joined ones, that are not empty. */
export function sampleValues(
  { records }: RowSource,
  source: ValueSource,
  reading: ValueReading = {},
  count = 3,
): string[] {
  const samples: string[] = [];
  for (const record of records) {
    const value = readValue(record, source, reading);
    if (value !== '' && !samples.includes(value)) samples.push(value);
    if (samples.length === count) break;
  }
  return samples;
}
