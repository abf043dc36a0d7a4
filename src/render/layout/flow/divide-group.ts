import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { CutElement } from '../../scene/scene.ts';
import { findCarry, findSum, isSumAtHead, makeSumRow } from './carry.ts';
import { hasFixedHeight, isCell, TOLERANCE_PX, type Divided } from './divided.ts';
import { findPart } from './free-elements.ts';
import { fromTop, listColumn, roomAround, stack, type Line } from './lines.ts';
import { countFollowing, heightOfFollowing, listNearLines, type NearLines } from './near-lines.ts';
import { countRowsToKeep, countRowsToMove, withoutLineAbove } from './table-parts.ts';
import { withRowsBefore, type Room, type Taken } from './taken.ts';

/** What the lines of a group are divided with. */
export interface GroupDivider {
  /** Takes the lines that have room. */
  readonly take: (lines: readonly Line[], room: Room) => Taken;
  /** What was cut off on the page so far. */
  readonly cut: CutElement[];
}

/** How many pages of lines a group has while it is divided. */
const NEAR_PAGES = 2;

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
  { following: given, ...group }: SceneGroup,
  { room, whole, isAtTop }: GroupRoom,
  divider: GroupDivider,
): Divided | null {
  const { cut } = divider;
  const { above, below } = roomAround(group);
  const column = given === undefined ? group : { ...group, following: given };
  const near = listNearLines(column, above, NEAR_PAGES * Math.max(room, whole));
  const { following } = near;
  const lines = near.lines.map((line, index) =>
    index < (group.repeatedHead ?? 0) ? { ...line, elements: line.elements.map(asWhole) } : line,
  );
  if (lines.length === 0) return divideEmpty(group, room);
  const head = lines.slice(0, group.repeatedHead ?? 0);
  const headHeight = getHeight(head);
  const inner = whole - above - below;
  // A head that is higher than a page is divided as any row, and is not repeated.
  const repeatedHead = headHeight > inner + TOLERANCE_PX ? 0 : head.length;
  const inside: Room = {
    top: above,
    bottom: room - below,
    isAtTop,
    repeated: group.isContinued === true ? repeatedHead : 0,
    whole: repeatedHead === 0 ? inner : inner - headHeight,
  };
  const cutBefore = cut.length;
  const take = (roomForSum: number): Taken | null => {
    cut.length = cutBefore;
    const left = { ...inside, bottom: inside.bottom - roomForSum, whole: inside.whole - roomForSum };
    const rooms = { inside: left, inner: inner - roomForSum, repeatedHead };
    return takeLines(group, { lines, following }, rooms, divider);
  };
  let taken = take(0);
  if (taken === null) return null;
  const header = head.filter((line) => !isSumAtHead(line, group));
  const carry = taken.rest.length === 0 ? null : findCarry(group, getHeight(header), inner);
  let foot: SceneGroup | null = null;
  if (carry !== null) {
    const shorter = take(carry.foot.height);
    if (shorter === null && !isAtTop) return null;
    // What would be cut off for the sum takes its room.
    const hasRoom = shorter !== null && cut.length === cutBefore;
    taken = hasRoom ? shorter : take(0);
    if (taken === null) return null;
    const sum = hasRoom && taken.rest.length > 0 ? findSum(taken.placed.flat()) : null;
    if (sum !== null) foot = { ...makeSumRow(carry, 'foot', sum), y: taken.bottom };
  }
  const isLast = taken.rest.length === 0;
  const content = taken.bottom + (foot?.height ?? 0) + below;
  const height = isLast ? Math.max(content, Math.min(group.height, room)) : content;
  const inFlow = [...taken.placed.flat(), ...(foot === null ? [] : [foot])];
  const part = findPart(group, inFlow, { height, isLast, before: 0 });
  if (isLast) return { head: part, tail: null };
  // A head that has no room on a page is not repeated.
  const hasWholeHead = group.isContinued === true || taken.placed.length >= repeatedHead;
  const sum =
    carry === null ? null : findSum([...head.flatMap(({ elements }) => elements), ...taken.placed.flat()]);
  const repeated = {
    header: hasWholeHead && repeatedHead > 0 ? header : [],
    sum: carry === null || sum === null ? null : makeSumRow(carry, 'head', sum),
    space: repeatedHead > 0 ? (lines[repeatedHead]?.space ?? 0) : 0,
  };
  const tail = goOn(group, repeated, { lines: taken.rest, following }, height);
  return { head: { ...part, isDivided: true }, tail };
}

