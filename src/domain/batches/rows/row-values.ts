import { readDecimalComma, readPointGroups } from '../../variables/decimal-comma.ts';

/** Values by the names of variables. */
export type RowValues = Readonly<Record<string, string>>;

/**
 * The values of a table's line. An empty cell omits its variable, so that the template's default applies.
 *
 * @param columns the column of each variable that has one, counted from 0
 * @param trim removes blanks around the cells
 */
export function readValues(
  cells: readonly string[],
  columns: Iterable<readonly [variable: string, index: number]>,
  trim = true,
): RowValues {
  return Object.fromEntries(
    [...columns].flatMap(([variable, index]) => {
      const cell = cells[index] ?? '';
      const value = trim ? cell.trim() : cell;
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
