/** Commands that give layouts, change them and take them away. */
import type { Draft } from 'immer';
import { edit, unset, type Content, type Design } from '../design.ts';
import { commonGroup, findElement, findElements, listIds, takeId, type PlacedElement } from '../elements.ts';
import { seenDocument } from '../known-boxes.ts';
import {
  findAxis,
  findLayoutTarget,
  isPlacedBy,
  runsToLeft,
  writeSides,
  type Layout,
  type Sides,
} from '../layout-target.ts';
import { roundLength, type Box } from '../placement.ts';
import { isOwn } from '../running.ts';
import type { GroupElement, TemplateElement } from '../template.ts';
import { freeFromLayout } from './free-from-layout.ts';
import { planLayout } from './plan-layout.ts';

/** Changes the layout of a group or, for null, the page. */
function changeLayout(design: Design, id: string | null, recipe: (layout: Draft<Layout>) => void): Design {
  return edit(design, ({ document }) => {
    const element = id === null ? document : findElement(document, id)?.element;
    if (element !== undefined && 'layout' in element && element.layout !== undefined) recipe(element.layout);
  });
}

/** Sets the padding of a group or, for null, the page. */
export function setPadding(design: Design, id: string | null, sides: Sides): Design {
  return changeLayout(design, id, (layout) => {
    const written = writeSides(sides);
    if (JSON.stringify(written) !== JSON.stringify(layout.padding ?? 0)) layout.padding = written;
  });
}

/** Sets the space between the elements of a group or, for null, the page. */
export function setGap(design: Design, id: string | null, gap: number): Design {
  return changeLayout(design, id, (layout) => {
    const key = findAxis(layout) === 'y' && layout.rowGap !== undefined ? 'rowGap' : 'gap';
    if (roundLength(gap) !== (layout[key] ?? 0)) layout[key] = roundLength(gap);
  });
}

/** Whether the layout that is selected has another direction. */
export function canTurnLayout(design: Design, direction: 'row' | 'column'): boolean {
  const target = findLayoutTarget(design);
  return target !== null && (target.layout.direction ?? 'row') !== direction;
}

/** Sets the direction of the layout that is selected. */
export function turnLayout(design: Design, direction: 'row' | 'column'): Design {
  const target = findLayoutTarget(design);
  if (target === null || !canTurnLayout(design, direction)) return design;
  return changeLayout(design, target.id, (layout) => {
    layout.direction = direction;
  });
}

/** Whether what is selected is in one group, or on the page. A header gets the layout itself. */
export function canWrapInLayout({ document, selection }: Design): boolean {
  const placed = findElements(document, selection);
  const canWrap = ({ element }: PlacedElement) => isOwn(element) || (placed.length === 1 && isPlain(element));
  return placed.length > 0 && commonGroup(placed) !== undefined && placed.every(canWrap);
}

/**
 * Makes a group with a layout of what is selected, and selects it; a single group without a layout gets one
 * itself. Direction, gap, padding and margins are those with which the elements stay where they are seen.
 */
export function wrapInLayout(design: Design, name: string): Design {
  if (!canWrapInLayout(design)) return design;
  const seen = seenDocument(design);
  return edit(design, (content) => {
    const { document, selection } = content;
    const placed = findElements(document, selection);
    const getSeen = ({ id }: TemplateElement): Box => findElement(seen, id)!.element;
    const [first] = placed;
    const own = placed.length === 1 ? first!.element : null;
    if (own?.type === 'group' && isPlain(own)) {
      const box = getSeen(own);
      const around = { x: 0, y: 0, width: box.width, height: box.height };
      const plan = planLayout(own.elements, getSeen, around, runsToLeft(document, first!.groups));
      own.layout = plan.layout;
      own.elements = plan.elements;
      return;
    }
    const elements = placed.map(({ element }) => element);
    const plan = planLayout(elements, getSeen, null, runsToLeft(document, first!.groups));
    const parent = first!.groups.at(-1);
    const around = parent === undefined ? document.layout : parent.layout;
    const isPlaced = elements.every((element) => isPlacedBy(around, element));
    const made = {
      type: 'group',
      id: takeId(listIds(document), name),
      ...(isPlaced ? {} : { x: roundLength(plan.box.x), y: roundLength(plan.box.y) }),
      width: 'hug',
      height: 'hug',
      layout: plan.layout,
      elements: plan.elements,
    } as unknown as GroupElement;
    replaceBy(placed[0]!.siblings, elements, made, isPlaced ? 'first' : 'last');
    content.selection = [made.id];
  });
}

/** Whether an element is a group of elements without a layout. */
function isPlain(element: TemplateElement): boolean {
  return element.type === 'group' && element.layout === undefined && element.elements.length > 0;
}

/** Puts a group into the place that its elements had. */
export function replaceBy(
  siblings: TemplateElement[],
  elements: readonly TemplateElement[],
  made: GroupElement,
  place: 'first' | 'last',
): void {
  const chosen = new Set(elements);
  const at = siblings.indexOf(place === 'first' ? elements[0]! : elements.at(-1)!);
  const before = siblings.slice(0, at).filter((element) => !chosen.has(element));
  const after = siblings.slice(at).filter((element) => !chosen.has(element));
  siblings.splice(0, siblings.length, ...before, made, ...after);
}

/** Whether a layout is selected, or nothing on a page that has one. */
export function canRemoveLayout(design: Design): boolean {
  return getLayouts(design).length > 0;
}

/** Takes the layouts of what is selected away. The elements stay where they are seen. */
export function removeLayout(design: Design): Design {
  const seen = seenDocument(design);
  return edit(design, ({ document }) => {
    for (const id of getLayouts({ ...design, document })) {
      const holder = id === null ? document : (findElement(document, id)!.element as Draft<GroupElement>);
      for (const element of holder.elements) {
        if (isPlacedBy(holder.layout, element))
          freeFromLayout(element, findElement(seen, element.id)!.element);
      }
      unset(holder, 'layout');
      const own = id === null ? null : findElement(seen, id)!.element;
      if (own === null) fixPageHeight(document, seen.viewport.height);
      else fixHugging(holder as Draft<GroupElement>, own);
    }
  });
}

/** The selected groups that have layouts; null: the page. */
function getLayouts({ document, selection }: Pick<Content, 'document' | 'selection'>): (string | null)[] {
  if (selection.length === 0) return document.layout === undefined ? [] : [null];
  return findElements(document, selection).flatMap(({ element }) =>
    element.type === 'group' && element.layout !== undefined ? [element.id] : [],
  );
}

/** A group without a layout has nothing to hug. */
function fixHugging(group: Draft<GroupElement>, seen: Box): void {
  for (const key of ['width', 'height'] as const) {
    if ((group[key] as unknown) === 'hug') group[key] = roundLength(seen[key]);
  }
}

/** A page without a layout is as tall as its content only if an element on it hugs its own. */
function fixPageHeight({ viewport, elements }: Draft<Content['document']>, height: number): void {
  const isHugging = elements.filter(isOwn).some((element) => (element.height as unknown) === 'hug');
  if (typeof viewport.height !== 'number' && !isHugging) viewport.height = roundLength(height);
}
