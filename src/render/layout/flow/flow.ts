import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { CutElement } from '../../scene/scene.ts';
import { divideText, isDivisibleText } from './divide-text.ts';
import { isDivisibleGroup, isInColumn, roomAround, type Divided, type LinesOf } from './divided.ts';
import { findPart } from './free-elements.ts';
import { cutOff, fromTop, listItems, stack, type Item } from './items.ts';

/** What stands on a page of a flow, from the top of its room downwards. */
export interface FlowPage {
  readonly elements: readonly SceneElement[];
  readonly cut: readonly CutElement[];
}

/** Lengths are rounded: what is this much too high has room. */
const TOLERANCE_PX = 0.01;

/** A part of a page: the room of the page, or that in a group. */
interface Room {
  readonly top: number;
  readonly bottom: number;
  /** Nothing stands above on the page: a break before the first element would help nothing. */
  readonly isAtTop: boolean;
  /** How many of the first elements are repeated: before the next one there is no break. */
  readonly repeated: number;
}

/** What has room of a column. */
interface Taken {
  readonly placed: readonly SceneElement[];
  /** The lower edge of the last one. */
  readonly bottom: number;
  readonly rest: readonly Item[];
}

/**
 * Divides a column of placed elements into pages. Each element is on one page, or in parts on pages that
 * follow each other; what is higher than a page is cut.
 */
export class Flow {
  readonly #linesOf: LinesOf;
  readonly #breaksInside = new WeakMap<SceneElement, boolean>();
  #rest: readonly Item[];
  #cut: CutElement[] = [];

  /** @param elements of a column, whose content begins at 0 */
  constructor(elements: readonly SceneElement[], linesOf: LinesOf) {
    this.#linesOf = linesOf;
    this.#rest = listItems(elements, 0);
  }

  get isDone(): boolean {
    return this.#rest.length === 0;
  }

  /** Takes what has room on the next page: at least a part of an element. */
  takePage(room: number): FlowPage {
    this.#cut = [];
    const { placed, rest } = this.#take(this.#rest, { top: 0, bottom: room, isAtTop: true, repeated: 0 });
    this.#rest = rest;
    return { elements: placed, cut: this.#cut };
  }

  #take(items: readonly Item[], { top, bottom: end, isAtTop, repeated }: Room): Taken {
    const placed: SceneElement[] = [];
    let bottom = top;
    for (const [index, { element, space }] of items.entries()) {
      const y = bottom + space;
      const room = end - y;
      const isFirst = isAtTop && index === 0;
      const breakBefore = () => ({ placed, bottom, rest: fromTop(items.slice(index)) });
      if (beginsPage(element) && !(isAtTop && index <= repeated)) return breakBefore();
      if (element.height <= room + TOLERANCE_PX && !this.#hasBreakInside(element)) {
        placed.push({ ...element, y });
        bottom = y + element.height;
        continue;
      }
      const divided = this.#divide(element, room, isFirst);
      if (divided === null && !isFirst) return breakBefore();
      const { head, tail } = divided ?? { head: this.#cutOff(element, room), tail: null };
      placed.push({ ...head, y });
      bottom = y + head.height;
      if (divided !== null && tail === null) continue;
      const others = items.slice(index + 1);
      const rest = tail === null ? fromTop(others) : [{ element: tail, space: 0 }, ...others];
      return { placed, bottom, rest };
    }
    return { placed, bottom, rest: [] };
  }

  #divide(element: SceneElement, room: number, isAtTop: boolean): Divided | null {
    if (element.type === 'text' && isDivisibleText(element))
      return divideText(element, room + TOLERANCE_PX, isAtTop, this.#linesOf);
    if (element.type === 'group' && isDivisibleGroup(element))
      return this.#divideGroup(element, room, isAtTop);
    return null;
  }

  /** Each part has the padding of the group, and what is painted behind it. */
  #divideGroup(group: SceneGroup, room: number, isAtTop: boolean): Divided | null {
    const { above, below } = roomAround(group);
    const column = group.elements.filter((element) => isInColumn(element, group));
    const { repeatedHead = 0 } = group;
    const items = listItems(column, above).map((item, index) =>
      index < repeatedHead ? { ...item, element: asWhole(item.element) } : item,
    );
    const isFirst = group.isContinued !== true;
    const inside = { top: above, bottom: room - below, isAtTop, repeated: isFirst ? 0 : repeatedHead };
    if (inside.bottom <= inside.top) return null;
    const cutBefore = this.#cut.length;
    let taken = this.#take(items, inside);
    // A head without anything below it: on a page of its own it has to do.
    const isHeadOnly = repeatedHead > 0 && taken.placed.length <= repeatedHead && taken.rest.length > 0;
    if (taken.placed.length === 0 || (isHeadOnly && !isAtTop)) return null;
    if (isHeadOnly && !isFirst) {
      this.#cut.length = cutBefore;
      taken = this.#take(fromTop(items.slice(repeatedHead)), { ...inside, repeated: 0 });
    }
    if (isTotalAlone(group, taken)) taken = withRowBefore(taken);
    const isLast = taken.rest.length === 0;
    const content = taken.bottom + below;
    const height = isLast ? Math.max(content, Math.min(group.height, room)) : content;
    const head = findPart(group, taken.placed, { height, isFirst, isLast });
    if (isLast) return { head, tail: null };
    // A head that has no room on a page is not repeated.
    const hasWholeHead = !isFirst || taken.placed.length >= repeatedHead;
    const going = hasWholeHead ? group : { ...group, repeatedHead: 0 };
    return { head, tail: goOn(going, items, taken.rest) };
  }

