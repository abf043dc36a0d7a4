import type { TableColumn, TableTotal } from '../../../../generated/template.ts';

/** A cell of a row that is not one of the list's. */
export interface SpannedCell {
  /** Its text before its values are filled in. */
  readonly template: string;
  /** Its first visible column, by its number in the template. */
  readonly column: number;
  /** How many visible columns it takes. */
  readonly span: number;
}

/** The cells of a header: each has the text of its first column. */
export function headerCells(columns: readonly TableColumn[], span: readonly number[] = []): string[] {
  if (span.length === 0) return columns.map(({ header = '' }) => header);
  let next = 0;
  return span.map((width) => {
    const { header = '' } = columns[next] ?? {};
    next += width;
    return header;
  });
}

/** The cells of a total in the visible columns. A cell all of whose columns are hidden is left out. */
export function listCells(
  { cells, span = [] }: Pick<TableTotal, 'cells' | 'span'>,
  isVisible: readonly boolean[],
): SpannedCell[] {
  let next = 0;
  const count = span.length > 0 ? span.length : isVisible.length;
  return Array.from({ length: count }, (_, index) => {
    const start = next;
    next += span[index] ?? 1;
    const shown = isVisible.slice(start, next);
    const column = start + Math.max(0, shown.indexOf(true));
    return { template: cells[index] ?? '', column, span: shown.filter(Boolean).length };
  }).filter(({ span }) => span > 0);
}