/** Takes the lines of a group that have room. Null: it goes to the next page whole. */
function takeLines(
  group: SceneGroup,
  { lines, following }: NearLines,
  { inside, inner, repeatedHead }: { inside: Room; inner: number; repeatedHead: number },
  { take, cut }: GroupDivider,
): Taken | null {
  if (inside.bottom <= inside.top) return null;
  const isFirst = group.isContinued !== true;
  const cutBefore = cut.length;
  const taken = take(lines, inside);
  if (taken.placed.length === 0) return null;
  const rowsBelow = countFollowing(following);
  const rowsToKeep = isFirst ? countRowsToKeep(group, { lines, rowsBelow }, repeatedHead, inner) : 1;
  const isHeadAlone = repeatedHead > 0 && taken.placed.length < repeatedHead + rowsToKeep;
  if (isHeadAlone && taken.rest.length > 0 && !inside.isAtTop) return null;
  // A head without anything below it: on a page of its own it has to do.
  const isHeadOnly = repeatedHead > 0 && taken.placed.length <= repeatedHead && taken.rest.length > 0;
  const shown = isHeadOnly && !isFirst ? takeWithoutHead() : taken;
  const moved = countRowsToMove(group, shown.placed, shown.rest.length + rowsBelow);
  return moved > 0 ? withRowsBefore(shown, moved) : shown;

  function takeWithoutHead(): Taken {
    cut.length = cutBefore;
    return take(fromTop(lines.slice(repeatedHead)), { ...inside, repeated: 0, whole: inner });
  }
}

/** A group without elements: what is left of its height on the page is enough, unless it has a height. */
function divideEmpty(group: SceneGroup, room: number): Divided | null {
  if (hasFixedHeight(group) && !isCell(group) && group.isContinued !== true) return null;
  return { head: { ...group, height: Math.min(group.height, room) }, tail: null };
}

/** What of a group is drawn again on the next page. */
interface Repeated {
  readonly header: readonly Line[];
  /** The sum so far, below the header. */
  readonly sum: SceneGroup | null;
  /** Below them. */
  readonly space: number;
}

/** The part of a group that follows, with what is repeated. */
function goOn(
  group: SceneGroup,
  { header, sum, space }: Repeated,
  { lines, following }: NearLines,
  before: number,
): SceneGroup {
  const { above, below } = roomAround(group);
  const sums = sum === null ? [] : listColumn([sum], 0);
  const head = [
    ...header.map((line) => ({ ...line, elements: line.elements.map(asRepeated) })),
    ...(header.length > 0 ? sums : sums.map(withoutLineAbove)),
  ];
  const [next, ...others] = lines.filter((line) => !isSumAtHead(line, group));
  const first = next === undefined || head.length > 0 ? next : withoutLineAbove(next);
  const rest = first === undefined ? [] : [{ ...first, space: head.length > 0 ? space : 0 }, ...others];
  const { elements, bottom } = stack([...head, ...rest], above);
  const height = bottom + below + (following === null ? 0 : heightOfFollowing(following));
  const isRepeating = group.repeatedHead !== undefined || head.length > 0;
  const repeatedHead = isRepeating ? { repeatedHead: head.length } : {};
  const going = { ...group, ...repeatedHead, y: 0, isContinued: true as const, isDivided: true as const };
  const part = findPart(going, elements, { height, isLast: true, before });
  return following === null ? part : { ...part, following };
}

/** An element that is not divided where a page has room for it. */
function asWhole(element: SceneElement): SceneElement {
  return { ...element, keepTogether: true };
}

/** An element as it is drawn again: screen readers have read it, and it begins no page. */
function asRepeated({ breakBefore: _, ...element }: SceneElement): SceneElement {
  return { ...element, tag: 'Artifact' };
}

function getHeight(lines: readonly Line[]): number {
  return lines.reduce((sum, { height, space }) => sum + height + space, 0);
}
