import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { CutElement } from '../../scene/scene.ts';
import { hasFixedHeight, isCell, TOLERANCE_PX, type Divided } from './divided.ts';
import { findPart } from './free-elements.ts';
import { fromTop, listLines, roomAround, stack, type Line } from './lines.ts';
import { countRowsToKeep, countRowsToMove, withoutLineAbove } from './table-parts.ts';
import { withRowsBefore, type Room, type Taken } from './taken.ts';

/** What the lines of a group are divided with. */
export interface GroupDivider {
  /** Takes the lines that have room. */
  readonly take: (lines: readonly Line[], room: Room) => Taken;
  /** What was cut off on the page so far. */
  readonly cut: CutElement[];
}

/** The room that a group has. */
interface GroupRoom {
  readonly room: number;
  /** That of a page of its own. */
  readonly whole: number;
  /** It stands at the top of a page: something of it has to be placed. */
  readonly isAtTop: boolean;
}

/**
 * Divides a group between its lines. Each part has the padding of the group, and what is painted behind it.
 * Null: it has no place for a break.
 */
export function divideGroup(
  group: SceneGroup,
  { room, whole, isAtTop }: GroupRoom,
  { take, cut }: GroupDivider,
): Divided | null {
  const { above, below } = roomAround(group);
  const lines = listLines(group, above).map((line, index) =>
    index < (group.repeatedHead ?? 0) ? { ...line, elements: line.elements.map(asWhole) } : line,
  );
  if (lines.length === 0) return divideEmpty(group, room);
  const head = lines.slice(0, group.repeatedHead ?? 0);
  const headHeight = head.reduce((sum, { height, space }) => sum + height + space, 0);
  const inner = whole - above - below;
  // A head that is higher than a page is divided as any row, and is not repeated.
  const repeatedHead = headHeight > inner + TOLERANCE_PX ? 0 : head.length;
  const isFirst = group.isContinued !== true;
  const inside: Room = {
    top: above,
    bottom: room - below,
    isAtTop,
    repeated: isFirst ? 0 : repeatedHead,
    whole: repeatedHead === 0 ? inner : inner - headHeight,
  };
  if (inside.bottom <= inside.top) return null;
  const cutBefore = cut.length;
  let taken = take(lines, inside);
  if (taken.placed.length === 0) return null;
  const rowsToKeep = isFirst ? countRowsToKeep(group, lines, repeatedHead, inner) : 1;
  const isHeadAlone = repeatedHead > 0 && taken.placed.length < repeatedHead + rowsToKeep;
  if (isHeadAlone && taken.rest.length > 0 && !isAtTop) return null;
  // A head without anything below it: on a page of its own it has to do.
  const isHeadOnly = repeatedHead > 0 && taken.placed.length <= repeatedHead && taken.rest.length > 0;
  if (isHeadOnly && !isFirst) {
    cut.length = cutBefore;
    taken = take(fromTop(lines.slice(repeatedHead)), { ...inside, repeated: 0, whole: inner });
  }
  const moved = countRowsToMove(group, taken.placed, taken.rest.length);
  if (moved > 0) taken = withRowsBefore(taken, moved);
  const isLast = taken.rest.length === 0;
  const content = taken.bottom + below;
  const height = isLast ? Math.max(content, Math.min(group.height, room)) : content;
  const part = findPart(group, taken.placed.flat(), { height, isLast, before: 0 });
  if (isLast) return { head: part, tail: null };
  // A head that has no room on a page is not repeated.
  const hasWholeHead = !isFirst || taken.placed.length >= repeatedHead;
  const going = { ...group, repeatedHead: hasWholeHead ? repeatedHead : 0 };
  return {
    head: { ...part, isDivided: true },
    tail: goOn(group.repeatedHead === undefined ? group : going, lines, taken.rest, height),
  };
}

/** A group without elements: what is left of its height on the page is enough, unless it has a height. */
function divideEmpty(group: SceneGroup, room: number): Divided | null {
  if (hasFixedHeight(group) && !isCell(group) && group.isContinued !== true) return null;
  return { head: { ...group, height: Math.min(group.height, room) }, tail: null };
}

/** The part of a group that follows, with what is repeated. */
function goOn(
  group: SceneGroup,
  lines: readonly Line[],
  [next, ...others]: readonly Line[],
  before: number,
): SceneGroup {
  const { repeatedHead = 0 } = group;
  const { above, below } = roomAround(group);
  const repeated = lines
    .slice(0, repeatedHead)
    .map((line) => ({ ...line, elements: line.elements.map(asRepeated) }));
  const space = repeatedHead > 0 ? (lines[repeatedHead]?.space ?? 0) : 0;
  const first = next === undefined || repeatedHead > 0 ? next : withoutLineAbove(next);
  const rest = first === undefined ? [] : [{ ...first, space }, ...others];
  const { elements, bottom } = stack([...repeated, ...rest], above);
  const part = { height: bottom + below, isLast: true, before };
  return findPart({ ...group, y: 0, isContinued: true, isDivided: true }, elements, part);
}

/** An element that is not divided where a page has room for it. */
function asWhole(element: SceneElement): SceneElement {
  return { ...element, keepTogether: true };
}

/** An element as it is drawn again: screen readers have read it, and it begins no page. */
function asRepeated({ breakBefore: _, ...element }: SceneElement): SceneElement {
  return { ...element, tag: 'Artifact' };
}
