/** The picture whose part is chosen on the canvas. */
import { findElement, type PlacedElement } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { canCrop, findWhole } from '../model/picture-crop.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import type { Box } from '../model/placement.ts';
import type { TemplateElement } from '../model/template.ts';
import type { DesignerState } from './designer.ts';

/** A picture that is cropped, with all of it from the top left of its frame. */
export interface CroppedPicture {
  readonly placed: PlacedElement;
  readonly element: Extract<TemplateElement, { type: 'image' }>;
  readonly whole: Box;
  /** The file as it was rendered last; null: it is not known. */
  readonly source: string | null;
}

type Shown = Pick<DesignerState, 'design' | 'rendered'>;

/** An image that can be cropped: one that has a place, and was rendered. */
export function findCroppable({ design, rendered }: Shown, id: string): CroppedPicture | null {
  const document = seenDocument(design);
  const placed = findElement(document, id);
  if (placed === null || !canCrop(placed.element)) return null;
  const report = rendered?.report.elements.find((each) => each.id === id);
  // The contract leaves what it does not name open.
  const image = (
    report as { readonly image?: { readonly placed: Box; readonly source: unknown } } | undefined
  )?.image;
  if (image === undefined) return null;
  const unit = pixelsPerUnit(document);
  const { x, y, width, height } = image.placed;
  const reported = { x: x / unit, y: y / unit, width: width / unit, height: height / unit };
  if (width <= 0 || height <= 0) return null;
  const { element } = placed;
  return {
    placed,
    element,
    whole: findWhole(element, reported),
    source: typeof image.source === 'string' ? image.source : null,
  };
}

/** The picture that is cropped now; null: none is. */
export function findCropped(state: Shown & Pick<DesignerState, 'cropping'>): CroppedPicture | null {
  return state.cropping === null ? null : findCroppable(state, state.cropping);
}
