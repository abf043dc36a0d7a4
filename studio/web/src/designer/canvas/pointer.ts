/** What the pointer does on the page: select, move, draw a marquee, pan. */
import { copyOnce } from '../commands/repeat-copy.ts';
import { moveBy } from '../model/changes/arrange.ts';
import { findBackground } from '../model/background.ts';
import type { Design } from '../model/design.ts';
import { findElement, findElements } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { measureBounds, computeCorners, toPage, type Box, type Point } from '../model/placement.ts';
import type { PlacedPage } from '../model/place-pages.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';
import type { Drag, Held } from './drag.ts';
import { carryPlaced } from './layout/carry.ts';
import { elementsAt, elementsIn, pickElement } from './hit-test.ts';
import { measureAround } from './measure.ts';
import { dropOnPage, otherPageAt } from './pages-under.ts';
import { pressDraw } from './press-draw.ts';
import { toPagePoint } from '../view/screen.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import { findSnapTargets, notSnapped, snapBox, snapReach, type SnapTargets } from './snap.ts';

/** Pixels on the screen: the pointer has moved, and is near enough to hit. */
const threshold = 3;
const hitTolerance = 4;

/** Begins what a press on the page means: selecting, then moving; or a marquee. */
export function pressCanvas(store: DesignerStore, start: Point, held: Held): Drag {
  const { design, settings, select: selectIds } = store.getState();
  const document = seenDocument(design);
  const { selection } = design;
  const hits = hitsAt(store.getState(), start);
  // What is selected is moved by its whole box; a click finds what is painted.
  const grips = hitsAt(store.getState(), start, selection);
  const scope = findPointerScope(design);
  // With control, what is selected can be moved; a click goes through it.
  const deep = held.control ? (hits.find(({ element }) => selection.includes(element.id)) ?? hits[0]) : null;
  const picked = deep === null ? pickElement(grips, scope) : (deep?.element ?? null);
  const background = findBackground(document);
  const isFree = picked === null || (background.includes(picked.id) && !selection.includes(picked.id));
  const drawn = isFree ? pressDraw(store, start, () => selectIds(picked === null ? [] : [picked.id])) : null;
  store.getState().set({ added: null });
  if (drawn !== null) return drawn;
  if (picked === null) {
    if (!held.shift) selectIds([]);
    return dragMarquee(store, start, held.shift ? selection : [], held.shift ? scope : null);
  }
  const isSelected = selection.includes(picked.id);
  if (background.includes(picked.id) && !isSelected && !held.shift && !held.alt && !held.control) {
    selectIds([]);
    return dragOverBackground(store, start, picked.id, background);
  }
  if (held.shift) {
    selectIds(isSelected ? selection.filter((id) => id !== picked.id) : [...selection, picked.id]);
  } else if (!isSelected && !isInSelection(design, picked.id)) {
    selectIds([picked.id]);
  }
  const targets = () => findSnapTargets(document, new Set(store.getState().design.selection), settings);
  return dragSelection(store, start, targets, () => {
    // A click on one of several selected elements selects it alone.
    if (!isSelected || held.shift) return;
    const clicked = held.control ? idBelow(hits, picked.id) : pickElement(hits, scope)?.id;
    selectIds(clicked === undefined ? [] : [clicked]);
  });
}

/** What is below an element; of the last one the foremost. */
function idBelow(hits: ReturnType<typeof elementsAt>, id: string): string {
  const ids = hits.filter(({ element }) => element.type !== 'group').map(({ element }) => element.id);
  return ids[(ids.indexOf(id) + 1) % ids.length] ?? id;
}

/**
 * What is under a place on the screen, the foremost first.
 *
 * @param whole ids of elements that are found in their whole box
 */
export function hitsAt(
  { design, settings: { locked }, view }: DesignerState,
  point: Point,
  whole: readonly string[] = [],
): ReturnType<typeof elementsAt> {
  const document = seenDocument(design);
  const tolerance = hitTolerance / (view.zoom * pixelsPerUnit(document));
  return elementsAt(document, toPagePoint(document, view, point), { locked, tolerance, whole });
}

/** The group that was entered: the one around what is selected. Null: the page. */
export function findPointerScope({
  document,
  selection,
}: Pick<Design, 'document' | 'selection'>): string | null {
  return findElements(document, selection)[0]?.groups.at(-1)?.id ?? null;
}

function isInSelection({ document, selection }: Design, id: string): boolean {
  return findElement(document, id)?.groups.some((group) => selection.includes(group.id)) ?? false;
}

function moveBox(box: Box, { x, y }: Point): Box {
  return { ...box, x: box.x + x, y: box.y + y };
}

