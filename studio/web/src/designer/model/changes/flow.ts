/** Whether the page in work goes on over further pages: it has a column then. */
import type { Draft } from 'immer';
import { edit, unset, type Design } from '../design.ts';
import { findElement } from '../elements.ts';
import { seenDocument } from '../known-boxes.ts';
import { isPlacedBy, readSides, runsToLeft, writeSides } from '../layout-target.ts';
import { pageInWork } from '../pages.ts';
import { roundLength, type Box } from '../placement.ts';
import { isOwn, readRunning } from '../running.ts';
import type { TemplateDocument, TemplateElement } from '../template.ts';
import { setKey } from './content.ts';
import { planLayout } from './plan-layout.ts';

/**
 * Makes the page in work go on over further pages, or not. A page without a layout gets a column: its
 * elements stand below each other in the order in which they are seen from top to bottom, and texts are as
 * tall as their lines. The layout stays when the page no longer goes on.
 */
export function setFlow(design: Design, isOn: boolean): Design {
  const seen = seenDocument(design);
  return edit(design, ({ document }) => {
    const page = document.pages?.[pageInWork(document)];
    if (page === undefined || (page.flow === true) === isOn) return;
    setKey(page, 'flow', isOn ? true : undefined);
    if (!isOn) return;
    if (document.layout === undefined) standInColumn(document, seen);
    else keepInColumn(document, seen);
    document.viewport.height = seen.viewport.height;
  });
}

function standInColumn(document: Draft<TemplateDocument>, seen: TemplateDocument): void {
  const { width, height } = seen.viewport;
  const getSeen = ({ id }: TemplateElement): Box =>
    findElement(seen, id)?.element ?? { x: 0, y: 0, width: 0, height: 0 };
  // The layout has the room between header and footer.
  const edges = Object.fromEntries(
    seen.elements.flatMap((element) => {
      const key = readRunning(element);
      if (key === null) return [];
      return [[key, key === 'header' ? element.y + element.height : height - element.y]];
    }),
  );
  const { header = 0, footer = 0 } = edges;
  const room = { x: 0, y: header, width, height: Math.max(0, height - header - footer) };
  const plan = planLayout(document.elements.filter(isOwn), getSeen, room, runsToLeft(document, []), 'y');
  const [top, end, , start] = readSides(plan.layout.padding);
  // The room below the last element is for what follows.
  document.layout = { ...plan.layout, padding: writeSides([top, end, top, start]) };
  for (const element of plan.elements) if (canHug(element)) setHeight(element, 'hug');
  document.elements = [...plan.elements, ...document.elements.filter((element) => !isOwn(element))];
}

/** Texts in lines grow with them; those along a path or of vertical lines have a size. */
function canHug(element: TemplateElement): boolean {
  const { type, position } = element;
  if (type !== 'text' || position === 'absolute') return false;
  return element.path === undefined && (element.writingMode ?? 'horizontal-tb') === 'horizontal-tb';
}

/** A page that goes on has no height of which an element could have a share. */
function keepInColumn(document: Draft<TemplateDocument>, seen: TemplateDocument): void {
  const { layout, elements } = document;
  if (layout === undefined) return;
  layout.direction = 'column';
  unset(layout, 'wrap');
  for (const element of elements) {
    const isFilling = (element.height as unknown) === 'fill' && isPlacedBy(layout, element);
    if (isFilling) setHeight(element, roundLength(findElement(seen, element.id)?.element.height ?? 0));
  }
}

function setHeight(element: TemplateElement, height: number | 'hug'): void {
  Object.assign(element, { height });
}
