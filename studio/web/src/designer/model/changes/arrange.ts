/** Commands that move, align, distribute and order what is selected. */
import type { TemplateDocument, TemplateElement } from '../template.ts';
import { keepBound } from '../bound-numbers.ts';
import { edit, inOneStep, type Design } from '../design.ts';
import { shift } from './content.ts';
import { seenDocument } from '../known-boxes.ts';
import { placeInGroups } from '../place-in-groups.ts';
import { isOwn } from '../running.ts';
import { commonGroup, findElement, findElements, type PlacedElement } from '../elements.ts';
import { boundsInParent, boundsOfAll, fromPageDistance, type Box } from '../placement.ts';

/** Moves what is selected by a distance on the page, in the document's unit. */
export function moveBy(design: Design, distance: { readonly x: number; readonly y: number }, joins?: string) {
  return edit(
    design,
    keepBound(design, ({ document, selection }) => {
      for (const placed of findElements(document, selection)) {
        const { x, y } = fromPageDistance(placed, distance);
        shift(placed.element, { x, y });
      }
    }),
    joins === undefined ? {} : { joins },
  );
}

/** Edges and centres that elements are aligned at. */
export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** Whether what is selected is in one group, or on the page. */
export function canAlign({ document, selection }: Design): boolean {
  const placed = findElements(document, selection);
  return placed.length > 0 && commonGroup(placed) !== undefined;
}

/** Aligns several elements with each other, and a single one with its group or the page. */
export function align(design: Design, alignment: Alignment): Design {
  if (!canAlign(design)) return design;
  return edit(
    design,
    keepBound(design, ({ document, selection }) => {
      const placed = findElements(document, selection);
      const frame = alignmentFrame(seenDocument(design), placed);
      for (const { element } of placed) {
        const box = boundsInParent(element);
        shift(element, {
          x:
            alignment === 'left'
              ? frame.x - box.x
              : alignment === 'centre'
                ? frame.x + frame.width / 2 - (box.x + box.width / 2)
                : alignment === 'right'
                  ? frame.x + frame.width - (box.x + box.width)
                  : 0,
          y:
            alignment === 'top'
              ? frame.y - box.y
              : alignment === 'middle'
                ? frame.y + frame.height / 2 - (box.y + box.height / 2)
                : alignment === 'bottom'
                  ? frame.y + frame.height - (box.y + box.height)
                  : 0,
        });
      }
    }),
  );
}

function alignmentFrame({ viewport }: TemplateDocument, placed: readonly PlacedElement[]): Box {
  if (placed.length > 1) return boundsOfAll(placed.map(({ element }) => element));
  const { width, height } = placed[0]?.groups.at(-1) ?? viewport;
  return { x: 0, y: 0, width, height };
}

/** Whether three elements or more are selected in one group, or on the page. */
export function canDistribute(design: Design): boolean {
  return canAlign(design) && findElements(design.document, design.selection).length > 2;
}

/** Makes the gaps between elements equal. The outermost ones stay. */
export function distribute(design: Design, axis: 'x' | 'y'): Design {
  if (!canDistribute(design)) return design;
  const side = axis === 'x' ? 'width' : 'height';
  return edit(
    design,
    keepBound(design, ({ document, selection }) => {
      const boxes = findElements(document, selection)
        .map(({ element }) => ({ element, box: boundsInParent(element) }))
        .sort((a, b) => a.box[axis] - b.box[axis]);
      const first = boxes[0]!.box;
      const end = Math.max(...boxes.map(({ box }) => box[axis] + box[side]));
      const filled = boxes.reduce((sum, { box }) => sum + box[side], 0);
      const gap = (end - first[axis] - filled) / (boxes.length - 1);
      let place = first[axis];
      for (const { element, box } of boxes) {
        shift(element, { x: 0, y: 0, [axis]: place - box[axis] });
        place += box[side] + gap;
      }
    }),
  );
}

/** Where an element goes among its siblings. */
export type Order = 'front' | 'forward' | 'backward' | 'back';

/** Changes the order of what is selected, each element among its siblings. */
export function reorder(design: Design, order: Order): Design {
  return edit(
    design,
    keepBound(design, ({ document, selection }) => {
      const listed = new Set(selection);
      const lists = new Set(findElements(document, selection).map(({ siblings }) => siblings));
      for (const siblings of lists)
        siblings.splice(0, siblings.length, ...reordered(siblings, listed, order));
    }),
  );
}

/**
 * Moves one element in front of or behind another one, or into a group, in front of all others there. It
 * stays where it is seen, also in or out of a turned group. Headers and footers stay the foremost.
 */
export function moveInOrder(
  design: Design,
  id: string,
  targetId: string,
  place: 'before' | 'behind' | 'inside',
): Design {
  const found = findElement(design.document, id);
  if (found !== null && !isOwn(found.element)) return design;
  return edit(
    design,
    keepBound(design, ({ document }) => {
      const moved = findElement(document, id);
      const target = findElement(document, targetId);
      if (moved === null || target === null || id === targetId) return;
      if (target.groups.some((group) => group.id === id)) return;
      const into = place === 'inside' && target.element.type === 'group' ? target.element : null;
      const groups = into === null ? target.groups : [...target.groups, into];
      const { element } = moved;
      if (moved.groups.at(-1)?.id !== groups.at(-1)?.id) placeInGroups(element, moved.groups, groups);
      moved.siblings.splice(moved.index, 1);
      const list = into?.elements ?? target.siblings;
      const index = into === null ? list.findIndex((each) => each.id === targetId) : list.length;
      // The first of a list is at the back.
      list.splice(into === null && place === 'before' ? index + 1 : index, 0, element);
    }),
  );
}

/** Moves several elements as `moveInOrder` does, as one step of undo. They keep their order. */
export function moveAllInOrder(
  design: Design,
  ids: readonly string[],
  targetId: string,
  place: 'before' | 'behind' | 'inside',
): Design {
  const ordered = findElements(design.document, ids)
    .map(({ element }) => element.id)
    .filter((id) => id !== targetId);
  // Each goes right beside the target: the last one in front of it is the backmost.
  if (place === 'before') ordered.reverse();
  return inOneStep(design, (begun) =>
    ordered.reduce((moved, id) => moveInOrder(moved, id, targetId, place), begun),
  );
}

/** Siblings in another order, of which some are moved. */
export function reordered(
  siblings: readonly TemplateElement[],
  listed: ReadonlySet<string>,
  order: Order,
): TemplateElement[] {
  const isListed = ({ id }: TemplateElement) => listed.has(id);
  const chosen = siblings.filter(isListed);
  const others = siblings.filter((element) => !isListed(element));
  if (order === 'front') return [...others, ...chosen];
  if (order === 'back') return [...chosen, ...others];
  // Each steps over one neighbour that is not listed; those that touch stay together.
  const result = order === 'forward' ? siblings.toReversed() : [...siblings];
  for (let index = 1; index < result.length; index += 1) {
    const [before, element] = [result[index - 1]!, result[index]!];
    if (isListed(element) && !isListed(before)) [result[index - 1], result[index]] = [element, before];
  }
  return order === 'forward' ? result.toReversed() : result;
}
