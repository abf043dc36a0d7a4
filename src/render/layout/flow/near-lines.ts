/** The lines of a column that a page may reach. */
import type { FollowingElements, SceneElement, SceneGroup } from '../../scene/elements.ts';
import { isColumn, isInFlow } from './divided.ts';
import { listColumn, listLines, type Line } from './lines.ts';

/** Lines beyond the reach: one that is cut off takes less than its height, and one has to be left. */
const SPARE_LINES = 2;

/** Lines of a group, and the elements below them. */
export interface NearLines {
  readonly lines: readonly Line[];
  /** Null: there are no others. */
  readonly following: FollowingElements | null;
}

/**
 * The first lines of a group, which begin at `above`. A column of thousands of rows is divided once for each
 * page: if each part had all rows that are left, the time would grow with the square of the rows.
 *
 * @param reach the height that the lines have at least, if the group has others
 */
export function listNearLines(group: SceneGroup, above: number, reach: number): NearLines {
  if (!isColumn(group)) return { lines: listLines(group, above), following: null };
  const own = group.elements.filter((element) => isInFlow(element, group));
  const { elements, from } = group.following ?? { elements: own, from: 0 };
  const lines = group.following === undefined ? [] : listColumn(own, above);
  let height = lines.reduce((sum, line) => sum + line.space + line.height, 0);
  let at = from;
  let spare = SPARE_LINES + (group.repeatedHead ?? 0);
  for (; at < elements.length && (height < reach || spare > 0); at += 1) {
    const element = elements[at]!;
    const space = element.y - (at === 0 ? above : getBottom(elements[at - 1]!));
    lines.push({ elements: [element], top: element.y, height: element.height, space, isRow: false });
    if (height >= reach) spare -= 1;
    height += space + element.height;
  }
  return { lines, following: at < elements.length ? { elements, from: at } : null };
}

/** How many elements follow. */
export function countFollowing(following: FollowingElements | null): number {
  return following === null ? 0 : following.elements.length - following.from;
}

/** The height of the elements that follow, with the space above them. */
export function heightOfFollowing({ elements, from }: FollowingElements): number {
  return getBottom(elements.at(-1)!) - getBottom(elements[from - 1]!);
}

/** Whether a part of a group has elements to which no page came near so far. */
export function hasFollowing(element: SceneElement): boolean {
  if (element.type !== 'group' || element.isContinued !== true) return false;
  return element.following !== undefined || element.elements.some(hasFollowing);
}

function getBottom({ y, height }: SceneElement): number {
  return y + height;
}
