import { countOtherBytes, MAX_OTHER_BYTES } from '../../common/rows/other-columns.ts';
import type { FieldError } from '../problems/problem.ts';
import type { BatchSubmission } from './submission.ts';

/** Checks that a submission describes the sheet for each of its rows. */
export function checkSource({
  rows,
  lines,
  otherColumns,
}: Pick<BatchSubmission, 'rows' | 'lines' | 'otherColumns'>): FieldError[] {
  const found: FieldError[] = [];
  const compare = (pointer: string, what: string, received: number): void => {
    if (received === rows.length) return;
    const detail = `Expected a ${what} for each of the ${rows.length} rows but received ${received}.`;
    found.push({ pointer, detail });
  };
  if (lines !== undefined) compare('/lines', 'line', lines.length);
  const columns = otherColumns?.columns ?? [];
  for (const [index, { cells }] of columns.entries())
    compare(`/otherColumns/columns/${index}/cells`, 'cell', cells.length);
  const bytes = countOtherBytes(columns);
  if (bytes > MAX_OTHER_BYTES) {
    const detail = `Expected at most ${MAX_OTHER_BYTES} bytes of names and cells but received ${bytes}.`;
    found.push({ pointer: '/otherColumns/columns', detail });
  }
  return found;
}
