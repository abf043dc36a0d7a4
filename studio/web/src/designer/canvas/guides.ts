/** Guides: lines that elements snap to, dragged out of the rulers and back into them. */
import { roundLength } from '../model/placement.ts';
import type { DesignerStore } from '../state/designer.ts';
import type { Drag } from './drag.ts';
import { toPagePoint } from '../view/screen.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import { findSnapTargets, snapBox, snapReach } from './snap.ts';
import { seenDocument } from '../model/known-boxes.ts';

export type GuideAxis = 'x' | 'y';

/** The rulers' breadth on the screen, in pixels. */
export const rulerBreadth = 18;

/**
 * Begins to move a guide, or to drag a new one out of a ruler. Dropped on a ruler, it is removed.
 *
 * @param axis `x`: a vertical line
 * @param index of the guide; null: a new one
 */
export function pressGuide(store: DesignerStore, axis: GuideAxis, index: number | null): Drag {
  const { settings, design } = store.getState();
  const before = settings.guides;
  const others = index === null ? before[axis] : before[axis].filter((_at, each) => each !== index);
  const targets = findSnapTargets(seenDocument(design), new Set(), { ...settings, guides: { x: [], y: [] } });
  const show = (at: number | null) =>
    store.getState().setSettings({
      guides: { ...before, [axis]: at === null ? others : [...others, at] },
    });
  return {
    move(point, held) {
      const { view, set } = store.getState();
      set({ gesture: { kind: 'guide', lines: [] } });
      if (point[axis] < rulerBreadth) {
        show(null);
        return;
      }
      const place = toPagePoint(design.document, view, point);
      const reach = snapReach / (view.zoom * pixelsPerUnit(design.document));
      const { shift } = snapBox({ ...place, width: 0, height: 0 }, targets, reach);
      show(roundTo(place[axis] + (held.control ? 0 : shift[axis]), reach / snapReach));
    },
    end() {
      const { settings, setSettings, setMarks, set } = store.getState();
      const { guides } = settings;
      if (guides !== before) {
        // One step of undo, from what was there before.
        setSettings({ guides: before });
        setMarks({ guides });
      }
      set({ gesture: null });
    },
    cancel() {
      store.getState().setSettings({ guides: before });
      store.getState().set({ gesture: null });
    },
  };
}

/** Rounds to what the screen can show: a tenth of a pixel or less. */
function roundTo(length: number, pixel: number): number {
  const step = 10 ** Math.floor(Math.log10(pixel));
  return roundLength(Math.round(length / step) * step);
}

/** Distances between the ticks of a ruler, in a unit: with numbers, and without. */
export function chooseTicks(pixelsPerLength: number): { readonly major: number; readonly minor: number } {
  const wanted = 60 / pixelsPerLength;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const major = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= wanted) ?? 10 * power;
  return { major, minor: major / (String(major / power).startsWith('2') ? 4 : 5) };
}

/** The places of ticks between two lengths. */
export function ticksBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_tick, index) => roundLength((first + index) * step));
}
