import { batchWords } from '../../../words/batch.ts';
import type { PreparedRow } from '../prepared-batch.ts';
import type { RowCheck } from './use-row-check.ts';

/** What is known of a row. */
export type RowState = 'leftOut' | 'pending' | 'error' | 'warning' | 'fine';

/** Errors of the file's cells, and those that the service found. */
export function findErrors(
  row: PreparedRow,
  check: Pick<RowCheck, 'find'>,
): readonly { readonly variable: string | null; readonly detail: string }[] {
  // What the service says about a cell without a usable value is about the rest of it.
  const faulty = new Set<string | null>(row.faults.map(({ variable }) => variable));
  const found = (check.find(row)?.errors ?? []).filter(({ variable }) => !faulty.has(variable));
  return [
    ...row.faults,
    ...found.map(({ variable, detail }) => ({ variable, detail: detail + getPlace(detail, row) })),
  ];
}

/** Where the entry stands that a sentence names, as `items[2].price`, if its list has a sheet. */
function getPlace(detail: string, { entries }: PreparedRow): string {
  for (const { list, sheet, lines } of entries) {
    const start = `"${list}[`;
    const at = detail.indexOf(start);
    const line = at < 0 ? undefined : lines[Number.parseInt(detail.slice(at + start.length), 10)];
    if (line !== undefined) return ` ${batchWords.rows.entryPlace(line, sheet)}`;
  }
  return '';
}

/** The state of a row: errors before warnings. */
export function findState(row: PreparedRow, check: Pick<RowCheck, 'find'>): RowState {
  if (row.isLeftOut) return 'leftOut';
  if (findErrors(row, check).length > 0) return 'error';
  const finding = check.find(row);
  if (finding === null) return 'pending';
  return finding.warnings.length > 0 ? 'warning' : 'fine';
}
