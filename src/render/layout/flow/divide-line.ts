import type { SceneElement } from '../../scene/elements.ts';
import { TOLERANCE_PX, type Divided } from './divided.ts';
import { placeLine, type Line } from './lines.ts';

/** A line in two parts. */
export interface DividedLine {
  readonly head: Pick<Line, 'elements' | 'height' | 'top'>;
  /** Null: nothing is left. */
  readonly tail: Line | null;
}

/** What the elements of a line are divided with. */
export interface LineDivider {
  /** Whether an element has to be divided even where it has room. */
  hasBreakInside(element: SceneElement): boolean;
  /** Null: there is no place for a break. */
  divide(element: SceneElement, room: number, isForced: boolean): Divided | null;
  /** The upper part of what cannot be divided, at the top of a page. */
  cutOff(element: SceneElement, room: number): SceneElement;
}

/**
 * Divides the elements of a line as parallel flows, each with its own rest. Null if one of them has no place
 * for a break, and the line may go to the next page whole.
 *
 * @param isForced it stands at the top of a page: something of it has to be placed
 */
export function divideLine(
  whole: Line,
  room: number,
  isForced: boolean,
  divider: LineDivider,
): DividedLine | null {
  const line = { ...whole, elements: placeLine(whole, 0), top: 0 };
  const heads: SceneElement[] = [];
  const tails: SceneElement[] = [];
  /** How much lower than in the whole line an element of the rest ends, from the top of the rest. */
  let shift = 0;
  const goOn = (element: SceneElement, tail: SceneElement): void => {
    tails.push({ ...tail, y: 0 });
    shift = Math.max(shift, tail.height - (element.y + element.height - room));
  };
  const isSingle = line.elements.length === 1;
  for (const element of line.elements) {
    const { y } = element;
    if (y + element.height <= room + TOLERANCE_PX && !divider.hasBreakInside(element)) {
      heads.push(element);
      continue;
    }
    if (y >= room - TOLERANCE_PX && y > TOLERANCE_PX) {
      tails.push(element);
      continue;
    }
    const isAtTop = y <= TOLERANCE_PX;
    if (isFilling(element, line)) {
      const { head, tail } = divideFilling(element, room - y);
      heads.push({ ...head, y });
      if (tail !== null) tails.push({ ...tail, y: 0 });
      continue;
    }
    const divided = divider.divide(element, room - y, isForced && isAtTop);
    if (divided !== null) {
      heads.push({ ...divided.head, y });
      if (divided.tail !== null) goOn(element, divided.tail);
    } else if (isAtTop && isForced) heads.push({ ...divider.cutOff(element, room), y });
    else if (isAtTop && (line.isRow || isSingle)) return null;
    else goOn(element, element);
  }
  if (heads.length === 0) return null;
  if (tails.length === 0) return { head: { elements: heads, height: getBottom(heads), top: 0 }, tail: null };
  const lowered = tails.map((tail) =>
    tail.y > 0 ? { ...tail, y: Math.max(0, tail.y - room + shift) } : tail,
  );
  // Nothing is left of the space above what goes on.
  const top = Math.min(...lowered.map(({ y }) => y));
  const rest = lowered.map((tail) => ({ ...tail, y: tail.y - top }));
  return stretch(line, heads, rest);
}

/** Groups as high as their line are painted as high as its parts, also where nothing of them is left. */
function stretch(line: Line, heads: readonly SceneElement[], rest: readonly SceneElement[]): DividedLine {
  const isStretched = ({ id }: SceneElement) =>
    line.isRow && line.elements.some((each) => each.id === id && isPaintedBox(each, line));
  const contents = heads.filter((head) => !isSpanning(head, line));
  const height = getBottom(contents.length === 0 ? heads : contents);
  const below = getBottom(rest.filter((tail) => !isSpanning(tail, line)));
  const going = new Set(rest.map(({ id }) => id));
  const emptied = heads.flatMap((head): SceneElement[] =>
    head.type === 'group' && isStretched(head) && !going.has(head.id)
      ? [{ ...head, y: 0, height: below, elements: [], isContinued: true, isDivided: true }]
      : [],
  );
  const fit = (element: SceneElement, bottom: number): SceneElement =>
    isStretched(element) || isSpanning(element, line)
      ? { ...element, height: Math.max(0, bottom - element.y) }
      : element;
  const tails = [...rest, ...emptied].map((tail) => fit(tail, below));
  const head = { elements: heads.map((each) => fit(each, height)), height, top: 0 };
  if (below <= 0) return { head, tail: null };
  return { head, tail: { elements: tails, top: 0, height: getBottom(tails), space: 0, isRow: line.isRow } };
}

/** Whether an element is a group with a background that is as high as its line. */
function isPaintedBox(element: SceneElement, { height }: Line): boolean {
  return (
    element.type === 'group' &&
    element.background !== undefined &&
    element.y <= TOLERANCE_PX &&
    element.height >= height - TOLERANCE_PX
  );
}

/** Whether an element has the height of its row, and no content that would be divided. */
function isFilling({ type, sizing }: SceneElement, { isRow }: Line): boolean {
  return isRow && sizing?.height === 'fill' && type !== 'group' && type !== 'text';
}

/** Whether an element is a rectangle or a line beside others, which goes on with them. */
function isSpanning(element: SceneElement, line: Line): boolean {
  return isFilling(element, line) && (element.type === 'rect' || element.type === 'line');
}

function divideFilling(element: SceneElement, room: number): Divided {
  const isPaint = element.type === 'rect' || element.type === 'line';
  const tail = isPaint ? { ...element, height: element.height - room } : null;
  return { head: { ...element, height: room }, tail };
}

function getBottom(elements: readonly SceneElement[]): number {
  return elements.reduce((bottom, { y, height }) => Math.max(bottom, y + height), 0);
}
