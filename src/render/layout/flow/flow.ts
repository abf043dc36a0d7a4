import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { CutElement } from '../../scene/scene.ts';
import {
  beginsPage,
  getGroupOfChain,
  hasPlacesForBreaks,
  lineKeepsWithNext,
  roomBeforeChain,
} from './breaks.ts';
import { divideLine, type DividedLine, type LineDivider } from './divide-line.ts';
import { divideText, isDivisibleText } from './divide-text.ts';
import {
  avoidsBreakInside,
  hasFixedHeight,
  isCell,
  isDivisibleGroup,
  TOLERANCE_PX,
  type Divided,
  type LinesOf,
} from './divided.ts';
import { findPart } from './free-elements.ts';
import { cutOff, fromTop, listColumn, listLines, placeLine, roomAround, stack, type Line } from './lines.ts';
import { countRowsToKeep, countRowsToMove, withoutLineAbove } from './table-parts.ts';

/** What stands on a page of a flow, from the top of its room downwards. */
export interface FlowPage {
  readonly elements: readonly SceneElement[];
  readonly cut: readonly CutElement[];
}

/** A part of a page: the room of the page, or that in a group. */
interface Room {
  readonly top: number;
  readonly bottom: number;
  /** Nothing stands above on the page: a break before the first line would help nothing. */
  readonly isAtTop: boolean;
  /** How many of the first lines are repeated: before the next one there is no break. */
  readonly repeated: number;
  /** The height that a line may have on a page of its own. */
  readonly whole: number;
}

/** What has room of the lines of a flow. */
interface Taken {
  readonly placed: readonly (readonly SceneElement[])[];
  /** The lower edge of the last one. */
  readonly bottom: number;
  readonly rest: readonly Line[];
}

/**
 * Divides a column of placed elements into pages. Each element is on one page, or in parts on pages that
 * follow each other. What cannot be divided and is higher than a page is cut.
 */
export class Flow {
  readonly #linesOf: LinesOf;
  readonly #breaksInside = new WeakMap<SceneElement, boolean>();
  #rest: readonly Line[];
  #cut: CutElement[] = [];

  /** @param elements of a column, whose content begins at 0 */
  constructor(elements: readonly SceneElement[], linesOf: LinesOf) {
    this.#linesOf = linesOf;
    this.#rest = listColumn(elements, 0);
  }

  get isDone(): boolean {
    return this.#rest.length === 0;
  }

  /** Takes what has room on the next page: at least a part of an element. */
  takePage(room: number): FlowPage {
    this.#cut = [];
    const page = { top: 0, bottom: room, isAtTop: true, repeated: 0, whole: room };
    const { placed, rest } = this.#take(this.#rest, page);
    this.#rest = rest;
    return { elements: placed.flat(), cut: this.#cut };
  }

  #take(lines: readonly Line[], room: Room): Taken {
    const { isAtTop, repeated } = room;
    const placed: SceneElement[][] = [];
    let bottom = room.top;
    for (const [index, line] of lines.entries()) {
      const isFirst = isAtTop && index === 0;
      // At the top of a page the space above a line gives way.
      const isLow = isFirst && line.height > room.bottom - bottom - line.space;
      const y = isLow ? bottom : bottom + line.space;
      const left = room.bottom - y;
      if (line.elements.some(beginsPage) && !(isAtTop && index <= repeated))
        return { placed, bottom, rest: fromTop(lines.slice(index)) };
      if (line.height <= left + TOLERANCE_PX && !line.elements.some((each) => this.#hasBreakInside(each))) {
        placed.push(placeLine(line, y));
        bottom = y + line.height;
        continue;
      }
      const isKept = !isFirst && this.#isKept(line, room.whole);
      let divided = isKept ? null : this.#divideLine(line, left, isFirst, room.whole);
      if (divided === null) {
        const earlier = this.#breakEarlier(lines, index, placed, room);
        // With all lines above it this one is higher than a page: it is divided, or goes on alone.
        if (earlier === null && isKept) divided = this.#divideLine(line, left, false, room.whole);
        if (divided === null) return earlier ?? { placed, bottom, rest: fromTop(lines.slice(index)) };
      }
      placed.push(placeLine(divided.head, y));
      bottom = y + divided.head.height;
      if (divided.tail === null) continue;
      return { placed, bottom, rest: [divided.tail, ...lines.slice(index + 1)] };
    }
    return { placed, bottom, rest: [] };
  }

  /** Whether a line goes to the next page rather than being divided. What is higher than a page does not. */
  #isKept({ elements, height, isRow }: Line, whole: number): boolean {
    const isWhole = isRow || elements.some(avoidsBreakInside);
    return isWhole && height <= whole + TOLERANCE_PX && !elements.some((each) => this.#hasBreakInside(each));
  }

  /**
   * A break before a line, and before those above it that stay with it. Null if those are all that stands
   * above it on the page.
   */
  #breakEarlier(
    lines: readonly Line[],
    index: number,
    placed: readonly SceneElement[][],
    { isAtTop, repeated, whole }: Room,
  ): Taken | null {
    let at = index;
    while (at > 0 && lineKeepsWithNext(lines[at - 1]!)) {
      at -= 1;
      const group = getGroupOfChain(lines[at]!);
      const room = group === null ? null : roomBeforeChain(group);
      if (group === null || room === null) continue;
      const divided = this.#divide(group, room, { isForced: false, whole });
      if (divided === null || divided.tail === null) continue;
      const y = placed[at]?.[0]?.y ?? 0;
      const { tail } = divided;
      const rest = { elements: [tail], top: tail.y, height: tail.height, space: 0, isRow: false };
      return {
        placed: [...placed.slice(0, at), [{ ...divided.head, y }]],
        bottom: y + divided.head.height,
        rest: [rest, ...lines.slice(at + 1)],
      };
    }
    if (at < index && isAtTop && at <= repeated) return null;
    const kept = placed.slice(0, at);
    return { placed: kept, bottom: getBottom(kept), rest: fromTop(lines.slice(at)) };
  }

