/** What the pointer does at a picture that is cropped: it moves in its frame, or the frame over it. */
import { applyToPoint, inverse } from 'transformation-matrix';
import { cropImage } from '../../model/changes/crop.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { moveFrame, showPart } from '../../model/picture-crop.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import { fromPageDistance, toPage, turnOfBox, type Handle, type Point } from '../../model/placement.ts';
import { findCropped } from '../../state/cropped.ts';
import type { DesignerStore } from '../../state/designer.ts';
import { toPagePoint } from '../../view/screen.ts';
import type { Drag } from '../drag.ts';

/** Begins to move the picture in its frame. Null: the place is on neither; cropping ends then. */
export function pressCropped(store: DesignerStore, start: Point): Drag | null {
  const state = store.getState();
  const cropped = findCropped(state);
  if (cropped === null) return null;
  const { placed, element, whole } = cropped;
  const point = toPagePoint(seenDocument(state.design), state.view, start);
  const { x, y } = applyToPoint(inverse(toPage(placed)), point);
  const isIn = (left: number, top: number, width: number, height: number) =>
    x >= left && y >= top && x <= left + width && y <= top + height;
  if (!isIn(0, 0, element.width, element.height) && !isIn(whole.x, whole.y, whole.width, whole.height)) {
    state.set({ cropping: null });
    return null;
  }
  const turn = inverse(turnOfBox(element));
  return dragCrop(store, start, (distance, design) => {
    const by = applyToPoint(turn, fromPageDistance(placed, distance));
    const moved = { ...whole, x: whole.x + by.x, y: whole.y + by.y };
    return cropImage(design, element.id, (image) => showPart(image, moved));
  });
}

/** Begins to move an edge or corner of the frame over the picture, which stays on the page. */
export function pressCropHandle(store: DesignerStore, handle: Handle, start: Point): Drag | null {
  const cropped = findCropped(store.getState());
  if (cropped === null) return null;
  const { placed, element, whole } = cropped;
  return dragCrop(store, start, (distance, design) => {
    const by = fromPageDistance(placed, distance);
    return cropImage(design, element.id, (image) => moveFrame(image, whole, handle, by));
  });
}

function dragCrop(
  store: DesignerStore,
  start: Point,
  change: (distance: Point, base: ReturnType<DesignerStore['getState']>['design']) => typeof base,
): Drag {
  const base = store.getState().design;
  return {
    move(point) {
      const { view, replace } = store.getState();
      const factor = view.zoom * pixelsPerUnit(base.document);
      const distance = { x: (point.x - start.x) / factor, y: (point.y - start.y) / factor };
      replace(change(distance, base), { kind: 'resize', lines: [] });
    },
    end: () => store.getState().set({ gesture: null }),
    cancel: () => store.getState().replace(base, null),
  };
}
