import { readJoinedColumns } from '../../../../../src/common/rows/joined-columns.ts';
import {
  indexNames,
  readValues,
  type ValueReading,
  type ValueSource,
} from '../../../../../src/common/rows/row-values.ts';
import {
  isOpen,
  readLocal,
  type ColumnReading,
} from '../../../../../src/common/rows/locales/column-readings.ts';
import type { CellFault } from '../../../../../src/common/rows/table.ts';
import type { Schema } from '../../api/client.ts';
import { batchWords } from '../../words/batch.ts';
import { findReadings } from './column-readings.ts';
import type { Output } from './output/batch-output.ts';
import type { RowSource, EntrySource } from './row-source.ts';

type Variable = Schema<'Variable'>;

/** Where a variable's values come from. */
export type Assignment =
  | { readonly from: 'column'; readonly index: number }
  /** A text with placeholders of columns. */
  | { readonly from: 'joined'; readonly text: string }
  | { readonly from: 'fixed'; readonly value: string }
  | { readonly from: 'nothing' };

/** Everything that a person has entered on the page. */
export interface PreparedBatch {
  readonly source: RowSource;
  /** By variable. */
  readonly assignments: Readonly<Record<string, Assignment>>;
  /** By variable: how its column is read, if a person has chosen that. */
  readonly readings: Readonly<Record<string, ColumnReading>>;
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

/** The values of all rows, with corrections. */
export function prepareRows(
  batch: Omit<PreparedBatch, 'output' | 'beside'>,
  variables: readonly Variable[],
): PreparedRow[] {
  const { source, corrections, leftOut, assignments } = batch;
  const sources = findSources(source, variables, assignments);
  const readings = findReadings(source, sources, batch.readings, variables);
  const typeOf = new Map(variables.map(({ name, type }) => [name, type]));
  const readingOf = (name: string): ValueReading => ({
    trim: source.trims,
    type: typeOf.get(name) ?? 'text',
    reading: readings.get(name)?.reading ?? 'plain',
  });
  const fixed: Record<string, string> = {};
  for (const { name } of variables) {
    const assignment = assignments[name];
    if (assignment?.from === 'fixed' && assignment.value !== '') fixed[name] = assignment.value;
  }
  const faults = findFaults(source.faults, sources);
  const sheets = (source.entries ?? []).filter(({ list }) =>
    sources.some(
      ([name, from]) => name === list && typeof from === 'number' && source.columns[from] === list,
    ),
  );
  return source.records.map((record, index) => {
    const { line } = record;
    const own = readValues(record, sources, readingOf);
    const corrected = corrections[index] ?? {};
    const typed = Object.entries(corrected).map(([name, value]) => {
      const { type = 'text', reading = 'plain' } = readingOf(name);
      return [name, readLocal(type, value, reading) ?? value] as const;
    });
    const given = { ...fixed, ...own, ...Object.fromEntries(typed) };
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const open = [...readings].flatMap(([variable, { type, proposal, reading }]) =>
      reading === null && proposal.kind === 'ask' && isOpen(type, values[variable] ?? '', proposal.choices)
        ? [{ variable, detail: batchWords.columns.openReading(variable) }]
        : [],
    );
    return {
      index,
      line,
      values,
      faults: [
        ...(faults.get(line) ?? []).filter(({ variable }) => corrected[variable] === undefined),
        ...open,
      ],
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
