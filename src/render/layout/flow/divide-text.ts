import type { SceneText } from '../../scene/text.ts';
import { balancedHeight, splitColumns } from '../../text/place/columns.ts';
import { addLine, stackHeight, type StackedLine } from '../../text/place/place-lines.ts';
import { isCell, isUpright, TOLERANCE_PX, type Divided, type LinesOf } from './divided.ts';

/** `orphans` and `widows` of CSS: lines that stay together before and after a break, if there is room. */
const MIN_LINES = 2;

/** Whether a text may be divided between its lines: its height is that of its lines, or of its row. */
export function isDivisibleText(element: SceneText): boolean {
  const { sizing, isVertical, path } = element;
  return (
    (sizing?.height === 'hug' || isCell(element)) &&
    isVertical !== true &&
    path === undefined &&
    isUpright(element)
  );
}

/**
 * Divides a text, so that the lines before the break have this room. Null if there is no place for a break.
 * In columns, those before the break are filled, those after it balanced.
 *
 * @param isForced nothing stands above it on its page: any line that has room stays
 */
export function divideText(
  element: SceneText,
  room: number,
  isForced: boolean,
  linesOf: LinesOf,
): Divided<SceneText> | null {
  const { part, ...whole } = element;
  const wholeHeight = part?.wholeHeight ?? element.height;
  const lines = linesOf({ ...whole, height: wholeHeight });
  const [from, to] = [part?.from ?? 0, part?.to ?? lines.length];
  const fitting = from + countFitting(lines.slice(from, to), element, room + TOLERANCE_PX);
  // What is left is room of its box without lines.
  if (fitting === to) return { head: { ...element, height: Math.min(element.height, room) }, tail: null };
  const least = isForced ? 1 : MIN_LINES;
  // At the top of a page one line may go on alone: there is no better place.
  const isShort = to - fitting < MIN_LINES && to - from >= 2 * MIN_LINES;
  const end = isShort ? Math.min(fitting, to - MIN_LINES) : fitting;
  if (end - from < least || (!isForced && to - end < MIN_LINES)) return null;
  const getPart = (start: number, stop: number, height: number): SceneText => ({
    ...whole,
    height,
    part: { from: start, to: stop, wholeHeight },
  });
  const count = element.columns?.count ?? 1;
  const above = lines.slice(from, end);
  const filled = Math.max(0, ...inColumns(above, element, room + TOLERANCE_PX).map(stackHeight));
  return {
    head: getPart(from, end, filled),
    tail: { ...getPart(end, to, balancedHeight(lines.slice(end, to), count)), y: 0 },
  };
}

/** How many lines have room. */
function countFitting(lines: readonly StackedLine[], element: SceneText, room: number): number {
  if (element.columns !== undefined)
    return inColumns(lines, element, room)
      .slice(0, element.columns.count)
      .reduce((count, column) => count + (stackHeight(column) <= room ? column.length : 0), 0);
  let height: number | null = null;
  for (const [index, line] of lines.entries()) {
    height = addLine(height, line);
    if (height - line.trimBottom > room) return index;
  }
  return lines.length;
}

function inColumns(
  lines: readonly StackedLine[],
  { columns }: SceneText,
  height: number,
): readonly (readonly StackedLine[])[] {
  return columns === undefined ? [lines] : splitColumns(lines, { height });
}
