/** Where elements of a layout land that are dropped at a place of the page. */
import { applyToPoint, inverse, type Matrix } from 'transformation-matrix';
import { findElement, walkElements } from './elements.ts';
import {
  findAxis,
  fromStart,
  mirrorBox,
  findPlacedChildren,
  readGap,
  innerBox,
  findTarget,
  type LayoutTarget,
} from './layout-target.ts';
import type { Design } from './design.ts';
import { groupToPage, toPage, type Box, type Point } from './placement.ts';

/** In a layout, before one of its elements. */
interface InLayout {
  /** The id of the group; null: the page. */
  readonly holder: string | null;
  readonly isInLayout: true;
  /** The id of the element that follows; null: it becomes the last. */
  readonly before: string | null;
  /** A line on the page that shows the place. */
  readonly line: readonly [Point, Point];
}

/** Outside of layouts, on the page or in a group. */
interface Free {
  readonly holder: string | null;
  readonly isInLayout: false;
}

export type Landing = InLayout | Free;

interface LandingOptions {
  /** Ids of elements that cannot be reached. */
  readonly locked?: readonly string[];
  /** Also layouts in the one that the elements come from. */
  readonly isDeep?: boolean;
}

/**
 * Finds where the selected elements of a layout land: in their layout as long as the pointer is in it, else
 * in the innermost one under the pointer, else outside of layouts. Null: no layout places what is selected.
 */
export function findLanding(
  design: Design,
  point: Point,
  { locked = [], isDeep = false }: LandingOptions = {},
): Landing | null {
  const placed = findPlacedChildren(design);
  if (placed === null) return null;
  const { holder, ids } = placed;
  const isReached = (target: LayoutTarget | null): target is LayoutTarget =>
    target !== null && isInside(target, point);
  const own = findTarget(design, holder);
  if (!isDeep && isReached(own)) return landIn(own, ids, point);
  const others = [...walkElements(design.document.elements)].toReversed().filter(({ element, groups }) => {
    const chain = [...groups, element];
    return chain.every(({ id, visible }) => visible !== false && !ids.includes(id) && !locked.includes(id));
  });
  for (const { element } of others) {
    const target = element.type === 'group' ? findTarget(design, element.id) : null;
    if (isReached(target)) return landIn(target, ids, point);
  }
  const around = freeHolder(design, holder);
  if (around !== undefined) return { holder: around, isInLayout: false };
  const page = findTarget(design, null);
  return page === null ? null : landIn(page, ids, point);
}

/** The nearest group around a layout that has none itself; undefined: all have one, the page as well. */
function freeHolder({ document }: Design, holder: string | null): string | null | undefined {
  const groups = holder === null ? [] : (findElement(document, holder)?.groups ?? []);
  const free = groups.findLast(({ layout }) => layout === undefined);
  return free?.id ?? (document.layout === undefined ? null : undefined);
}

function getMatrix({ id, box, groups }: LayoutTarget): Matrix {
  return id === null ? groupToPage({ groups: [] }) : toPage({ element: box, groups });
}

function isInside(target: LayoutTarget, point: Point): boolean {
  const { x, y } = applyToPoint(inverse(getMatrix(target)), point);
  return x >= 0 && y >= 0 && x <= target.box.width && y <= target.box.height;
}

function landIn(seen: LayoutTarget, ids: readonly string[], point: Point): Landing {
  const matrix = getMatrix(seen);
  const target = fromStart(seen);
  const onOtherSide = (place: Point): Point => ({ ...place, x: mirrorBox({ ...place, width: 0 }, seen).x });
  const { layout } = target;
  const children = target.children.filter(({ id }) => !ids.includes(id));
  const axis = findAxis(layout);
  const local = onOtherSide(applyToPoint(inverse(matrix), point));
  const index = children.filter((child) => isBefore(child, local, axis, layout.wrap === true)).length;
  const [start, end] = lineAt(target, children, index, axis).map((each) =>
    applyToPoint(matrix, onOtherSide(each)),
  );
  return {
    holder: target.id,
    isInLayout: true,
    before: children[index]?.id ?? null,
    line: [start!, end!],
  };
}

const sideOf = { x: 'width', y: 'height' } as const;
const across = { x: 'y', y: 'x' } as const;

/** Whether an element stands before a place. In lines that wrap, all of the lines before do. */
function isBefore(box: Box, point: Point, axis: 'x' | 'y', isWrapped: boolean): boolean {
  const isBeforeCentre = box[axis] + box[sideOf[axis]] / 2 < point[axis];
  if (!isWrapped) return isBeforeCentre;
  const cross = across[axis];
  if (box[cross] + box[sideOf[cross]] < point[cross]) return true;
  return box[cross] <= point[cross] && isBeforeCentre;
}

/** The line between two neighbours, in the coordinates of the layout. */
function lineAt(
  target: LayoutTarget,
  children: readonly Box[],
  index: number,
  axis: 'x' | 'y',
): readonly Point[] {
  const [side, cross] = [sideOf[axis], across[axis]];
  const [before, next] = [children[index - 1], children[index]];
  const inner = innerBox(target);
  const half = readGap(target.layout) / 2;
  const isSameLine = before !== undefined && next !== undefined && next[axis] >= before[axis];
  const at = isSameLine
    ? (before[axis] + before[side] + next[axis]) / 2
    : next !== undefined
      ? next[axis] - half
      : before === undefined
        ? inner[axis]
        : before[axis] + before[side] + half;
  const along = target.layout.wrap === true ? (next ?? before ?? inner) : inner;
  const place = (length: number) => ({ [axis]: at, [cross]: length }) as unknown as Point;
  return [place(along[cross]), place(along[cross] + along[sideOf[cross]])];
}
