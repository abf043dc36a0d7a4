/** Lists in workbooks: a sheet of their own, with a row for each entry. */
import { findName } from './find-name.ts';
import {
  collectLists,
  columnVariables,
  findPlace,
  findTwoForms,
  describeTwoForms,
  type ListVariable,
} from './list-columns.ts';
import type { ColumnReading } from './locales/column-readings.ts';
import { decideReadings } from './locales/decide-readings.ts';
import { describeAmbiguity } from './locales/describe-readings.ts';
import { listTexts, readValue, type RowValues } from './row-values.ts';
import {
  columnLetters,
  FileProblems,
  nameLines,
  UnreadableRows,
  type Table,
  type TableRecord,
} from './table.ts';

/** A sheet of a workbook. */
export interface NamedSheet {
  readonly sheet: string;
  readonly table: Table;
}

/** The entries of a list for each row of the first sheet. */
export interface JoinedEntries {
  readonly list: string;
  readonly sheet: string;
  /** The entries as JSON, by the rows of the first sheet; empty if there are none. */
  readonly cells: readonly string[];
  /** By the same rows: the row in the sheet of each entry. */
  readonly lines: readonly (readonly number[])[];
  /** The column of each field: `price (C)`. */
  readonly columns: ReadonlyMap<string, string>;
  /** The column of the first sheet that entries refer to; null: they name the number of a row. */
  readonly keyIndex: number | null;
  /** Columns that are no fields. */
  readonly ignored: readonly string[];
  /** Sentences about columns whose cells have decided how they are read. */
  readonly notes: readonly string[];
  /** Sentences about columns that can be read in several ways; their cells are left as they are written. */
  readonly questions: readonly string[];
}

export interface JoinOptions {
  /** Ignore columns that are no fields, instead of refusing them. */
  readonly ignoreColumns?: boolean;
  /** Remove blanks around the cells. Default: true. */
  readonly trim?: boolean;
  /** Numbers have a decimal comma. */
  readonly decimalComma?: boolean;
  /** The locale of the cells. */
  readonly cellsLocale?: string;
}

/** The header of a column with the numbers of rows, as the spreadsheet shows them. */
const rowNumber = 'row';

/** The sheets that hold the entries of lists: each has the name of its list. */
export function findEntrySheets(
  sheets: readonly string[],
  rowsSheet: string,
  variables: readonly ListVariable[],
): { readonly list: string; readonly sheet: string }[] {
  const others = sheets.filter((each) => each !== rowsSheet);
  return variables.flatMap(({ name, type }) => {
    const sheet = type === 'list' ? findName(name, others) : null;
    return sheet === null ? [] : [{ list: name, sheet }];
  });
}

/** The refusal of a list's sheet. */
export function refuseSheet(
  sheet: string,
  { message, problems }: Pick<UnreadableRows, 'message' | 'problems'>,
): UnreadableRows {
  return new UnreadableRows(`The sheet "${sheet}" cannot be read: ${message}`, problems);
}

/**
 * Joins the entries of a list with the rows that they belong to. The first column of the list's sheet says
 * which row that is: its header is that of a column of the rows, whose value it repeats, or `row`.
 *
 * @throws UnreadableRows with everything that is wrong
 */
