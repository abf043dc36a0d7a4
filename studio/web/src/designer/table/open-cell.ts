/** A double click on a cell of a table leads to the field of its text. */
import type { Point } from '../model/placement.ts';
import type { Rendered } from '../state/designer.ts';

/** A cell of a table: whose text it shows, and of which column. */
export interface CellPlace {
  readonly part: 'header' | 'body' | 'total';
  /** Counted from 0. */
  readonly column: number;
}

/** The contract leaves what it does not name open. */
interface ReportedBox {
  readonly id: string;
  readonly onPage?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/**
 * Finds the cell under a point of the page.
 *
 * @param point in CSS pixels
 */
export function findCell(report: Rendered['report'], table: string, { x, y }: Point): CellPlace | null {
  for (const { id, onPage } of report.elements as unknown as readonly ReportedBox[]) {
    if (onPage === undefined || !id.startsWith(table)) continue;
    const [, part = '', column = ''] =
      /^(?:\.(header|total)|\[\d+\])\[(\d+)\]$/u.exec(id.slice(table.length)) ?? [];
    if (column === '') continue;
    const isAcross = x >= onPage.x && x <= onPage.x + onPage.width;
    if (isAcross && y >= onPage.y && y <= onPage.y + onPage.height)
      return { part: part === 'header' || part === 'total' ? part : 'body', column: Number(column) };
  }
  return null;
}

/** Moves the focus to the field of a cell in the properties, once they show the table. */
export function focusCell({ part, column }: CellPlace): void {
  requestAnimationFrame(() => {
    const fields =
      part === 'total'
        ? document.querySelectorAll<HTMLInputElement>('[data-total-cell] input')
        : document.querySelectorAll<HTMLTextAreaElement>(`[data-column="${column}"] textarea`);
    const field = fields[part === 'total' ? column : part === 'body' ? 1 : 0];
    field?.focus();
    field?.select();
  });
}