/** What is dragged. */
interface Moved {
  readonly before: Design;
  readonly ids: readonly string[];
  readonly bounds: Box;
  readonly targets: SnapTargets;
  distance: Point;
}

function dragSelection(
  store: DesignerStore,
  start: Point,
  findTargets: () => SnapTargets,
  onClick: () => void,
): Drag {
  let base: Design | null = null;
  let carry: Drag | null = null;
  let moved: Moved | null = null;
  let over: PlacedPage | null = null;
  return {
    move(point, held) {
      const { view, replace, design } = store.getState();
      if (carry !== null) {
        carry.move(point, held);
        return;
      }
      if (moved === null) {
        if (Math.hypot(point.x - start.x, point.y - start.y) < threshold || design.selection.length === 0) {
          return;
        }
        carry = carryPlaced(store, start);
        if (carry !== null) {
          carry.move(point, held);
          return;
        }
        base = design;
        const before = held.alt ? copyOnce(store, design, { x: 0, y: 0 }) : design;
        const placed = findElements(seenDocument(before), before.selection);
        moved = {
          before,
          ids: placed.map(({ element }) => element.id),
          bounds: measureBounds(placed.flatMap((each) => computeCorners(each.element, toPage(each)))),
          targets: findTargets(),
          distance: { x: 0, y: 0 },
        };
      }
      const { before, ids, bounds, targets } = moved;
      const factor = view.zoom * pixelsPerUnit(before.document);
      let distance = { x: (point.x - start.x) / factor, y: (point.y - start.y) / factor };
      if (held.shift) {
        distance =
          Math.abs(distance.x) > Math.abs(distance.y) ? { ...distance, y: 0 } : { ...distance, x: 0 };
      }
      const box = { ...bounds, x: bounds.x + distance.x, y: bounds.y + distance.y };
      const { shift, lines } = held.control ? notSnapped : snapBox(box, targets, snapReach / factor);
      distance = {
        x: held.shift && distance.x === 0 ? 0 : distance.x + shift.x,
        y: held.shift && distance.y === 0 ? 0 : distance.y + shift.y,
      };
      over = otherPageAt(store.getState(), point);
      moved.distance = distance;
      replace(moveBy(before, distance), {
        kind: 'move',
        ids,
        distance,
        toPage: over?.index ?? null,
        lines: over === null ? lines : [],
        measures: over === null ? measureAround(moveBox(bounds, distance), targets.boxes) : [],
      });
    },
    end() {
      if (carry !== null) {
        carry.end();
        return;
      }
      if (moved === null) onClick();
      else if (over !== null) {
        const { before, distance } = moved;
        store.getState().replace(dropOnPage(before, over, distance));
      }
      store.getState().set({ gesture: null });
    },
    cancel() {
      if (carry !== null) carry.cancel();
      else store.getState().replace(base ?? store.getState().design, null);
    },
  };
}

/** A marquee that selects what stands on the background of the page; a click selects the background. */
function dragOverBackground(
  store: DesignerStore,
  start: Point,
  clicked: string,
  background: readonly string[],
): Drag {
  const marquee = dragMarquee(store, start, [], null, background);
  let hasMoved = false;
  return {
    move(point, held) {
      hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) >= threshold;
      if (hasMoved) marquee.move(point, held);
    },
    end() {
      if (!hasMoved) store.getState().select([clicked]);
      marquee.end();
    },
    cancel: marquee.cancel,
  };
}

/** @param without ids of elements that it does not select */
function dragMarquee(
  store: DesignerStore,
  start: Point,
  kept: readonly string[],
  scope: string | null,
  without: readonly string[] = [],
): Drag {
  const before = store.getState().design.selection;
  return {
    move(point) {
      const { design, view, settings, select: selectIds, set } = store.getState();
      const box = measureBounds([start, point].map((each) => toPagePoint(design.document, view, each)));
      set({ gesture: { kind: 'marquee', box, lines: [] } });
      const touched = elementsIn(seenDocument(design), box, scope, settings.locked);
      selectIds([...kept, ...touched.filter((id) => !without.includes(id))]);
    },
    end: () => store.getState().set({ gesture: null }),
    cancel() {
      store.getState().select(before);
      store.getState().set({ gesture: null });
    },
  };
}

/** Begins to move the view. */
export function pressPan(store: DesignerStore, start: Point): Drag {
  const { view, setView, set } = store.getState();
  return {
    move(point) {
      set({ gesture: { kind: 'pan', lines: [] } });
      setView({ x: view.x + point.x - start.x, y: view.y + point.y - start.y });
    },
    end: () => set({ gesture: null }),
    cancel() {
      setView(view);
      set({ gesture: null });
    },
  };
}
