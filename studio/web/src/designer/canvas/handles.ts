/** What the pointer does at the handles of what is selected: resize, rotate. */
import { applyToPoint } from 'transformation-matrix';
import { findFrame, resizeSelected, rotateSelected } from '../model/changes/transform.ts';
import type { Design } from '../model/design.ts';
import { findElements } from '../model/elements.ts';
import { isSize, seenDocument } from '../model/known-boxes.ts';
import {
  fromPageDistance,
  groupToPage,
  toPage,
  measureTurn,
  type Handle,
  type Point,
} from '../model/placement.ts';
import { describeScale, hasText, scaleByHandle } from '../properties/scale.ts';
import type { DesignerStore } from '../state/designer.ts';
import type { Drag } from './drag.ts';
import { toPagePoint } from '../view/screen.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import { findSnapTargets, notSnapped, snapBox, snapReach } from './snap.ts';

/**
 * Begins to resize what is selected by a handle. Alt keeps the centre, shift the ratio of the sides. The
 * corners of a picture keep its ratio; shift lets them change it. With the tool Scale, and at a corner with
 * shift where there is a text, all lengths grow with the box.
 */
export function pressHandle(store: DesignerStore, handle: Handle, start: Point): Drag {
  const base = store.getState().design;
  const frame = findFrame(base);
  const end = endGesture(store, base);
  if (frame === null) return { ...end, move: () => undefined };
  const { settings, tool } = store.getState();
  const [first, ...others] = findElements(base.document, base.selection);
  const isCorner = handle.x !== 0 && handle.y !== 0;
  const isPictureCorner = isCorner && others.length === 0 && first?.element.type === 'image';
  const isTextCorner = isCorner && hasText(base);
  const targets = findSnapTargets(seenDocument(base), new Set(base.selection), settings);
  const placed = { element: frame.box, groups: frame.groups };
  const isUpright = measureTurn(placed) % 360 === 0;
  const { width, height } = frame.box;
  const corner = applyToPoint(toPage(placed), {
    x: ((handle.x + 1) / 2) * width,
    y: ((handle.y + 1) / 2) * height,
  });
  return {
    ...end,
    move(point, held) {
      const { view, replace } = store.getState();
      const factor = view.zoom * pixelsPerUnit(base.document);
      let distance = { x: (point.x - start.x) / factor, y: (point.y - start.y) / factor };
      const box = { x: corner.x + distance.x, y: corner.y + distance.y, width: 0, height: 0 };
      const { shift, lines } =
        held.control || !isUpright ? notSnapped : snapBox(box, targets, snapReach / factor);
      // Only the edges that move snap.
      distance = {
        x: distance.x + (handle.x === 0 ? 0 : shift.x),
        y: distance.y + (handle.y === 0 ? 0 : shift.y),
      };
      const moved = lines.filter(({ axis }) => (axis === 'x' ? handle.x : handle.y) !== 0);
      const gesture = { handle, distance: fromPageDistance(frame, distance), isCentred: held.alt };
      const isScaled = tool === 'scale' || (held.shift && isTextCorner);
      const resized = isScaled
        ? scaleByHandle(base, gesture)
        : resizeSelected(base, { ...gesture, keepsRatio: held.shift !== isPictureCorner });
      const text = isScaled ? describeScale(base, resized) : describeSize(resized);
      replace(resized, {
        kind: 'resize',
        lines: moved,
        ...(text === null ? {} : { label: { text, at: point } }),
      });
    },
  };
}

/** The size of the one element that is selected, in numbers or words; null: there are several. */
function describeSize({ document, selection }: Design): string | null {
  const [placed, ...others] = findElements(document, selection);
  if (placed === undefined || others.length > 0) return null;
  const { width, height } = placed.element as { readonly width: unknown; readonly height: unknown };
  // The document's own words: what hugs or fills says so.
  if (![width, height].every((each) => typeof each === 'number' || isSize(each))) return null;
  return `${String(width)} × ${String(height)}`;
}

/** Begins to rotate what is selected about its centre. Shift turns in steps of 15 degrees. */
export function pressRotation(store: DesignerStore, start: Point): Drag {
  const base = store.getState().design;
  const frame = findFrame(base);
  const end = endGesture(store, base);
  if (frame === null) return { ...end, move: () => undefined };
  const { width, height, rotation = 0 } = frame.box;
  const centre = applyToPoint(toPage({ element: frame.box, groups: frame.groups }), {
    x: width / 2,
    y: height / 2,
  });
  const getAngle = (point: Point) => {
    const { design, view } = store.getState();
    const { x, y } = toPagePoint(design.document, view, point);
    return (Math.atan2(y - centre.y, x - centre.x) * 180) / Math.PI;
  };
  const first = getAngle(start);
  // In a mirrored group, elements turn the other way.
  const { a, b, c, d } = groupToPage({ groups: frame.groups });
  const sense = a * d - b * c < 0 ? -1 : 1;
  return {
    ...end,
    move(point, held) {
      const turned = rotation + sense * (getAngle(point) - first);
      const step = held.shift ? 15 : 45;
      const nearest = Math.round(turned / step) * step;
      const isNear = held.shift || (!held.control && Math.abs(turned - nearest) < 2);
      const rotated = rotateSelected(base, (isNear ? nearest : turned) - rotation);
      store.getState().replace(rotated, { kind: 'rotate', lines: [] });
    },
  };
}

function endGesture(store: DesignerStore, base: Design): Pick<Drag, 'end' | 'cancel'> {
  return {
    end: () => store.getState().set({ gesture: null }),
    cancel: () => store.getState().replace(base, null),
  };
}
