/** The names of columns and keys. Every value of a file has one, or the file is refused. */
import { findName } from './find-name.ts';
import {
  columnVariables,
  describeTwoForms,
  findPlace,
  findTwoForms,
  type ListVariable,
} from './list-columns.ts';
import {
  nameColumn,
  nameLine,
  refuseFaults,
  UnreadableRows,
  type FileRow,
  type Table,
  type TableKind,
} from './table.ts';

export interface NamingOptions {
  /** Leave out what has no name, instead of refusing it. */
  readonly ignoreColumns?: boolean;
}

const maxListed = 5;

/**
 * The names of a table's columns; null for a column without name. Such a column is empty: many programs write
 * empty columns to the right of the table.
 *
 * @throws UnreadableRows if a value has no name, or if a cell without a usable value belongs to no named cell
 *   of a row, as one of the header
 */
export function nameColumns(table: Table, { ignoreColumns = false }: NamingOptions = {}): (string | null)[] {
  const { kind, header, records } = table;
  const names = header.cells.map((cell) => cell.trim());
  if (!ignoreColumns) {
    refuseStrayFaults(table, names);
    const unnamed = new Map<number, number>();
    for (const { line, cells } of records) {
      for (const [index, cell] of cells.entries()) {
        if (cell.trim() !== '' && (names[index] ?? '') === '' && !unnamed.has(index))
          unnamed.set(index, line);
      }
    }
    const places = [...unnamed].map(
      ([index, line]) => `${nameColumn(kind, index)} of ${nameLine(kind, line)}`,
    );
    if (places.length > 0) {
      const more = places.length > maxListed ? ` and ${places.length - maxListed} more columns` : '';
      throw new UnreadableRows(
        `There is a value in ${places.slice(0, maxListed).join(', in ')}${more}, ` +
          `but the header (${nameLine(kind, header.line)}) has no name for that column.`,
      );
    }
  }
  return names.map((name) => (name === '' ? null : name));
}

/** The cells that no row can show under the name of its column. */
function refuseStrayFaults(table: Table, names: readonly string[]): void {
  const lines = new Set(table.records.map(({ line }) => line));
  const faults = table.faults.filter(({ line, index }) => !lines.has(line) || (names[index] ?? '') === '');
  refuseFaults({ ...table, faults }, () => true);
}

/**
 * The keys of all rows, each once, in the order in which they come.
 *
 * @throws UnreadableRows if a value has an empty key
 */
export function nameKeys(rows: readonly FileRow[], { ignoreColumns = false }: NamingOptions = {}): string[] {
  const names = new Set<string>();
  for (const { line, values } of rows) {
    for (const [key, value] of Object.entries(values)) {
      if (!ignoreColumns && key.trim() === '' && value.trim() !== '') {
        throw new UnreadableRows(`There is a value in line ${line} whose key is empty.`);
      }
      names.add(key);
    }
  }
  return [...names];
}

/**
 * Refuses two columns for one variable, or for one value of a list.
 *
 * @throws UnreadableRows
 */
export function refuseTwins(
  { kind, names }: { readonly kind: TableKind; readonly names: readonly (string | null)[] },
  variables: readonly ListVariable[],
): void {
  const given = names.flatMap((name) => (name === null || name === '' ? [] : [name]));
  const declared = columnVariables(variables, given).map(({ name }) => name);
  const firsts = new Map<string, number>();
  const problems: string[] = [];
  for (const [index, name] of names.entries()) {
    if (name === null || name === '') continue;
    const variable = findName(name, declared);
    if (variable === null) {
      const hasPlaces = (list: string) => given.some((each) => findPlace(each, variables)?.list === list);
      const list = findName(
        name,
        variables.map((each) => each.name),
      );
      if (list !== null && hasPlaces(list)) problems.push(describeTwoForms(list));
      continue;
    }
    const first = firsts.get(variable);
    if (first === undefined) firsts.set(variable, index);
    else problems.push(describeTwins({ kind, names }, { variable, first, second: index }));
  }
  const inner = findTwoForms(given, variables);
  if (inner !== null) problems.push(describeTwoForms(inner));
  if (problems.length > 0) throw new UnreadableRows(problems.join(' '));
}

/** Says that two columns are for one variable. `first` and `second` count from 0. */
export function describeTwins(
  { kind, names }: { readonly kind: TableKind; readonly names: readonly (string | null)[] },
  { variable, first, second }: { variable: string; first: number; second: number },
): string {
  const places = `${nameColumn(kind, first)} and ${nameColumn(kind, second)}`;
  return names[first] === names[second]
    ? `The header names "${names[first]}" twice, in ${places}.`
    : `The columns "${names[first]}" and "${names[second]}" (${places}) are both for ` +
        `the variable "${variable}".`;
}
