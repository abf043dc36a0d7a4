import type { TemplateVariable } from '../../../../generated/template.ts';
import { findName } from '../../../domain/batches/rows/find-name.ts';
import { collectLists, columnVariables } from '../../../domain/batches/rows/list-columns.ts';
import { readValues, withPoints, type RowValues } from '../../../domain/batches/rows/row-values.ts';
import {
  columnLetters,
  nameColumn,
  nameLine,
  refuseFaults,
  UnreadableRows,
  type FileRow,
  type RowsContent,
  type Table,
} from '../../../domain/batches/rows/table.ts';
import { nearestName } from '../../../domain/variables/nearest-name.ts';
import { assignColumns, suggest, type AssignmentOptions } from './assign-columns.ts';
import { joinSheets, type EntrySheet } from './join-sheets.ts';

export interface MappingOptions extends AssignmentOptions {
  /** Remove blanks around the cells of a table. Default: true. */
  readonly trim?: boolean;
  /** Numbers have a decimal comma. */
  readonly decimalComma?: boolean;
}

/** Rows with values for the template's variables. */
export interface MappedRows {
  readonly rows: readonly FileRow[];
  /** The column of a variable, as the user sees it: `Price (C)`. */
  readonly columnOf: (variable: string) => string;
  /** The place in the sheet of a list; null if its entries have no sheet. */
  readonly placeOf: (row: number, entry: EntryPlace) => SheetPlace | null;
}

/** An entry of a list, or one of its values. */
export interface EntryPlace {
  readonly list: string;
  readonly index: number;
  readonly field: string | null;
}

/** A cell as `line_items!price (C)`, or the row of an entry. */
export interface SheetPlace {
  readonly line: number;
  readonly column: string;
}

/**
 * Converts the content of a file into rows of values for the template's variables.
 *
 * @param sheets of lists
 * @throws UnreadableRows if the columns of a table do not fit the template
 */
export function mapContent(
  content: RowsContent,
  variables: readonly TemplateVariable[],
  options: MappingOptions = {},
  sheets: readonly EntrySheet[] = [],
): MappedRows {
  if (content.kind === 'objects' || sheets.length === 0) return mapRows(content, variables, options);
  const { table, joined } = joinSheets(content, variables, options, sheets);
  const { rows, columnOf } = mapRows(table, variables, options);
  const find = (list: string) => joined.find((each) => each.list === list);
  return {
    rows,
    columnOf: (variable) => find(variable)?.sheet ?? columnOf(variable),
    placeOf(row, { list, index, field }) {
      const found = find(list);
      const line = found?.lines[row]?.[index];
      if (found === undefined || line === undefined) return null;
      const column = field === null ? undefined : (found.columns.get(field) ?? field);
      return { line, column: column === undefined ? found.sheet : `${found.sheet}!${column}` };
    },
  };
}

function mapRows(
  content: RowsContent,
  variables: readonly TemplateVariable[],
  options: MappingOptions,
): MappedRows {
  const columns = columnVariables(variables, namesOf(content, options));
  const { rows, columnOf } =
    content.kind === 'objects'
      ? mapKeys(content.rows, columns, options)
      : mapColumns(content, columns, options);
  const numbers = columns.filter(({ type }) => type === 'number').map(({ name }) => name);
  const hasPointGroups = content.kind !== 'workbook';
  const finish = (values: RowValues) =>
    collectLists(
      options.decimalComma === true ? withPoints(values, numbers, hasPointGroups) : values,
      columns,
    );
  return {
    rows: rows.map(({ line, values }) => ({ line, values: finish(values) })),
    columnOf,
    placeOf: () => null,
  };
}

/** The names that may be places in lists. */
function namesOf(content: RowsContent, { map = [] }: MappingOptions): string[] {
  const given =
    content.kind === 'objects'
      ? content.rows.flatMap(({ values }) => Object.keys(values))
      : content.header.cells;
  return [...new Set([...given, ...map.map(({ variable }) => variable)])];
}

/**
 * Converts a table. Its header names the columns. An empty cell omits its variable, so that the template's
 * default applies.
 */
function mapColumns(
  table: Table,
  variables: readonly TemplateVariable[],
  { trim = true, ...options }: MappingOptions,
): Omit<MappedRows, 'placeOf'> {
  const { kind } = table;
  if (options.ignoreColumns !== true) refuseFaults(table, () => true);
  const names = nameColumns(table, options);
  const assigned = [...assignColumns({ kind, names }, variables, options)];
  const columns = new Map(assigned);
  const used = new Set(columns.values());
  refuseFaults(table, (index) => used.has(index));
  return {
    rows: table.records.map(({ line, cells }) => ({ line, values: readValues(cells, assigned, trim) })),
    columnOf(variable) {
      const index = columns.get(variable);
      if (index === undefined) return variable;
      return kind === 'workbook' ? `${names[index]} (${columnLetters(index)})` : (names[index] ?? variable);
    },
  };
}

/**
 * Converts rows that name their values themselves, by the same rules as columns. A name that is no variable
 * stays, so that the check of the values reports it with its line.
 */
function mapKeys(
  rows: readonly FileRow[],
  variables: readonly TemplateVariable[],
  { map = [], ignoreColumns = false }: MappingOptions,
): Omit<MappedRows, 'placeOf'> {
  const declared = variables.map(({ name }) => name);
  const allNames = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  for (const { column } of map) {
    if (findName(column, allNames) !== null) continue;
    const meant = suggest(nearestName(column, allNames));
    throw new UnreadableRows(`--map: No row has the field "${column}"${meant}.`);
  }
  const keys = new Map<string, string>();
  const mapRow = ({ line, values }: FileRow): FileRow => {
    const given = new Map<string, string>();
    const assign = (variable: string, key: string): void => {
      given.set(variable, values[key] ?? '');
      keys.set(variable, key);
    };
    const names = Object.keys(values);
    const used = new Set<string>();
    for (const { variable, column } of map) {
      const key = findName(column, names);
      if (key === null) continue;
      used.add(key);
      assign(findName(variable, declared) ?? variable, key);
    }
    for (const key of names.filter((name) => !used.has(name))) {
      const variable = findName(key, declared);
      // Two names for one variable: the second stays as it is.
      const target = variable === null || given.has(variable) ? null : variable;
      if (target !== null) assign(target, key);
      else if (!ignoreColumns) given.set(key, values[key] ?? '');
    }
    return { line, values: Object.fromEntries(given) };
  };
  return { rows: rows.map(mapRow), columnOf: (variable) => keys.get(variable) ?? variable };
}

/** An empty column needs no name: many programs write empty columns to the right of the table. */
function nameColumns({ kind, header, records }: Table, { ignoreColumns = false }: AssignmentOptions) {
  const names = header.cells.map((cell) => cell.trim());
  const unnamed = new Map<number, number>();
  for (const { line, cells } of records) {
    for (const [index, cell] of cells.entries()) {
      if (cell.trim() !== '' && (names[index] ?? '') === '' && !unnamed.has(index)) unnamed.set(index, line);
    }
  }
  if (unnamed.size > 0 && !ignoreColumns) {
    const places = [...unnamed].map(
      ([index, line]) => `${nameColumn(kind, index)} of ${nameLine(kind, line)}`,
    );
    const more = places.length > 5 ? ` and ${places.length - 5} more columns` : '';
    throw new UnreadableRows(
      `There is a value in ${places.slice(0, 5).join(', in ')}${more}, ` +
        `but the header (${nameLine(kind, header.line)}) has no name for that column.`,
    );
  }
  return names.map((name) => (name === '' ? null : name));
}
