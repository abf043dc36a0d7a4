import { nameInValue } from '../../../../../src/common/rows/pictures/picture-names.ts';

/** A column of a job's table with values of its rows. */
export interface ValueColumn {
  readonly name: string;
  readonly variable: string;
}

/**
 * The columns that show all values of these rows: those of the sheet, in its order and by its names; then the
 * other variables with a value, in the template's order. Those that the template no longer has come last.
 *
 * @param sheet the columns of the sheet that the rows come from; null if there was none
 * @param names the template's variables
 */
export function valueColumns(
  sheet: readonly ValueColumn[] | null,
  names: readonly string[],
  rows: readonly { readonly values: Readonly<Record<string, string>> }[],
): ValueColumn[] {
  const given = new Set(
    rows.flatMap(({ values }) => Object.keys(values).filter((name) => values[name] !== '')),
  );
  const shown = new Set((sheet ?? []).map(({ variable }) => variable));
  const others = [...names.filter((name) => given.has(name)), ...given].filter((name) => !shown.has(name));
  return [...(sheet ?? []), ...[...new Set(others)].map((name) => ({ name, variable: name }))];
}

/** A value as the sheet has it: a picture that came beside the table by its name, without its folder. */
export function shownValue(value: string, isPicture: boolean): string {
  return isPicture ? (nameInValue(value) ?? value) : value;
}
