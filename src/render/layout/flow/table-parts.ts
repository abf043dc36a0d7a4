/** What of a table stays together at the end of a page. */
import type { SceneGroup } from '../../scene/elements.ts';
import { TOLERANCE_PX } from './divided.ts';
import type { Line } from './lines.ts';

/** Rows that stay with the header of their table, where a page has room for them. */
const MIN_ROWS = 2;

/**
 * How many rows stay with the header at the end of a page.
 *
 * @param room of a page
 */
export function countRowsToKeep(
  { table }: SceneGroup,
  lines: readonly Line[],
  repeatedHead: number,
  room: number,
): number {
  const body = lines.length - repeatedHead - (table?.hasTotal === true ? 1 : 0);
  const count = Math.min(MIN_ROWS, Math.max(1, body));
  const height = lines
    .slice(0, repeatedHead + count)
    .reduce((sum, line) => sum + line.space + line.height, 0);
  return height <= room + TOLERANCE_PX ? count : 1;
}

/** Whether the total of a table would go on without a row above it, though there is more than one. */
export function isTotalAlone({ table, repeatedHead = 0 }: SceneGroup, placed: number, rest: number): boolean {
  return table?.hasTotal === true && rest === 1 && placed > repeatedHead + 1;
}
