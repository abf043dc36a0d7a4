/** Variables that rows leave out, and whose defaults stand on their pictures. */
import type { Schema } from '../../../api/client.ts';
import type { PreparedRow } from '../prepared-batch.ts';
import type { RowCheck } from './use-row-check.ts';

type Variable = Schema<'Variable'>;

export interface LeftOut {
  readonly variable: Variable;
  readonly rowCount: number;
}

/**
 * The variables with the warning `DEFAULT_USED`, in the order of the template. Of rows that are not checked
 * yet, every default counts that is not neutral.
 *
 * @param rows those that are not left out
 */
export function findLeftOut(
  variables: readonly Variable[],
  rows: readonly PreparedRow[],
  find: RowCheck['find'],
): LeftOut[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const warnings = find(row)?.warnings;
    const names =
      warnings === undefined
        ? variables.filter((variable) => mayBeDrawn(variable, row)).map(({ name }) => name)
        : warnings.flatMap(({ code, variable }) => (code === 'DEFAULT_USED' && variable ? [variable] : []));
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return variables.flatMap((variable) => {
    const rowCount = counts.get(variable.name) ?? 0;
    return rowCount === 0 ? [] : [{ variable, rowCount }];
  });
}

function mayBeDrawn(
  { name, defaultValue = '', defaultIsNeutral = false }: Variable,
  row: PreparedRow,
): boolean {
  return defaultValue !== '' && !defaultIsNeutral && row.values[name] === undefined;
}
