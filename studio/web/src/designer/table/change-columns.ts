import type { TableColumn, TableElement } from '../../../../../generated/template.ts';

/**
 * Changes the columns of a table. The cells of its total go along with them.
 *
 * @param make changes the columns and, if there is a total, its cells, of which there are as many
 */
export function changeColumns(
  table: TableElement,
  make: (columns: TableColumn[], cells: string[] | null) => void,
): void {
  const columns = [...table.columns];
  const cells = table.total === undefined ? null : columns.map((_, index) => table.total?.cells[index] ?? '');
  make(columns, cells);
  (table as { columns: readonly TableColumn[] }).columns = columns;
  if (cells === null || table.total === undefined) return;
  (table as { total: object }).total = { ...table.total, cells };
}
