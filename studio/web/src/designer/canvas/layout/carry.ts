import { dropPlaced } from '../../model/changes/layout-order.ts';
import { findLanding, type Landing } from '../../model/landing.ts';
import { findPlacedChildren } from '../../model/layout-target.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import type { Point } from '../../model/placement.ts';
import type { PlacedPage } from '../../model/place-pages.ts';
import type { DesignerStore } from '../../state/designer.ts';
import type { Drag } from '../drag.ts';
import { dropOnPage, otherPageAt } from '../pages-under.ts';
import { toPagePoint } from '../../view/screen.ts';

/**
 * Begins to carry what is selected, which a layout places: a line shows where it lands in the layout. Outside
 * of it, it leaves the layout. Alt drops a copy; control also reaches layouts inside.
 * Null: no layout places it.
 */
export function carryPlaced(store: DesignerStore, start: Point): Drag | null {
  const base = store.getState().design;
  const placed = findPlacedChildren(base);
  if (placed === null) return null;
  const { ids } = placed;
  let dropped: { landing: Landing; distance: Point; isCopy: boolean } | null = null;
  let over: PlacedPage | null = null;
  let moved: Point = { x: 0, y: 0 };
  return {
    move(point, { control, alt }) {
      const { view, settings, set, design } = store.getState();
      const factor = view.zoom * pixelsPerUnit(base.document);
      const distance = { x: (point.x - start.x) / factor, y: (point.y - start.y) / factor };
      const options = { locked: settings.locked, isDeep: control };
      over = alt ? null : otherPageAt(store.getState(), point);
      const landing = findLanding(design, toPagePoint(base.document, view, point), options);
      dropped = landing === null ? null : { landing, distance, isCopy: alt };
      moved = distance;
      const line = over === null && landing?.isInLayout === true ? landing.line : null;
      const toPage = over?.index ?? null;
      set({ gesture: { kind: 'move', ids, distance, lines: [], toPage, carried: { line, isCopy: alt } } });
    },
    end() {
      const { change, set } = store.getState();
      if (over !== null) {
        const page = over;
        change((design) => dropOnPage(design, page, moved));
      } else if (dropped !== null) {
        const { landing, ...options } = dropped;
        change((design) => dropPlaced(design, landing, options));
      }
      set({ gesture: null });
    },
    cancel: () => store.getState().replace(base, null),
  };
}
