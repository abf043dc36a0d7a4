/** What no column fills: one message for all rows. */
import type { Schema } from '../../../api/client.ts';
import { findSources, type PreparedBatch, type PreparedRow } from '../prepared-batch.ts';
import type { RowCheck } from './use-row-check.ts';

type Variable = Schema<'Variable'>;

/** Whether nothing of the file is used, nor a value chosen for all rows: every row would look the same. */
export function isUnused(
  { source, assignments }: Pick<PreparedBatch, 'source' | 'assignments'>,
  variables: readonly Variable[],
): boolean {
  const isChosen = Object.values(assignments).some(({ from }) => from !== 'nothing');
  return variables.length > 0 && !isChosen && findSources(source, variables, assignments).length === 0;
}

/** The needed variables that have no default, nor a value in any row that is not left out. */
export function findUnmapped(
  variables: readonly Variable[],
  rows: readonly PreparedRow[],
): readonly Variable[] {
  const included = rows.filter(({ isLeftOut }) => !isLeftOut);
  if (included.length === 0) return [];
  return variables.filter(
    ({ name, required, defaultValue }) =>
      required && defaultValue === undefined && included.every(({ values }) => values[name] === undefined),
  );
}

/**
 * What a check found, without the errors of unmapped variables. Rows without another error count as not
 * checked: they are checked again when the variables have values.
 */
export function withoutUnmapped(findAll: RowCheck['find'], unmapped: readonly Variable[]): RowCheck['find'] {
  if (unmapped.length === 0) return findAll;
  const names = new Set<string | null>(unmapped.map(({ name }) => name));
  return (row) => {
    const finding = findAll(row);
    const errors = finding?.errors.filter(({ variable }) => !names.has(variable)) ?? [];
    return errors.length === 0 ? null : { errors, warnings: finding?.warnings ?? [] };
  };
}
