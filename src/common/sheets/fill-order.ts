import type { SheetGrid } from './sheet-grid.ts';

/** A cell of all sheets. Both count from 0; cells go line by line. */
export interface LabelPlace {
  readonly sheet: number;
  readonly cell: number;
}

type Grid = Pick<SheetGrid, 'columns' | 'rows' | 'order' | 'startAt'>;

/** The sheets that a number of labels fills. */
export function countSheets({ columns, rows, startAt = 1 }: Grid, labels: number): number {
  return Math.ceil((labels + startAt - 1) / (columns * rows));
}

/**
 * The place of a label.
 *
 * @param index of the label, from 0
 * @param labels how many there are in all
 */
export function placeLabel(grid: Grid, index: number, labels: number): LabelPlace {
  const { columns, rows, order = 'rows', startAt = 1 } = grid;
  const cells = columns * rows;
  const slot = index + startAt - 1;
  switch (order) {
    case 'rows':
      return { sheet: Math.floor(slot / cells), cell: slot % cells };
    case 'columns': {
      const [column, row] = [Math.floor((slot % cells) / rows), slot % rows];
      return { sheet: Math.floor(slot / cells), cell: row * columns + column };
    }
    case 'stack': {
      const sheets = countSheets(grid, labels);
      return { sheet: index % sheets, cell: Math.floor(index / sheets) };
    }
  }
}
