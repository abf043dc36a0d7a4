/** What the pointer does at the bend of a curved text, and at the gaps between selected elements. */
import { applyToPoint, inverse } from 'transformation-matrix';
import { changeElement } from '../../model/changes/content.ts';
import { findRow, setGaps } from '../../model/changes/gaps.ts';
import { bendAt, readCurve, writeCurve } from '../../model/curve.ts';
import type { Design } from '../../model/design.ts';
import { findElements } from '../../model/elements.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import { fromPageDistance, roundToGrid, toPage, type Point } from '../../model/placement.ts';
import type { DesignerStore } from '../../state/designer.ts';
import { toPagePoint } from '../../view/screen.ts';
import type { Drag } from '../drag.ts';

/** Begins to bend the line that the selected text stands on. */
export function pressBend(store: DesignerStore): Drag | null {
  const base = store.getState().design;
  const [placed] = findElements(seenDocument(base), base.selection);
  if (placed?.element.type !== 'text') return null;
  const curve = readCurve(placed.element.path ?? {});
  if (curve === null) return null;
  const { id, width, height } = placed.element;
  const back = inverse(toPage(placed));
  return dragFrom(store, base, (point) => {
    const { x, y } = applyToPoint(back, toPagePoint(seenDocument(base), store.getState().view, point));
    const bent = bendAt(curve, { x: (x / width) * 100, y: (y / height) * 100 });
    const { d, viewBox } = writeCurve(bent);
    const design = changeElement(base, id, (element) => {
      if (element.type === 'text') element.path = { d, viewBox: [...viewBox] };
    });
    return { design, text: bent.kind === 'circle' ? `${bent.turn ?? 0}°` : `${bent.bend} %` };
  });
}

/** Begins to change all gaps between the selected elements, by one of them. */
export function pressGap(store: DesignerStore, index: number, start: Point): Drag | null {
  const base = store.getState().design;
  const row = findRow(base);
  const before = row?.gaps[index];
  if (row === null || before === undefined) return null;
  return dragFrom(store, base, (point) => {
    const factor = store.getState().view.zoom * pixelsPerUnit(base.document);
    const distance = { x: (point.x - start.x) / factor, y: (point.y - start.y) / factor };
    const by = fromPageDistance(row, distance)[row.axis];
    const gap = Math.max(0, roundToGrid(before + by / (index + 1), base.document));
    return { design: setGaps(base, gap), text: String(gap) };
  });
}

interface Shaped {
  readonly design: Design;
  readonly text: string;
}

function dragFrom(store: DesignerStore, base: Design, change: (point: Point) => Shaped): Drag {
  return {
    move(point) {
      const { design, text } = change(point);
      store.getState().replace(design, { kind: 'resize', lines: [], label: { text, at: point } });
    },
    end: () => store.getState().set({ gesture: null }),
    cancel: () => store.getState().replace(base, null),
  };
}
