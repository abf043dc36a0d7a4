/** Brings the page in work into view. */
import { goToPage } from '../model/design.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import type { DesignerStore } from '../state/designer.ts';
import { fitBox, fitPage } from './screen.ts';

/** How much of a page has to be seen, as a share of what the canvas has room for. */
const enough = 0.6;

/** Works on another page, and brings it into view. */
export function workOnPage(store: DesignerStore, index: number): void {
  store.getState().change((design) => goToPage(design, index));
  revealPage(store);
}

/** The largest zoom at which a page is fitted. */
const fitUpTo = 8;

/** Shows the page in work as large as the canvas allows. */
export function fitWork(store: DesignerStore): void {
  const canvas = document.querySelector('[data-canvas]')?.getBoundingClientRect();
  if (canvas === undefined) return;
  const { design, setView } = store.getState();
  setView(fitPage(seenDocument(design), canvas, fitUpTo));
}

/** Moves the view to the page in work, unless most of it is seen; one that was fitted is fitted again. */
export function revealPage(store: DesignerStore): void {
  const canvas = document.querySelector('[data-canvas]')?.getBoundingClientRect();
  if (canvas === undefined) return;
  const { view, design, setView } = store.getState();
  const seen = seenDocument(design);
  const unit = pixelsPerUnit(seen) * view.zoom;
  const share = (start: number, length: number, room: number) =>
    Math.max(0, Math.min(room, start + length) - Math.max(0, start)) / Math.min(length, room);
  const { width, height } = seen.viewport;
  const isSeen =
    share(view.x, width * unit, canvas.width) >= enough &&
    share(view.y, height * unit, canvas.height) >= enough;
  if (isSeen) return;
  const fitted = fitPage(seen, canvas, view.zoom);
  // A page that is larger than the canvas at this zoom begins at its top left.
  if (fitted.zoom >= view.zoom) setView({ ...fitted, fitUpTo: null });
  else setView({ ...fitBox(seen, canvas, { x: 0, y: 0, ...seen.viewport }, view.zoom), fitUpTo: null });
}
