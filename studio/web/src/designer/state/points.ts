/** The outline whose points are moved on the canvas. */
import { findOutline, type ElementOutline } from '../model/changes/shape-points.ts';
import { findElement, type PlacedElement } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import type { DesignerState } from './designer.ts';

/** An outline with its element. */
export interface EditedOutline extends ElementOutline {
  readonly placed: PlacedElement;
}

/** The outline of an element; null: it has none with points. */
export function findOutlineOf({ design }: Pick<DesignerState, 'design'>, id: string): EditedOutline | null {
  const placed = findElement(seenDocument(design), id);
  const outline = placed === null ? null : findOutline(placed.element);
  return placed === null || outline === null ? null : { ...outline, placed };
}

/** The outline whose points are moved now; null: none is. */
export function findEditedOutline(state: Pick<DesignerState, 'design' | 'points'>): EditedOutline | null {
  return state.points === null ? null : findOutlineOf(state, state.points.id);
}
