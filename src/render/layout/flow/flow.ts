import type { SceneElement } from '../../scene/elements.ts';
import type { CutElement } from '../../scene/scene.ts';
import {
  beginsPage,
  getGroupOfChain,
  hasPlacesForBreaks,
  lineKeepsWithNext,
  roomBeforeChain,
} from './breaks.ts';
import { divideGroup, type GroupDivider } from './divide-group.ts';
import { divideLine, type DividedLine, type LineDivider } from './divide-line.ts';
import { divideText, isDivisibleText } from './divide-text.ts';
import { avoidsBreakInside, isDivisibleGroup, TOLERANCE_PX, type Divided, type LinesOf } from './divided.ts';
import { cutOff, fromTop, listColumn, listLines, placeLine, type Line } from './lines.ts';
import { hasFollowing } from './near-lines.ts';
import { getBottom, type Room, type Taken } from './taken.ts';

/** What stands on a page of a flow, from the top of its room downwards. */
export interface FlowPage {
  readonly elements: readonly SceneElement[];
  readonly cut: readonly CutElement[];
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
        if (earlier === null) divided = this.#divideAnywhere(line, left, room.whole);
        if (divided === null)
          return (
            earlier ??
            this.#breakAbove(lines, index, placed, room.whole) ?? {
              placed,
              bottom,
              rest: fromTop(lines.slice(index)),
            }
          );
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

  /**
   * A break inside of the lines that fill a page and stay with the one below them: their end goes on with it,
   * as the last lines of a row with the total of their group. Null if they have no place for a break, or if
   * what goes on has no room on a page.
   */
  #breakAbove(
    lines: readonly Line[],
    index: number,
    placed: readonly SceneElement[][],
    whole: number,
  ): Taken | null {
    let below = lines[index]!.space + lines[index]!.height;
    for (let at = index - 1; at >= 0 && lineKeepsWithNext(lines[at]!); at -= 1) {
      const line = lines[at]!;
      const divided = this.#divideAnywhere(line, line.height - 1, whole);
      const tail = divided?.tail ?? null;
      if (divided !== null && tail !== null && tail.height + below <= whole + TOLERANCE_PX) {
        const y = (placed[at]?.[0]?.y ?? 0) - (line.elements[0]?.y ?? 0) + line.top;
        return {
          placed: [...placed.slice(0, at), placeLine(divided.head, y)],
          bottom: y + divided.head.height,
          rest: [tail, ...lines.slice(at + 1)],
        };
      }
      below += line.space + line.height;
    }
    return null;
  }

  /** Divides a line between any of its lines, also where less than two stay together. Cuts nothing off. */
  #divideAnywhere(line: Line, room: number, whole: number): DividedLine | null {
    const divided = this.#divideLine(line, room, false, whole);
    if (divided !== null || room <= 0) return divided;
    const cutBefore = this.#cut.length;
    const forced = this.#divideLine(line, room, true, whole);
    if (this.#cut.length === cutBefore) return forced;
    this.#cut.length = cutBefore;
    return null;
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
    if (element.type !== 'group' || !isDivisibleGroup(element)) return null;
    const divider: GroupDivider = { take: (lines, own) => this.#take(lines, own), cut: this.#cut };
    return divideGroup(element, { room, whole, isAtTop: isForced }, divider);
  }

  /** Whether an element has to be divided even where it has room. */
  #hasBreakInside(element: SceneElement): boolean {
    if (hasFollowing(element)) return true;
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