  /** Whether a group has to be divided even where it has room. */
  #hasBreakInside(element: SceneElement): boolean {
    if (element.type !== 'group' || !isDivisibleGroup(element)) return false;
    const known = this.#breaksInside.get(element);
    if (known !== undefined) return known;
    const column = element.elements.filter((each) => isInColumn(each, element));
    const first = element.isContinued === true ? (element.repeatedHead ?? 0) : 0;
    const breaks = column.some(
      (each, index) => (index > first && beginsPage(each)) || this.#hasBreakInside(each),
    );
    this.#breaksInside.set(element, breaks);
    return breaks;
  }

  #cutOff(element: SceneElement, room: number): SceneElement {
    this.#cut.push({ elementId: element.id, height: element.height, room: Math.max(0, room) });
    return cutOff(element, room);
  }
}

/** Whether the total of a table would go on without a row above it, though there is more than one. */
function isTotalAlone({ table, repeatedHead = 0 }: SceneGroup, { placed, rest }: Taken): boolean {
  return table?.hasTotal === true && rest.length === 1 && placed.length > repeatedHead + 1;
}

/** The last row that was placed goes on with the rest. */
function withRowBefore({ placed, rest }: Taken): Taken {
  const kept = placed.slice(0, -1);
  const bottom = kept.reduce((lowest, { y, height }) => Math.max(lowest, y + height), 0);
  return {
    placed: kept,
    bottom,
    rest: [...placed.slice(-1).map((element) => ({ element, space: 0 })), ...rest],
  };
}

/** The part of a group that follows, with what is repeated. */
function goOn(group: SceneGroup, items: readonly Item[], [next, ...others]: readonly Item[]): SceneGroup {
  const { repeatedHead = 0 } = group;
  const { above, below } = roomAround(group);
  const repeated = items
    .slice(0, repeatedHead)
    .map(({ element, space }) => ({ element: asRepeated(element), space }));
  const space = repeatedHead > 0 ? (items[repeatedHead]?.space ?? 0) : 0;
  const rest = next === undefined ? [] : [{ ...next, space }, ...others];
  const { elements, bottom } = stack([...repeated, ...rest], above);
  const part = { height: bottom + below, isFirst: false, isLast: true };
  return findPart({ ...group, y: 0, isContinued: true }, elements, part);
}

/** Whether there is a break before an element, or before the first one in it. */
function beginsPage(element: SceneElement): boolean {
  if (element.breakBefore === true) return true;
  if (element.type !== 'group' || !isDivisibleGroup(element)) return false;
  const first = element.elements.find((each) => isInColumn(each, element));
  return first !== undefined && beginsPage(first);
}

/** An element as it is drawn again: screen readers have read it, and it begins no page. */
function asRepeated({ breakBefore: _, ...element }: SceneElement): SceneElement {
  return { ...element, tag: 'Artifact' };
}

/** An element that is not divided. */
function asWhole(element: SceneElement): SceneElement {
  return { ...element, keepTogether: true };
}
