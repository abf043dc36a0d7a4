import type { TemplateVariable } from '../../../../generated/template.ts';
import { collectLists, columnVariables, type ListPlace } from '../../../common/rows/list-columns.ts';
import { keepOtherColumns } from '../../../common/rows/other-columns.ts';
import { nameColumns } from '../../../common/rows/name-columns.ts';
import {
  indexNames,
  listTexts,
  readValues,
  type ValueReading,
  type ValueSource,
} from '../../../common/rows/row-values.ts';
import { sourceColumns, type SourceColumn } from '../../../common/rows/source-columns.ts';
import {
  columnLetters,
  nameColumn,
  refuseFaults,
  type RowsContent,
  type Table,
} from '../../../common/rows/table.ts';
import { assignColumns, splitLocale } from './assign-columns.ts';
import { chooseReadings } from './choose-readings.ts';
import { joinSheets, type EntrySheet } from './join-sheets.ts';
import { mapKeys } from './map-keys.ts';
import type { MappedRows, MappingOptions } from './mapped-rows.ts';

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
  const { table, joined, notes } = joinSheets(content, variables, options, sheets);
  const { columnOf, ...mapped } = mapRows(table, variables, options);
  const find = (list: string) => joined.find((each) => each.list === list);
  return {
    ...mapped,
    notes: [...mapped.notes, ...notes],
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
  const columns = columnVariables(variables, getNames(content, options));
  const {
    rows,
    columns: given,
    ...mapped
  } = content.kind === 'objects'
    ? mapKeys(content.rows, columns, options)
    : mapColumns(content, columns, options);
  return {
    ...mapped,
    rows: rows.map(({ line, values }) => ({ line, values: collectLists(values, columns) })),
    columns: withoutPlaces(given, columns),
    placeOf: () => null,
  };
}

/** A list that has columns for the values of its entries is one column, at the first of them. */
function withoutPlaces(
  given: readonly SourceColumn[],
  variables: readonly { readonly name: string; readonly place?: ListPlace }[],
): SourceColumn[] {
  const lists = new Set<string>();
  return given.flatMap((column) => {
    const list = variables.find(({ name }) => name === column.variable)?.place?.list;
    if (list === undefined) return [column];
    if (lists.has(list)) return [];
    lists.add(list);
    return [{ name: list, variable: list }];
  });
}

/** The names that may be places in lists. */
function getNames(content: RowsContent, { map = [] }: MappingOptions): string[] {
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
  const assigned = [...assignColumns({ kind, names, records: table.records }, variables, options)];
  const sources = new Map(assigned);
  const used = new Set(assigned.flatMap(([, source]) => indexNames(source)));
  refuseFaults(table, (index) => used.has(index));
  const typeOf = new Map(variables.map(({ name, type }) => [name, type]));
  const nameSource = (source: ValueSource): string =>
    typeof source === 'number' ? (names[source] ?? nameColumn(kind, source)) : source.text;
  const { readings, notes } = chooseReadings(
    assigned.map(([variable, source]) => {
      const type = typeOf.get(variable) ?? 'text';
      return { variable, type, column: nameSource(source), values: listTexts(table.records, source, type) };
    }),
    {
      ...options,
      map: (options.map ?? []).map((each) =>
        splitLocale(
          each,
          names.filter((name) => name !== null),
        ),
      ),
    },
    table.delimiter === ';',
  );
  const readingOf = (variable: string): ValueReading => ({
    trim,
    type: typeOf.get(variable) ?? 'text',
    reading: readings.get(variable) ?? 'plain',
  });
  return {
    rows: table.records.map((record) => ({
      line: record.line,
      values: readValues(record, assigned, readingOf),
    })),
    notes,
    columns: sourceColumns(assigned, (index) => names[index] ?? ''),
    otherColumns: keepOtherColumns(
      names.map((name, index) => (used.has(index) ? null : (name ?? nameColumn(kind, index)))),
      table.records.map(({ cells }) => cells),
    ),
    columnOf(variable) {
      const source = sources.get(variable);
      if (source === undefined) return variable;
      const name = typeof source === 'number' ? (names[source] ?? variable) : source.text;
      return kind === 'workbook' ? `${name} (${indexNames(source).map(columnLetters).join(', ')})` : name;
    },
  };
}
