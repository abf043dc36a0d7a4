/** Where new things land: in the part of the page that is seen. */
import { shift } from '../model/changes/content.ts';
import { canDraw } from '../model/changes/draw.ts';
import { edit, inOneStep, type Design } from '../model/design.ts';
import { findElements } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { freeShift, shiftIntoView } from '../model/landing-place.ts';
import { computeCorners, measureBounds, toPage, type Box, type Point } from '../model/placement.ts';
import { findSelectedRunning } from '../model/running.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';
import { toPagePoint } from './screen.ts';

/** The part of the page in work that the canvas shows, in the document's unit; all of it if none is seen. */
export function findSeenArea({ design, view }: Pick<DesignerState, 'design' | 'view'>): Box {
  const document = seenDocument(design);
  const page = { x: 0, y: 0, ...document.viewport };
  const canvas = globalThis.document?.querySelector('[data-canvas]')?.getBoundingClientRect();
  if (canvas === undefined) return page;
  const from = toPagePoint(document, view, { x: 0, y: 0 });
  const to = toPagePoint(document, view, { x: canvas.width, y: canvas.height });
  const [x, y] = [Math.max(0, from.x), Math.max(0, from.y)];
  const width = Math.min(page.width, to.x) - x;
  const height = Math.min(page.height, to.y) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : page;
}

/** Adds something, and moves what is selected then to where it is seen, beside what is there already. */
export function addInView(store: DesignerStore, add: (design: Design) => Design): void {
  const area = findSeenArea(store.getState());
  store.getState().change((design) =>
    inOneStep(design, (before) => {
      const after = add(before);
      // A layout or a header has its own place for it.
      const { document, selection } = after;
      if (
        document.layout !== undefined ||
        findSelectedRunning(seenDocument(before), before.selection) !== null
      )
        return after;
      const added = findElements(document, selection);
      const bounds = measureBounds(added.flatMap((each) => computeCorners(each.element, toPage(each))));
      const page = { x: 0, y: 0, ...seenDocument(after).viewport };
      const moved = shiftIntoView(bounds, area, page);
      const free = freeShift(
        seenDocument(before),
        { ...bounds, x: bounds.x + moved.x, y: bounds.y + moved.y },
        area,
      );
      return moveAdded(after, { x: moved.x + free.x, y: moved.y + free.y });
    }),
  );
}

/** Adds something as `addInView` does; dragging on the page draws it then. */
export function addToDraw(store: DesignerStore, add: (design: Design) => Design): void {
  const before = store.getState().design;
  addInView(store, add);
  const after = store.getState().design;
  const [id] = after.selection;
  const element = after.document.elements.find((each) => each.id === id);
  const isPlaced = after.document.layout !== undefined;
  store.getState().set({
    added: element === undefined || isPlaced || !canDraw(element) ? null : { id: element.id, before, after },
  });
}

function moveAdded(design: Design, by: Point): Design {
  if (by.x === 0 && by.y === 0) return design;
  return edit(design, ({ document, selection }) => {
    for (const { element } of findElements(document, selection)) shift(element, by);
  });
}
