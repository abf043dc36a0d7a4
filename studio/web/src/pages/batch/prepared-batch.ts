import type { FilenameCharacters } from '../../../../../src/common/names/filename-characters.ts';
import { readJoinedColumns } from '../../../../../src/common/rows/joined-columns.ts';
import {
  indexNames,
  readValue,
  readValues,
  withPoints,
  type ValueSource,
} from '../../../../../src/common/rows/row-values.ts';
import { readDecimalComma } from '../../../../../src/common/values/decimal-comma.ts';
import {
  columnLetters,
  type CellFault,
  type TablePictures,
  type TableRecord,
} from '../../../../../src/common/rows/table.ts';
import type { Schema } from '../../api/client.ts';
import { firstFormat } from '../../parts/template/first-format.ts';
import type { PdfStandard } from '../../parts/template/standard-choice.tsx';
import type { SvgText } from '../../parts/template/svg-text-choice.tsx';
import { batchWords } from '../../words/batch.ts';
import type { SheetEntry } from './output/sheet.ts';

type Variable = Schema<'Variable'>;

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
  readonly headerLine?: number;
  /** Lists that have a sheet of their own, whose column is called like the list. */
  readonly entries?: readonly EntrySource[];
  /** Of a workbook with pictures in or over its cells. */
  readonly pictures?: TablePictures;
  /** Of an earlier job: how its files were made. */
  readonly output?: Pick<Output, 'format' | 'callbackUrl'>;
  /** Of an earlier job: the columns that gave it its values. */
  readonly columnsOfJob?: Schema<'JobItemPage'>['columns'];
  /** Of an earlier job: its columns that fill no variable, with the texts of each record. */
  readonly othersOfJob?: Schema<'OtherColumns'> & { readonly cells: readonly (readonly string[])[] };
}

/** Where a variable's values come from. */
export type Assignment =
  | { readonly from: 'column'; readonly index: number }
  /** A text with placeholders of columns. */
  | { readonly from: 'joined'; readonly text: string }
  | { readonly from: 'fixed'; readonly value: string }
  | { readonly from: 'nothing' };

/** How the files are made. */
export interface Output {
  readonly format: Schema<'OutputFormat'>;
  readonly scale: number;
  /** For pages in millimeters and so on. Null: the template's own. */
  readonly dpi: 96 | 150 | 300 | null;
  readonly quality: number;
  readonly svgText: SvgText;
  /** Of PDFs; undefined: what they can be. */
  readonly pdfStandard: PdfStandard | undefined;
  /** Whether PDFs for print have the warnings of a printer. */
  readonly preflight: boolean;
  readonly pattern: string;
  readonly filenameCharacters: FilenameCharacters;
  readonly callbackUrl: string;
  readonly includeWarnings: boolean;
  /** Whether the result is one PDF of sheets; for PDFs. */
  readonly isOnSheets: boolean;
  /** Null before sheets were first chosen. */
  readonly sheet: SheetEntry | null;
}

/** Everything that a person has entered on the page. */
export interface PreparedBatch {
  readonly source: RowSource;
  /** By variable. */
  readonly assignments: Readonly<Record<string, Assignment>>;
  readonly hasDecimalComma: boolean;
  /** Of each row by its place in the file, and of its variables. */
  readonly corrections: Readonly<Record<number, Readonly<Record<string, string>>>>;
  readonly leftOut: ReadonlySet<number>;
  /** Pictures beside the table, by their paths. */
  readonly beside: ReadonlyMap<string, Blob>;
  readonly output: Output;
}

/** The lines of a row's entries in the sheet of their list. */
export interface EntryLines extends Pick<EntrySource, 'list' | 'sheet'> {
  readonly lines: readonly number[];
}

/** A row of the file with its values for the template. */
export interface PreparedRow {
  /** Its place among the rows of the file, counted from 0. */
  readonly index: number;
  /** As the spreadsheet shows it. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  /** Problems of cells, before the service has seen them. */
  readonly faults: readonly { readonly variable: string; readonly detail: string }[];
  readonly isLeftOut: boolean;
  /** For lists that have a sheet: where their entries stand in it. */
  readonly entries: readonly EntryLines[];
  /** The values as JSON: rows with equal values are checked once. */
  readonly key: string;
}

