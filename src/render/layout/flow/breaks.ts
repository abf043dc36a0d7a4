/** `breakBefore` and `keepWithNext`, which are `break-before: page` and `break-after: avoid` of CSS. */
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import { avoidsBreakInside, hasFixedHeight, isDivisibleGroup } from './divided.ts';
import { firstLineOf, lastLineOf, listLines, roomAround, type Line } from './lines.ts';

/** Whether there is a break before an element, or before the first ones in it. */
export function beginsPage(element: SceneElement): boolean {
  if (element.breakBefore === true) return true;
  if (element.type !== 'group' || !hasPlacesForBreaks(element)) return false;
  return firstLineOf(element).some(beginsPage);
}

/** Whether there is no break between an element and the next one: it says so, or the last in it. */
export function keepsWithNext(element: SceneElement): boolean {
  if (element.keepWithNext !== undefined) return element.keepWithNext;
  if (element.type !== 'group' || !isDivisibleGroup(element)) return false;
  return lastLineOf(element).some(keepsWithNext);
}

/** Whether a forced break in a group divides it, though it has room. */
export function hasPlacesForBreaks(group: SceneGroup): boolean {
  return (
    isDivisibleGroup(group) &&
    !avoidsBreakInside(group) &&
    (group.repeatedHead !== undefined || !hasFixedHeight(group))
  );
}

/**
 * The room in which a group ends before those of its elements that stay with what follows the group. Null: it
 * has no others.
 */
export function roomBeforeChain(group: SceneGroup): number | null {
  const { above, below } = roomAround(group);
  const lines = listLines(group, above);
  const tops: number[] = [];
  let bottom = above;
  for (const { space, height } of lines) {
    tops.push(bottom + space);
    bottom += space + height;
  }
  let at = lines.length;
  while (at > (group.repeatedHead ?? 0) && lineKeepsWithNext(lines[at - 1]!)) {
    at -= 1;
    const inner = getGroupOfChain(lines[at]!);
    const room = inner === null ? null : roomBeforeChain(inner);
    if (room !== null) return tops[at]! + room + below;
  }
  if (at <= (group.repeatedHead ?? 0) || at === lines.length) return null;
  return tops[at]! + below;
}

/** Whether there is no break between a line and the next one. */
export function lineKeepsWithNext({ elements }: Line): boolean {
  return elements.some(keepsWithNext);
}

/** The group that stays with the next element only by its last elements; null: there is none. */
export function getGroupOfChain({ elements: [element, ...others] }: Line): SceneGroup | null {
  const isChain = element?.type === 'group' && others.length === 0 && element.keepWithNext === undefined;
  return isChain && !avoidsBreakInside(element) ? element : null;
}
