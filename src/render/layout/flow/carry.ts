/** The sums that a table carries from page to page. */
import type { SceneCarry, SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { SceneText } from '../../scene/text.ts';
import { TOLERANCE_PX } from './divided.ts';
import type { Line } from './lines.ts';

/**
 * The rows for sums of a table that is divided. A page that has no room for both of them, the header and a
 * row has none.
 *
 * @param headerHeight of the rows that are repeated
 * @param room of a page
 */
export function findCarry({ carry }: SceneGroup, headerHeight: number, room: number): SceneCarry | null {
  if (carry === undefined) return null;
  const { foot, head } = carry;
  return headerHeight + head.height + 2 * foot.height <= room + TOLERANCE_PX ? carry : null;
}

/** The sum up to the last row. A row that is divided counts where it begins. Null: there is none yet. */
export function findSum(rows: readonly SceneElement[]): SceneText | null {
  const last = rows.findLast((row) => row.type === 'group' && row.row?.carried !== undefined);
  return (last?.type === 'group' ? last.row?.carried : undefined) ?? null;
}

/** A row with its sum. */
export function makeSumRow(
  { cell, ...rows }: SceneCarry,
  place: 'foot' | 'head',
  sum: SceneText,
): SceneGroup {
  const { row, elements, ...empty } = rows[place];
  const { id, x, y, width, height, opacity } = elements[cell]!;
  return {
    ...empty,
    ...(row === undefined ? {} : { row: { ...row, carried: sum } }),
    elements: elements.with(cell, { ...sum, id, x, y, width, height, opacity }),
  };
}

/** Whether a line is the sum at the head of a page. */
export function isSumAtHead({ elements: [row] }: Line, { carry }: SceneGroup): boolean {
  return carry !== undefined && row?.id === carry.head.id;
}
