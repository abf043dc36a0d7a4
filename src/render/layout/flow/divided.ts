import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { SceneText } from '../../scene/text.ts';
import type { LaidOutLine } from '../../text/text-layout.ts';

/** An element in two parts: what stays on a page, and what goes on on the next. */
export interface Divided {
  readonly head: SceneElement;
  /** Null: nothing is left. */
  readonly tail: SceneElement | null;
}

/** Where the lines of a whole text stand. */
export type LinesOf = (element: SceneText) => readonly Pick<LaidOutLine, 'top' | 'height'>[];

/** Whether an element stands as it is: what is turned or slanted has no lines to divide it along. */
export function isUpright({ rotation, flipX, flipY, skewX = 0, skewY = 0 }: SceneElement): boolean {
  return rotation === 0 && flipX !== true && flipY !== true && skewX === 0 && skewY === 0;
}

/** Whether a group may be divided between its elements: a column as high as they are. */
export function isDivisibleGroup(group: SceneGroup): boolean {
  const { layout, repeatedHead, sizing, keepTogether, mask, clip } = group;
  const isColumn = layout?.direction === 'column' && !layout.wrap && sizing?.height === 'hug';
  return (
    (isColumn || repeatedHead !== undefined) &&
    keepTogether !== true &&
    mask === undefined &&
    clip !== 'ellipse' &&
    isUpright(group)
  );
}

/** Lengths in CSS pixels. */
interface RoomAround {
  readonly above: number;
  readonly below: number;
}

/** The room above and below what stands in a group: its padding, or the line around a table. */
export function roomAround({ layout, table }: SceneGroup): RoomAround {
  const [above, , below] = layout?.padding ?? [0, 0, 0, 0];
  const edge = table?.borders?.isAround === true ? table.borders.width : 0;
  return { above: above + edge, below: below + edge };
}

/** Whether an element stands in the column of a group. */
export function isInColumn(element: SceneElement, { layout }: Pick<SceneGroup, 'layout'>): boolean {
  return layout === undefined || element.sizing?.isInLayout === true;
}
