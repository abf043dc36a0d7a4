/** The gaps between several selected elements that stand in a row or a column. */
import { keepBound } from '../bound-numbers.ts';
import { edit, type Design, type EditOptions } from '../design.ts';
import { commonGroup, findElement, findElements, type PlacedElement } from '../elements.ts';
import { seenDocument } from '../known-boxes.ts';
import { boundsInParent, roundLength, type Box } from '../placement.ts';
import { isOwn } from '../running.ts';
import { shift } from './content.ts';

type Axis = 'x' | 'y';

const sideOf = { x: 'width', y: 'height' } as const;
const across = { x: 'y', y: 'x' } as const;

/** Elements in a row or a column, in the coordinates of their group. */
export interface Row {
  readonly axis: Axis;
  readonly groups: PlacedElement['groups'];
  /** In their order, each with the upright rectangle around it. */
  readonly items: readonly { readonly id: string; readonly box: Box }[];
  readonly gaps: readonly number[];
}

/** Of more than these, nobody drags single gaps. */
const mostInRow = 100;

/** The row or column of what is selected; null: there is none, or a layout has its own gaps. */
export function findRow({
  document,
  selection,
  boxes,
}: Pick<Design, 'document' | 'selection' | 'boxes'>): Row | null {
  if (selection.length < 2 || selection.length > mostInRow) return null;
  const placed = findElements(seenDocument({ document, boxes }), selection);
  const group = commonGroup(placed);
  if (placed.length < 2 || group === undefined || !placed.every(({ element }) => isOwn(element))) return null;
  if ((group === null ? document.layout : group.layout) !== undefined) return null;
  const items = placed.map(({ element }) => ({ id: element.id, box: boundsInParent(element) }));
  for (const axis of ['x', 'y'] as const) {
    const row = items.toSorted((a, b) => a.box[axis] - b.box[axis]);
    const gaps = row.slice(1).map(({ box }, index) => box[axis] - endOf(row[index]!.box, axis));
    const other = across[axis];
    const start = Math.max(...row.map(({ box }) => box[other]));
    const end = Math.min(...row.map(({ box }) => endOf(box, other)));
    if (gaps.every((gap) => gap >= -1e-3) && start < end)
      return { axis, groups: placed[0]!.groups, items: row, gaps: gaps.map(roundLength) };
  }
  return null;
}

function endOf(box: Box, axis: Axis): number {
  return box[axis] + box[sideOf[axis]];
}

/** The gap that all neighbours have; null: they differ. */
export function readEqualGap({ gaps }: Row): number | null {
  const [first = 0] = gaps;
  return gaps.every((gap) => Math.abs(gap - first) < 1e-3) ? first : null;
}

/** The rectangles between neighbours, in the coordinates of their group. */
export function listGapBoxes({ axis, items }: Row): readonly Box[] {
  const other = across[axis];
  const start = Math.max(...items.map(({ box }) => box[other]));
  const end = Math.min(...items.map(({ box }) => endOf(box, other)));
  return items.slice(1).map(({ box }, index) => {
    const from = endOf(items[index]!.box, axis);
    const length = Math.max(0, box[axis] - from);
    return axis === 'x'
      ? { x: from, y: start, width: length, height: end - start }
      : { x: start, y: from, width: end - start, height: length };
  });
}

/** Makes all gaps between what is selected the same. The first element stays. */
export function setGaps(design: Design, gap: number, options: EditOptions = {}): Design {
  const row = findRow(design);
  if (row === null) return design;
  const { axis, items } = row;
  return edit(
    design,
    keepBound(design, ({ document }) => {
      let at = endOf(items[0]!.box, axis);
      for (const { id, box } of items.slice(1)) {
        const by = at + gap - box[axis];
        const element = findElement(document, id)?.element;
        if (element !== undefined) shift(element, axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by });
        at += gap + box[sideOf[axis]];
      }
    }),
    options,
  );
}