export function joinEntries(
  { sheet: rowsSheet, table: rows }: NamedSheet,
  { sheet, table }: NamedSheet,
  list: ListVariable,
  { ignoreColumns = false, trim = true, ...locale }: JoinOptions = {},
): JoinedEntries {
  const names = rows.header.cells.map((cell) => cell.trim());
  refuseTwoPlaces(names, rowsSheet, sheet, list);
  const problems = new FileProblems();
  const report = (line: number, index: number, detail: string): void => {
    const place = `${columnLetters(index)}${line}`;
    problems.add(
      { line, column: `${sheet}!${nameIn(table, index)}`, detail },
      `Cell ${place} of the sheet "${sheet}": ${detail}`,
    );
  };
  const headers = table.header.cells.slice(1).map((cell) => cell.trim());
  const twoForms = findTwoForms(headers, list.fields ?? []);
  if (twoForms !== null) throw new UnreadableRows(`The sheet "${sheet}": ${describeTwoForms(twoForms)}`);
  // A list in an entry has columns for its values, as a list of a row has.
  const targets = columnVariables(list.fields ?? [], headers);
  const fields = assignFields(table, { ...list, fields: targets }, (index, detail) =>
    report(table.header.line, index, detail),
  );
  const fieldNames = targets.map(({ name }) => name);
  const known = new Set([0, ...fields.values()]);
  const ignored: string[] = [];
  for (const [index, cell] of table.header.cells.entries()) {
    const isField = findName(cell.trim(), fieldNames) !== null;
    if (known.has(index) || isField || cell.trim() === '') continue;
    if (ignoreColumns) ignored.push(cell.trim());
    else
      report(
        table.header.line,
        index,
        `"${cell.trim()}" is no value of an entry; they have ${getNames(list)}.`,
      );
  }
  for (const { line, index, detail } of table.faults) if (known.has(index)) report(line, index, detail);

  const { keyIndex, find } = findRows({ sheet: rowsSheet, table: rows }, table, names, sheet);
  const typeOf = new Map(targets.map(({ name, type }) => [name, type]));
  const { readings, ...sentences } = readFields({ sheet, table }, fields, typeOf, locale);
  const entries = rows.records.map((): RowValues[] => []);
  const lines = rows.records.map((): number[] => []);
  const withoutRow: number[] = [];
  for (const record of table.records) {
    const { line, cells } = record;
    const row = find((cells[0] ?? '').trim());
    if (row === null) {
      withoutRow.push(line);
      continue;
    }
    if (typeof row === 'string') {
      report(line, 0, row);
      continue;
    }
    const given = [...fields].map(([field, index]) => {
      const type = typeOf.get(field) ?? 'text';
      const reading = readings.get(field) ?? 'plain';
      return [field, readValue(record, index, { trim, type, reading })] as const;
    });
    const values = Object.fromEntries(given.filter(([, value]) => value !== ''));
    entries[row]?.push(collectLists(values, targets));
    lines[row]?.push(line);
  }
  problems.throwIfAny();
  return {
    list: list.name,
    sheet,
    lines,
    keyIndex,
    ignored,
    ...sentences,
    notes: [...sentences.notes, ...sayWithoutRow(sheet, table, withoutRow)],
    cells: entries.map((each) => (each.length === 0 ? '' : JSON.stringify(each))),
    columns: new Map([...fields].map(([field, index]) => [field, nameIn(table, index)])),
  };
}

/** How the columns of a list's sheet are read. */
function readFields(
  { sheet, table }: NamedSheet,
  fields: ReadonlyMap<string, number>,
  typeOf: ReadonlyMap<string, string>,
  options: Pick<JoinOptions, 'decimalComma' | 'cellsLocale'>,
): Pick<JoinedEntries, 'notes' | 'questions'> & { readonly readings: ReadonlyMap<string, ColumnReading> } {
  const columns = [...fields].map(([name, index]) => {
    const type = typeOf.get(name) ?? 'text';
    const column = `${sheet}!${nameIn(table, index)}`;
    return { name, type, column, values: listTexts(table.records, index, type) };
  });
  const { readings, notes, open } = decideReadings(columns, options);
  return { readings, notes, questions: open.map(([column, ask]) => describeAmbiguity(column, ask)) };
}

/** The rows with a column for each list, after their own columns. */
export function withEntries(table: Table, joined: readonly JoinedEntries[]): Table {
  const width = Math.max(0, ...[table.header, ...table.records].map(({ cells }) => cells.length));
  const extend = ({ cells, ...record }: TableRecord, added: readonly string[]): TableRecord => ({
    ...record,
    cells: [...Array.from({ length: width }, (_, index) => cells[index] ?? ''), ...added],
  });
  return {
    ...table,
    header: extend(
      table.header,
      joined.map(({ list }) => list),
    ),
    records: table.records.map((record, row) =>
      extend(
        record,
        joined.map(({ cells }) => cells[row] ?? ''),
      ),
    ),
  };
}

