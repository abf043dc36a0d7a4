/** Cells of a table that hold a picture or a code: elements whose place is their cell. */
import type { TableCell, TableElement, TemplateElement } from '../../../../generated/template.ts';

/** A cell as an element. Its width, where it has that of its column, stands for any. */
export function cellElement(cell: TableCell, id: string): TemplateElement {
  return { ...cell, id, x: 0, y: 0, width: cell.width ?? cell.height };
}

/** The cells of the columns of a table as elements, each with its place in the table. */
export function listCellElements(
  table: TableElement,
): (readonly [place: string, element: TemplateElement])[] {
  return table.columns.flatMap(({ cell }, index) => {
    const place = `columns/${index}/cell`;
    return cell === undefined ? [] : [[place, cellElement(cell, `${table.id}.columns[${index}]`)] as const];
  });
}

/** The width that a cell sets for its box; null: it has that of its column. */
export function ownWidth(cell: TableCell): number | null {
  return cell.width ?? (cell.type === 'qrcode' ? cell.height : null);
}
