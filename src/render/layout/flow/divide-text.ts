import type { SceneText } from '../../scene/text.ts';
import { isUpright, type Divided, type LinesOf } from './divided.ts';

/** Lines that stay together before and after a break, unless a page has no room for them. */
const MIN_LINES = 2;

/** Whether a text may be divided between its lines: its height is that of its lines in one column. */
export function isDivisibleText(element: SceneText): boolean {
  const { sizing, keepTogether, isVertical, path, columns, trimsToCapitals, overflow } = element;
  return (
    sizing?.height === 'hug' &&
    keepTogether !== true &&
    isVertical !== true &&
    path === undefined &&
    columns === undefined &&
    trimsToCapitals !== true &&
    overflow !== 'shrink' &&
    isUpright(element)
  );
}

/**
 * Divides a text, so that the lines before the break have this room. Null if there is no place for a break.
 *
 * @param isAtTop nothing stands above it on its page: any line that has room stays
 */
export function divideText(
  element: SceneText,
  room: number,
  isAtTop: boolean,
  linesOf: LinesOf,
): Divided | null {
  const { part } = element;
  const height = part?.wholeHeight ?? element.height;
  const { part: _, ...whole } = element;
  const lines = linesOf({ ...whole, height });
  const [from, to] = [part?.from ?? 0, part?.to ?? lines.length];
  const top = lines[from]?.top ?? 0;
  const getBottom = (end: number) => {
    const line = lines[end - 1];
    return line === undefined ? top : line.top + line.height;
  };
  const least = isAtTop ? 1 : MIN_LINES;
  let end = from;
  while (end < to && getBottom(end + 1) - top <= room) end += 1;
  // At the top of a page one line may go on alone: there is no better place.
  end = to - end < MIN_LINES && to - from >= 2 * MIN_LINES ? Math.min(end, to - MIN_LINES) : end;
  if (end === to) end = to - 1;
  if (end - from < least || (!isAtTop && to - end < MIN_LINES)) return null;
  const next = lines[end]?.top ?? 0;
  const getPart = (start: number, stop: number, partHeight: number): SceneText => ({
    ...whole,
    height: partHeight,
    part: { from: start, to: stop, wholeHeight: height },
  });
  return {
    head: getPart(from, end, getBottom(end) - top),
    tail: { ...getPart(end, to, getBottom(to) - next), y: 0 },
  };
}
