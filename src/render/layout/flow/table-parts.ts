/** What of a table stays together at the end of a page. */
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import { lineAbove } from '../table-lines.ts';
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
  { lines, rowsBelow }: { readonly lines: readonly Line[]; readonly rowsBelow: number },
  repeatedHead: number,
  room: number,
): number {
  const body = lines.length + rowsBelow - repeatedHead - (table?.totals ?? 0);
  const count = Math.min(MIN_ROWS, Math.max(1, body));
  const height = lines
    .slice(0, repeatedHead + count)
    .reduce((sum, line) => sum + line.space + line.height, 0);
  return height <= room + TOLERANCE_PX ? count : 1;
}

/**
 * How many of the rows that were placed go on with the rest: the totals go on together, with a row above
 * them, and with what stays with that row, if more than that is above.
 *
 * @param rest how many rows
 */
export function countRowsToMove(
  { table, repeatedHead = 0 }: SceneGroup,
  placed: readonly (readonly SceneElement[])[],
  rest: number,
): number {
  const totals = table?.totals ?? 0;
  if (rest === 0 || rest > totals) return 0;
  const hasRoom = (count: number) => placed.length > repeatedHead + count;
  const least = totals - rest + 1;
  let moved = least;
  while (hasRoom(moved) && placed.at(-1 - moved)?.some(({ keepWithNext }) => keepWithNext === true))
    moved += 1;
  if (hasRoom(moved)) return moved;
  return hasRoom(least) ? least : 0;
}

/** A row that begins a page has no row above it, and no line between them. */
export function withoutLineAbove(line: Line): Line {
  return {
    ...line,
    elements: line.elements.map((row) =>
      row.type !== 'group' || row.row === undefined
        ? row
        : { ...row, elements: row.elements.filter(({ id }) => id !== lineAbove(row.id)) },
    ),
  };
}
