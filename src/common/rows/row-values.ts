import { joinCells, type JoinedColumns } from './joined-columns.ts';
import { readDecimalComma, readPointGroups } from '../values/decimal-comma.ts';

/** Values by the names of variables. */
export type RowValues = Readonly<Record<string, string>>;

/** What gives a variable its values: a column, counted from 0, or several that are joined. */
export type ValueSource = number | JoinedColumns;

/** The columns of a source, in the order of the header. */
export function indexNames(source: ValueSource): readonly number[] {
  return typeof source === 'number' ? [source] : source.indexes;
}

/** @param trim removes blanks around the cells */
export function readValue(cells: readonly string[], source: ValueSource, trim = true): string {
  if (typeof source !== 'number') return joinCells(source, cells, trim);
  const cell = cells[source] ?? '';
  return trim ? cell.trim() : cell;
}

/**
 * The values of a table's line. An empty cell omits its variable, so that the template's default applies.
 *
 * @param sources of the variables that have one
 * @param trim removes blanks around the cells
 */
export function readValues(
  cells: readonly string[],
  sources: Iterable<readonly [variable: string, source: ValueSource]>,
  trim = true,
): RowValues {
  return Object.fromEntries(
    [...sources].flatMap(([variable, source]) => {
      const value = readValue(cells, source, trim);
      return value === '' ? [] : [[variable, value] as const];
    }),
  );
}

/**
 * Rewrites numbers with a decimal comma to a point.
 *
 * @param numbers the variables of type number
 * @param hasPointGroups whether `1.166` is 1166: not in a workbook, whose numbers are written with a point
 */
export function withPoints(
  values: RowValues,
  numbers: readonly string[],
  hasPointGroups: boolean,
): RowValues {
  const changed = numbers.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const number = readDecimalComma(value) ?? (hasPointGroups ? readPointGroups(value) : null);
    return number === null ? [] : [[name, number] as const];
  });
  return { ...values, ...Object.fromEntries(changed) };
}
