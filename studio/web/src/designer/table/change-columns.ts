import type { TableColumn, TableElement, TableTotal } from '../../../../../generated/template.ts';

/**
 * Changes the columns of a table. The cells of its totals go along with them.
 *
 * @param make changes the columns and the cells of a total, of which there are as many; called for each total
 */
export function changeColumns(
  table: TableElement,
  make: (columns: TableColumn[], cells: string[] | null) => void,
): void {
  const { total, totals } = table;
  const columns = [...table.columns];
  const copyCells = ({ cells }: TableTotal) => table.columns.map((_, index) => cells[index] ?? '');
  const change = <Row extends TableTotal>(row: Row, changed: TableColumn[]): Row => {
    const cells = copyCells(row);
    make(changed, cells);
    // A new column has a cell, too.
    return { ...row, cells: [...cells, ...changed.slice(cells.length).map(() => '')] };
  };
  const parts = table as { columns: readonly TableColumn[]; total?: TableTotal; totals?: TableTotal[] };
  if (total === undefined) make(columns, null);
  else parts.total = change(total, columns);
  if (totals !== undefined) parts.totals = totals.map((row) => change(row, [...table.columns]));
  parts.columns = columns;
}
