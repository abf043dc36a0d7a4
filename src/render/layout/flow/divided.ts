import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { SceneText } from '../../scene/text.ts';
import type { StackedLine } from '../../text/place/place-lines.ts';

/** Lengths are rounded: what is this much too high has room. */
export const TOLERANCE_PX = 0.01;

/** An element in two parts: what stays on a page, and what goes on on the next. */
export interface Divided<Head extends SceneElement = SceneElement> {
  readonly head: Head;
  /** Null: nothing is left. */
  readonly tail: Head | null;
}

/** The lines of a whole text. */
export type LinesOf = (element: SceneText) => readonly StackedLine[];

/** Whether an element stands as it is: what is turned or slanted has no lines to divide it along. */
export function isUpright({ rotation, flipX, flipY, skewX = 0, skewY = 0 }: SceneElement): boolean {
  return rotation === 0 && flipX !== true && flipY !== true && skewX === 0 && skewY === 0;
}

/** Whether a group may be divided: it is not monolithic, in the words of CSS Fragmentation. */
export function isDivisibleGroup(group: SceneGroup): boolean {
  return group.mask === undefined && group.clip !== 'ellipse' && isUpright(group);
}

/** Whether the elements of a group stand below each other, each one after the other: a column, or a table. */
export function isColumn(group: SceneGroup): boolean {
  const { layout, table, repeatedHead } = group;
  return (
    (layout?.direction === 'column' && !layout.wrap) || table !== undefined || repeatedHead !== undefined
  );
}

/**
 * Whether an element goes to the next page whole where that has room for it, since it is drawn to be seen as
 * one: what says so, a row of a table, and groups of a given height.
 */
export function avoidsBreakInside(element: SceneElement): boolean {
  if (element.keepTogether === true) return true;
  if (element.type !== 'group') return false;
  return (
    isTableRow(element) || (!isColumn(element) && element.layout === undefined) || hasFixedHeight(element)
  );
}

/** Whether a group has a height of its own, whatever is in it and around it. */
export function hasFixedHeight({ sizing }: SceneElement): boolean {
  return sizing === undefined || (sizing.height !== 'hug' && sizing.height !== 'fill');
}

/** Whether a group is a row of a table. */
export function isTableRow({ tag }: SceneGroup): boolean {
  return tag === 'TR';
}

/** Whether an element is a cell of a table. */
export function isCell({ tag }: SceneElement): boolean {
  return tag === 'TD' || tag === 'TH';
}

/** Whether an element stands in the column, the rows or the band of a group that are divided. */
export function isInFlow(element: SceneElement, group: SceneGroup): boolean {
  if (group.layout !== undefined) return element.sizing?.isInLayout === true;
  if (isTableRow(group)) return !isBackdrop(element, group);
  return (element.sizing?.pin.bottom ?? null) === null;
}

/** Whether an element is the lines between the cells of a row, or fills one: it is as high as the row. */
export function isBackdrop(element: SceneElement, group: SceneGroup): boolean {
  return isTableRow(group) && element.tag === 'Artifact';
}
