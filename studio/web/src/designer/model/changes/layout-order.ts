/** Commands that move the elements of layouts: in their order, into another layout, or out of it. */
import { turnNames } from '../compose-turns.ts';
import { edit, type Content, type Design } from '../design.ts';
import { copyElement, findElement, listIds, type PlacedElement } from '../elements.ts';
import { seenDocument } from '../known-boxes.ts';
import type { Landing } from '../landing.ts';
import { findAxis, findPlacedChildren, isPlacedBy } from '../layout-target.ts';
import { placeInGroups } from '../place-in-groups.ts';
import type { Point } from '../placement.ts';
import type { TemplateElement } from '../template.ts';
import { moveBy, reordered } from './arrange.ts';
import { setKey } from './content.ts';
import { freeFromLayout } from './free-from-layout.ts';

/** The distance from which on an element goes to the end of its layout. */
const far = 10;

/** Moves what is selected by a distance on the page, or what a layout places in its order. */
export function nudge(design: Design, distance: Point, joins: string): Design {
  const placed = findPlacedChildren(design);
  if (placed === null) return moveBy(design, distance, joins);
  const axis = findAxis(placed.layout);
  const step = axis === 'x' && placed.isRtl ? -distance.x : distance[axis];
  if (step === 0) return design;
  const isFar = Math.abs(step) >= far;
  const order = step > 0 ? (isFar ? 'front' : 'forward') : isFar ? 'back' : 'backward';
  return edit(
    design,
    ({ document }) => {
      const { siblings } = findElement(document, placed.ids[0]!)!;
      const flow = siblings.filter((each) => isPlacedBy(placed.layout, each) && each.visible !== false);
      const next = reordered(flow, new Set(placed.ids), order);
      // What the layout does not place keeps its place in the list.
      const slots = flow.map((element) => siblings.indexOf(element));
      slots.forEach((slot, index) => {
        siblings[slot] = next[index]!;
      });
    },
    { joins },
  );
}

interface DropOptions {
  /** How far the elements were dragged, on the page. */
  readonly distance: Point;
  /** Copies are dropped, and the elements stay. */
  readonly isCopy?: boolean;
}

/** Drops what is selected, which a layout has placed. */
export function dropPlaced(
  design: Design,
  landing: Landing,
  { distance, isCopy = false }: DropOptions,
): Design {
  const placed = findPlacedChildren(design);
  if (placed === null) return design;
  const seen = seenDocument(design);
  return edit(design, (content) => {
    const { document } = content;
    const taken = listIds(document);
    const found = placed.ids.map((id) => findElement(document, id)!);
    const dropped = found.map(({ element }): TemplateElement => {
      const copy = copyElement(
        JSON.parse(JSON.stringify(element)) as TemplateElement,
        isCopy ? taken : new Set(),
      );
      if (!landing.isInLayout)
        placeFreely(copy, findElement(seen, element.id)!, getGroups(seen, landing.holder), distance);
      return copy;
    });
    if (!isCopy) {
      const { siblings } = found[0]!;
      const others = siblings.filter(({ id }) => !placed.ids.includes(id));
      // The place is kept by the id of what follows, which never is one of these.
      siblings.splice(0, siblings.length, ...others);
    }
    const list = getList(content, landing.holder);
    list.splice(indexIn(content, list, landing, placed.holder), 0, ...dropped);
    content.selection = dropped.map(({ id }) => id);
  });
}

/**
 * Gives an element without a layout the place where it is seen, in the groups that it goes to.
 *
 * @param distance on the page, by which it is moved as well
 */
export function placeFreely(
  element: TemplateElement,
  seen: PlacedElement,
  to: PlacedElement['groups'],
  distance?: Point,
): void {
  const { width, height } = seen.element;
  const box = { ...seen.element };
  placeInGroups(box, seen.groups, to, distance);
  const isResized = box.width !== width || box.height !== height;
  if (isResized) Object.assign(element, { width: box.width, height: box.height });
  freeFromLayout(element, { x: box.x, y: box.y, width: box.width, height: box.height });
  for (const key of turnNames) if (box[key] !== seen.element[key]) setKey(element, key, box[key] as never);
}

function getGroups(document: Content['document'], holder: string | null): PlacedElement['groups'] {
  const placed = holder === null ? null : findElement(document, holder);
  return placed?.element.type === 'group' ? [...placed.groups, placed.element] : [];
}

function getList(content: Content, holder: string | null): TemplateElement[] {
  return getGroups(content.document, holder).at(-1)?.elements ?? content.document.elements;
}

/** Before what follows in a layout; outside of it in front of what the elements come from. */
function indexIn(content: Content, list: TemplateElement[], landing: Landing, from: string | null): number {
  if (landing.isInLayout) {
    const index = list.findIndex(({ id }) => id === landing.before);
    return index < 0 ? list.length : index;
  }
  const chain = getGroups(content.document, from).map(({ id }) => id);
  const index = list.findIndex(({ id }) => chain.includes(id));
  return index < 0 ? list.length : index + 1;
}