/** What the last step begins with. */
export function firstOutput(template: Pick<Schema<'Template'>, 'page'>): Output {
  return {
    format: firstFormat(template),
    scale: 1,
    dpi: null,
    quality: 85,
    svgText: 'outlines',
    pdfStandard: undefined,
    preflight: false,
    pattern: '',
    filenameCharacters: 'unicode',
    callbackUrl: '',
    includeWarnings: true,
    isOnSheets: false,
    sheet: null,
  };
}

/** The values of all rows, with corrections. */
export function prepareRows(
  batch: Omit<PreparedBatch, 'output' | 'beside'>,
  variables: readonly Variable[],
): PreparedRow[] {
  const { source, assignments, corrections, leftOut, hasDecimalComma } = batch;
  const sources = findSources(source, variables, assignments);
  const fixed: Record<string, string> = {};
  for (const { name } of variables) {
    const assignment = assignments[name];
    if (assignment?.from === 'fixed' && assignment.value !== '') fixed[name] = assignment.value;
  }
  const numbers = variables.filter(({ type }) => type === 'number').map(({ name }) => name);
  const faults = findFaults(source.faults, sources);
  const sheets = (source.entries ?? []).filter(({ list }) =>
    sources.some(
      ([name, from]) => name === list && typeof from === 'number' && source.columns[from] === list,
    ),
  );
  return source.records.map(({ line, cells }, index) => {
    const own = readValues(cells, sources, source.trims);
    const corrected = corrections[index] ?? {};
    const given = { ...fixed, ...own, ...corrected };
    const read = hasDecimalComma ? withPoints(given, numbers, source.kind !== 'workbook') : given;
    const values = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''));
    return {
      index,
      line,
      values,
      faults: (faults.get(line) ?? []).filter(({ variable }) => corrected[variable] === undefined),
      isLeftOut: leftOut.has(index),
      entries: sheets
        .filter(({ list }) => corrected[list] === undefined)
        .map(({ list, sheet, lines }) => ({ list, sheet, lines: lines.get(line) ?? [] })),
      key: JSON.stringify(values),
    };
  });
}

/** What gives each variable its values that has a column, or several. A text that is not valid gives none. */
export function findSources(
  source: RowSource,
  variables: readonly Pick<Variable, 'name'>[],
  assignments: PreparedBatch['assignments'],
): (readonly [variable: string, source: ValueSource])[] {
  return variables.flatMap(({ name }) => {
    const found = findSource(source, assignments[name]);
    return found === null ? [] : [[name, found] as const];
  });
}

/** The column of an assignment, or those that it joins; null if it has none, or its text is not valid. */
export function findSource({ columns }: RowSource, assignment: Assignment | undefined): ValueSource | null {
  if (assignment?.from === 'column') return assignment.index;
  if (assignment?.from !== 'joined') return null;
  const read = readJoinedColumns(assignment.text, columns);
  return 'joined' in read ? read.joined : null;
}

/** The variables whose text of joined columns is not valid. */
export function findBadTexts<V extends Pick<Variable, 'name'>>(
  { source, assignments }: Pick<PreparedBatch, 'source' | 'assignments'>,
  variables: readonly V[],
): V[] {
  return variables.filter(
    ({ name }) => assignments[name]?.from === 'joined' && findSource(source, assignments[name]) === null,
  );
}

/** The faults of used columns, by line. */
function findFaults(
  faults: readonly CellFault[],
  sources: readonly (readonly [string, ValueSource])[],
): ReadonlyMap<number, readonly { readonly variable: string; readonly detail: string }[]> {
  const found = new Map<number, { variable: string; detail: string }[]>();
  for (const { line, index, detail } of faults) {
    for (const [variable, source] of sources) {
      if (!indexNames(source).includes(index)) continue;
      found.set(line, [...(found.get(line) ?? []), { variable, detail }]);
    }
  }
  return found;
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
export function sampleValues({ records }: RowSource, source: ValueSource, count = 3): string[] {
  const samples: string[] = [];
  for (const { cells } of records) {
    const value = readValue(cells, source);
    if (value !== '' && !samples.includes(value)) samples.push(value);
    if (samples.length === count) break;
  }
  return samples;
}

/** Whether numbers of the file are written with a decimal comma. */
export function usesDecimalComma(
  source: RowSource,
  variables: readonly Variable[],
  assignments: PreparedBatch['assignments'],
): boolean {
  const numbers = variables.filter(({ type }) => type === 'number');
  const sources = findSources(source, numbers, assignments);
  return source.records.some(({ cells }) =>
    sources.some(([, each]) => readDecimalComma(readValue(cells, each)) !== null),
  );
}
