/** The pages under the pointer. */
import { moveToPage } from '../model/changes/pages.ts';
import { goToPage, type Design } from '../model/design.ts';
import { pageInWork } from '../model/pages.ts';
import { pageAtPoint, type PlacedPage } from '../model/place-pages.ts';
import type { Point } from '../model/placement.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';
import { toPagePoint } from '../view/screen.ts';

/** The page at a place of the screen, if another one is in work. */
export function otherPageAt(
  { design, view, renderedPages }: Pick<DesignerState, 'design' | 'view' | 'renderedPages'>,
  point: Point,
): PlacedPage | null {
  const { document } = design;
  if (document.pages === undefined) return null;
  const page = pageAtPoint(document, toPagePoint(document, view, point), renderedPages);
  return page === null || page.index === pageInWork(document) ? null : page;
}

/**
 * What is selected after it was dropped on another page.
 *
 * @param distance how far it was dragged, on the page in work
 */
export function dropOnPage(design: Design, { index, x, y }: PlacedPage, distance: Point): Design {
  return moveToPage(design, index, { x: distance.x - x, y: distance.y - y });
}

/** The page at a place of the screen is in work then. Between pages, the one before stays. */
export function workOnPageAt(store: DesignerStore, point: Point): void {
  const page = otherPageAt(store.getState(), point);
  if (page !== null) store.getState().change((design) => goToPage(design, page.index));
}
