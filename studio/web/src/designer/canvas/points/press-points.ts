/** What the pointer does at the points of an outline, and with the pen. */
import { applyToPoint, inverse } from 'transformation-matrix';
import { finishPen } from '../../commands/point-commands.ts';
import { setPoints } from '../../model/changes/shape-points.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import {
  insertNode,
  moveControl,
  moveNode,
  nodeAt,
  toggleSmooth,
  type NodePlace,
  type PathNode,
  type Side,
  type SubPath,
} from '../../model/path-nodes.ts';
import { roundToGrid, toPage, type Point } from '../../model/placement.ts';
import { findEditedOutline } from '../../state/points.ts';
import type { DesignerStore } from '../../state/designer.ts';
import { pageToScreen, toPagePoint } from '../../view/screen.ts';
import type { Drag } from '../drag.ts';

/** Pixels on the screen from which on the pointer has moved, and within which the pen closes. */
const threshold = 3;
const closeReach = 9;

/** The names of parts of the overlay: `point 0 2`, `in 0 2`, `out 0 2`, `add 0 2`. */
export function readPart(text: string): { readonly what: string; readonly at: NodePlace } {
  const [what = '', path, node] = text.split(' ');
  return { what, at: { path: Number(path), node: Number(node) } };
}

/** Begins to move a point or a handle, or adds a point to a line and moves that. */
export function pressPoint(store: DesignerStore, part: string, start: Point): Drag | null {
  const base = store.getState().design;
  const outline = findEditedOutline(store.getState());
  if (outline === null) return null;
  const { what, at } = readPart(part);
  const { placed, area } = outline;
  const { id, width, height } = placed.element;
  const back = inverse(toPage(placed));
  const toArea = (point: Point): Point => {
    const { x, y } = applyToPoint(back, toPagePoint(seenDocument(base), store.getState().view, point));
    return { x: area.x + (x / width) * area.width, y: area.y + (y / height) * area.height };
  };
  const paths = what === 'add' ? insertNode(outline.paths, at) : outline.paths;
  const place = what === 'add' ? { ...at, node: at.node + 1 } : at;
  store.getState().set({ points: { id, at: place } });
  const from = toArea(start);
  let moved: readonly SubPath[] | null = what === 'add' ? paths : null;
  let hasMoved = false;
  return {
    move(point, held) {
      hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) >= threshold;
      if (!hasMoved) return;
      const to = toArea(point);
      moved =
        what === 'in' || what === 'out'
          ? moveControl(paths, place, what satisfies Side, to, held.alt)
          : moveNode(paths, place, { x: to.x - from.x, y: to.y - from.y });
      // The box stays until the end, so that the area under the pointer is the same.
      const shown = setPoints(base, id, moved, { keepsBox: true });
      store.getState().replace(shown, { kind: 'resize', lines: [] });
    },
    end() {
      if (moved !== null) store.getState().replace(setPoints(base, id, moved));
      store.getState().set({ gesture: null });
    },
    cancel: () => store.getState().replace(base, null),
  };
}

/** A double click on a point makes it smooth, or a corner. */
export function smoothPoint(store: DesignerStore, part: string): void {
  const outline = findEditedOutline(store.getState());
  const { what, at } = readPart(part);
  if (outline === null || what !== 'point') return;
  const { id } = outline.placed.element;
  const paths = toggleSmooth(outline.paths, at);
  store.getState().change((design) => setPoints(design, id, paths));
}

/** Sets a point with the pen; dragging bends the line. Null: the pen is not in hand. */
export function pressPen(store: DesignerStore, start: Point): Drag | null {
  const { pen, design, view, set } = store.getState();
  if (pen === null) return null;
  const document = seenDocument(design);
  const toPlace = (point: Point): Point => {
    const { x, y } = toPagePoint(document, view, point);
    return { x: roundToGrid(x, document), y: roundToGrid(y, document) };
  };
  const first = pen[0] === undefined ? null : applyToPoint(pageToScreen(document, view), pen[0]);
  const isClosing =
    first !== null && pen.length > 1 && Math.hypot(first.x - start.x, first.y - start.y) <= closeReach;
  const node = isClosing ? nodeAt([{ nodes: pen, isClosed: false }], { path: 0, node: 0 })! : toPlace(start);
  const withNode = (each: PathNode) => set({ pen: isClosing ? [each, ...pen.slice(1)] : [...pen, each] });
  withNode(node);
  return {
    move(point) {
      if (Math.hypot(point.x - start.x, point.y - start.y) < threshold) return;
      const out = toPlace(point);
      const into = { x: 2 * node.x - out.x, y: 2 * node.y - out.y };
      // The first point keeps the handle of its first line.
      withNode(isClosing ? { ...node, in: into } : { x: node.x, y: node.y, in: into, out });
    },
    end() {
      if (isClosing) finishPen(store, true);
    },
    cancel: () => set({ pen }),
  };
}
