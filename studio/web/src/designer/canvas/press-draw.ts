/** What the pointer does on the page after a tool has added something: it draws where that is. */
import { drawAdded } from '../model/changes/draw.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import type { Point } from '../model/placement.ts';
import type { DesignerStore } from '../state/designer.ts';
import { toPagePoint } from '../view/screen.ts';
import type { Drag } from './drag.ts';
import { findSnapTargets, snapBox, snapReach } from './snap.ts';

/** Pixels on the screen from which on the pointer has moved. */
const threshold = 4;

/**
 * Begins to draw what was added last. Null: nothing was, or it has changed since.
 *
 * @param click what a press without a movement does
 */
export function pressDraw(store: DesignerStore, start: Point, click: () => void): Drag | null {
  const { added, design, settings, set } = store.getState();
  set({ added: null });
  if (added === null || design.document !== added.after.document) return null;
  const targets = findSnapTargets(seenDocument(design), new Set([added.id]), settings);
  let hasMoved = false;
  return {
    move(point, held) {
      hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) > threshold;
      if (!hasMoved) return;
      const { view, replace } = store.getState();
      const document = seenDocument(added.after);
      const reach = snapReach / (view.zoom * pixelsPerUnit(document));
      const onPage = (place: Point) => {
        const at = toPagePoint(document, view, place);
        if (held.control) return { at, lines: [] };
        const { shift, lines } = snapBox({ ...at, width: 0, height: 0 }, targets, reach);
        return { at: { x: at.x + shift.x, y: at.y + shift.y }, lines };
      };
      const [from, to] = [onPage(start), onPage(point)];
      const drawn = drawAdded(added, from.at, to.at, held.shift);
      replace(drawn, { kind: 'resize', lines: to.lines });
    },
    end() {
      store.getState().set({ gesture: null });
      if (!hasMoved) click();
      else if (isText(store, added.id)) store.getState().set({ textEdit: added.id });
    },
    cancel: () => store.getState().replace(added.after, null),
  };
}

function isText(store: DesignerStore, id: string): boolean {
  const { elements } = store.getState().design.document;
  return elements.some((each) => each.id === id && each.type === 'text');
}