  #divideLine(line: Line, room: number, isForced: boolean, whole: number): DividedLine | null {
    const divider: LineDivider = {
      hasBreakInside: (element) => this.#hasBreakInside(element),
      divide: (element, own, isOwnForced) => this.#divide(element, own, { isForced: isOwnForced, whole }),
      cutOff: (element, own) => this.#cutOff(element, own),
    };
    const cutBefore = this.#cut.length;
    const divided = room <= 0 && !isForced ? null : divideLine(line, room, isForced, divider);
    if (divided === null) this.#cut.length = cutBefore;
    return divided;
  }

  #divide(
    element: SceneElement,
    room: number,
    { isForced, whole }: { readonly isForced: boolean; readonly whole: number },
  ): Divided | null {
    if (element.type === 'text' && isDivisibleText(element))
      return divideText(element, room, isForced, this.#linesOf);
    if (element.type === 'group' && isDivisibleGroup(element))
      return this.#divideGroup(element, room, isForced, whole);
    return null;
  }

  /** Each part has the padding of the group, and what is painted behind it. */
  #divideGroup(group: SceneGroup, room: number, isAtTop: boolean, whole: number): Divided | null {
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
    const cutBefore = this.#cut.length;
    let taken = this.#take(lines, inside);
    if (taken.placed.length === 0) return null;
    const rowsToKeep = isFirst ? countRowsToKeep(group, lines, repeatedHead, inner) : 1;
    const isHeadAlone = repeatedHead > 0 && taken.placed.length < repeatedHead + rowsToKeep;
    if (isHeadAlone && taken.rest.length > 0 && !isAtTop) return null;
    // A head without anything below it: on a page of its own it has to do.
    const isHeadOnly = repeatedHead > 0 && taken.placed.length <= repeatedHead && taken.rest.length > 0;
    if (isHeadOnly && !isFirst) {
      this.#cut.length = cutBefore;
      taken = this.#take(fromTop(lines.slice(repeatedHead)), { ...inside, repeated: 0, whole: inner });
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

  /** Whether an element has to be divided even where it has room. */
  #hasBreakInside(element: SceneElement): boolean {
    if (element.type !== 'group' || !hasPlacesForBreaks(element)) return false;
    const known = this.#breaksInside.get(element);
    if (known !== undefined) return known;
    const first = element.isContinued === true ? (element.repeatedHead ?? 0) : 0;
    const breaks = listLines(element, 0).some(({ elements }, index) =>
      elements.some((each) => (index > first && beginsPage(each)) || this.#hasBreakInside(each)),
    );
    this.#breaksInside.set(element, breaks);
    return breaks;
  }

  #cutOff(element: SceneElement, room: number): SceneElement {
    this.#cut.push({ elementId: element.id, height: element.height, room: Math.max(0, room) });
    return cutOff(element, room);
  }
}

/** A group without elements: what is left of its height on the page is enough, unless it has a height. */
function divideEmpty(group: SceneGroup, room: number): Divided | null {
  if (hasFixedHeight(group) && !isCell(group) && group.isContinued !== true) return null;
  return { head: { ...group, height: Math.min(group.height, room) }, tail: null };
}

function getBottom(lines: readonly (readonly SceneElement[])[]): number {
  return lines.flat().reduce((lowest, { y, height }) => Math.max(lowest, y + height), 0);
}

/** What was placed last goes on with the rest. */
function withRowsBefore({ placed, rest }: Taken, moved: number): Taken {
  const kept = placed.slice(0, -moved);
  const going = placed.slice(-moved).flatMap((line) => listColumn(line, 0));
  return {
    placed: kept,
    bottom: getBottom(kept),
    rest: [...going.map((line) => ({ ...line, space: 0 })), ...rest],
  };
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
