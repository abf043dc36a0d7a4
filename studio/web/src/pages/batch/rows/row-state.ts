import type { PreparedRow } from '../prepared-batch.ts';
import type { RowCheck } from './use-row-check.ts';

/** What is known of a row. */
export type RowState = 'leftOut' | 'pending' | 'error' | 'warning' | 'fine';

/** Errors of the file's cells, and those that the service found. */
export function findErrors(
  row: PreparedRow,
  check: Pick<RowCheck, 'find'>,
): readonly { readonly variable: string | null; readonly detail: string }[] {
  return [...row.faults, ...(check.find(row)?.errors ?? [])];
}

/** The state of a row: errors before warnings. */
export function findState(row: PreparedRow, check: Pick<RowCheck, 'find'>): RowState {
  if (row.isLeftOut) return 'leftOut';
  if (findErrors(row, check).length > 0) return 'error';
  const finding = check.find(row);
  if (finding === null) return 'pending';
  return finding.warnings.length > 0 ? 'warning' : 'fine';
}
