import type { TableColumn, TableElement, TableTotal } from '../../../../../generated/template.ts';

/**
 * Changes the columns of a table. The cells of its totals and the column of its sum go along with them.
 *
 * @param make changes the columns and the cells of a total, of which there are as many, or none; called once
 *   for the columns, then for each total
 */
export function changeColumns(
  table: TableElement,
  make: (columns: TableColumn[], cells: (string | null)[] | null) => void,
): void {
  const columns = [...table.columns];
  make(columns, null);
  const change = (row: TableTotal): TableTotal => {
    const changed = [...table.columns];
    const cells = spread(row, changed.length);
    make(changed, cells);
    // A new column has a cell, too.
    return gather(row, [...cells, ...changed.slice(cells.length).map(() => '')]);
  };
  for (const key of ['total', 'groupHeader', 'groupTotal'] as const) {
    const row = table[key];
    if (row !== undefined) table[key] = change(row);
  }
  const { span } = table.header ?? {};
  // Its texts are in the columns.
  if (span !== undefined) table.header = { ...table.header, span: change({ cells: [], span }).span ?? span };
  if (table.totals !== undefined) table.totals = table.totals.map(change);
  if (table.carry?.column !== undefined) {
    const { column, ...carry } = table.carry;
    const marks = table.columns.map((_, index) => (index === column ? carriedMark : ''));
    make([...table.columns], marks);
    const moved = marks.indexOf(carriedMark);
    table.carry = moved === -1 ? carry : { ...carry, column: moved };
  }
  table.columns = columns;
}

/** Marks the column of the sum that is carried. */
const carriedMark = 'sum';

/** A cell for each column; null: the cell before takes it, too. */
function spread({ cells, span }: TableTotal, count: number): (string | null)[] {
  if (span === undefined) return Array.from({ length: count }, (_, index) => cells[index] ?? '');
  return span.flatMap((width, index) => [
    cells[index] ?? '',
    ...Array<null>(Math.max(0, width - 1)).fill(null),
  ]);
}

function gather(row: TableTotal, spreadCells: readonly (string | null)[]): TableTotal {
  const cells: string[] = [];
  const span: number[] = [];
  for (const cell of spreadCells) {
    if (cell === null && span.length > 0) span[span.length - 1] = span.at(-1)! + 1;
    else {
      cells.push(cell ?? '');
      span.push(1);
    }
  }
  return { ...row, cells, ...(row.span === undefined ? {} : { span }) };
}
