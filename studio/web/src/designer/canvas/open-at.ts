import { findBackground } from '../model/background.ts';
import { addElements } from '../model/changes/content.ts';
import { select } from '../model/design.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { newElement } from '../model/new-elements.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import { roundToGrid, type Point } from '../model/placement.ts';
import { findCroppable } from '../state/cropped.ts';
import type { DesignerStore } from '../state/designer.ts';
import { findOutlineOf } from '../state/points.ts';
import { findCell, focusCell } from '../table/open-cell.ts';
import { toPagePoint } from '../view/screen.ts';
import { pickElement } from './hit-test.ts';
import { findPointerScope, hitsAt } from './pointer.ts';

/** What a double click does: edits a text or a cell, crops a picture, enters a group, or writes. */
export function openAt(store: DesignerStore, point: Point): void {
  const state = store.getState();
  const { design } = state;
  const [first] = hitsAt(state, point);
  const isPaper =
    first !== undefined &&
    papers.has(first.element.type) &&
    findBackground(seenDocument(design)).includes(first.element.id);
  if (first === undefined || isPaper) {
    writeAt(store, point);
    return;
  }
  const picked = pickElement(hitsAt(state, point), findPointerScope(design));
  if (picked?.type === 'group') {
    const inside = pickElement(hitsAt(state, point), picked.id);
    if (inside !== null) state.replace(select(design, [inside.id]));
    return;
  }
  if (picked?.type === 'text') state.set({ textEdit: picked.id });
  if (picked?.type === 'path' && findOutlineOf(state, picked.id) !== null) {
    state.select([picked.id]);
    state.set({ points: state.points?.id === picked.id ? null : { id: picked.id, at: null } });
  }
  if (picked?.type === 'image' && findCroppable(state, picked.id) !== null) {
    state.select([picked.id]);
    state.set({ cropping: state.cropping === picked.id ? null : picked.id });
  }
  if (picked?.type === 'table' && state.rendered !== null) {
    const { x, y } = toPagePoint(seenDocument(design), state.view, point);
    const unit = pixelsPerUnit(design.document);
    const cell = findCell(state.rendered.report, picked.id, { x: x * unit, y: y * unit });
    state.select([picked.id]);
    if (cell !== null) focusCell(cell);
  }
}

/** Types of backgrounds that have nothing to open: there one writes, as on the page. */
const papers: ReadonlySet<string> = new Set(['rect', 'ellipse', 'path']);

/** Begins a text where the page was clicked. */
function writeAt(store: DesignerStore, point: Point): void {
  const { design, view, change } = store.getState();
  const document = seenDocument(design);
  const { x, y } = toPagePoint(document, view, point);
  const { width, height } = document.viewport;
  if (x < 0 || y < 0 || x > width || y > height) return;
  const text = newElement('text', document);
  const place = { x: roundToGrid(x, document), y: roundToGrid(y - text.height / 2, document) };
  change((before) => addElements(before, [{ ...text, ...place }]));
  store.getState().set({ textEdit: store.getState().design.selection[0] ?? null });
}