function refuseTwoPlaces(
  names: readonly string[],
  rowsSheet: string,
  sheet: string,
  list: ListVariable,
): void {
  const index = names.findIndex(
    (name) => findName(name, [list.name]) !== null || findPlace(name, [list]) !== null,
  );
  if (index < 0) return;
  throw new UnreadableRows(
    `The entries of "${list.name}" have the sheet "${sheet}", and the column "${names[index]}" ` +
      `(${columnLetters(index)}) of the sheet "${rowsSheet}"; remove one, or give it another name.`,
  );
}

/** The column of each field; a column that is the second for its field is reported. */
function assignFields(
  { header }: Table,
  { fields = [] }: ListVariable,
  report: (index: number, detail: string) => void,
): ReadonlyMap<string, number> {
  const assigned = new Map<string, number>();
  const names = fields.map(({ name }) => name);
  for (const [index, cell] of header.cells.entries()) {
    const field = index === 0 ? null : findName(cell.trim(), names);
    if (field === null) continue;
    const first = assigned.get(field);
    if (first === undefined) assigned.set(field, index);
    else report(index, `the column ${columnLetters(first)} has "${field}" already.`);
  }
  return assigned;
}

/** Says which entries are left out with a hidden row. */
function sayWithoutRow(sheet: string, { kind }: Table, lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  const [verb, row] = lines.length === 1 ? ['is', 'its row is'] : ['are', 'their rows are'];
  return [`The sheet "${sheet}": ${nameLines(kind, lines)} ${verb} left out, since ${row} hidden.`];
}

/** How the first cell of an entry finds its row: its place, null if it is left out, or what is wrong. */
function findRows(
  { sheet: rowsSheet, table: rows }: NamedSheet,
  table: Table,
  names: readonly string[],
  sheet: string,
): { readonly keyIndex: number | null; readonly find: (given: string) => number | string | null } {
  const header = (table.header.cells[0] ?? '').trim();
  const key =
    header === ''
      ? null
      : findName(
          header,
          names.filter((name) => name !== ''),
        );
  const missing = `it is empty; it must say to which row of the sheet "${rowsSheet}" the entry belongs.`;
  if (key === null && findName(header, [rowNumber]) === null) {
    const shown = names.filter((name) => name !== '').map((name) => `"${name}"`);
    throw new UnreadableRows(
      `The first column of the sheet "${sheet}" must say to which row an entry belongs: its header (A` +
        `${table.header.line}) must be "${rowNumber}", or one of the columns of the sheet "${rowsSheet}", ` +
        `${shown.join(', ')}, but is "${header}".`,
    );
  }
  const found = new Map<string, number[]>();
  const keyIndex = key === null ? null : names.indexOf(key);
  const keyOf = ({ line, cells }: TableRecord) =>
    keyIndex === null ? String(line) : (cells[keyIndex] ?? '').trim();
  const leftOut = new Set(rows.leftOut?.map(keyOf));
  rows.records.forEach((record, row) => {
    const value = keyOf(record);
    if (value !== '') found.set(value, [...(found.get(value) ?? []), row]);
  });
  const find = (given: string): number | string | null => {
    if (given === '') return missing;
    const wanted = keyIndex === null ? String(Number(given)) : given;
    const [row, second] = found.get(wanted) ?? [];
    if (row === undefined && leftOut.has(wanted)) return null;
    if (row === undefined) {
      const what = keyIndex === null ? `row ${given} with values` : `row whose "${key}" is "${given}"`;
      return `the sheet "${rowsSheet}" has no ${what}.`;
    }
    if (second === undefined) return row;
    const [one, other] = [row, second].map((each) => rows.records[each]?.line);
    return `the rows ${one} and ${other} of the sheet "${rowsSheet}" both have the "${key}" "${given}".`;
  };
  return { keyIndex, find };
}

function nameIn({ header }: Table, index: number): string {
  const name = (header.cells[index] ?? '').trim();
  return name === '' ? columnLetters(index) : `${name} (${columnLetters(index)})`;
}

function getNames({ fields = [] }: ListVariable): string {
  return fields.map(({ name }) => `"${name}"`).join(', ');
}
