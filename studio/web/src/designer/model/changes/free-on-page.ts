import type { Design } from '../design.ts';
import { findElement, type PlacedElement } from '../elements.ts';
import { seenDocument } from '../known-boxes.ts';
import { isPlacedBy } from '../layout-target.ts';
import type { TemplateElement } from '../template.ts';
import { placeFreely } from './layout-order.ts';

/** An element as it stands on the page without its group or layout; the same one if it has neither. */
export function freeOnPage({ element, groups }: PlacedElement, design: Design): TemplateElement {
  const { document } = design;
  if (groups.length === 0 && !isPlacedBy(document.layout, element)) return element;
  const copy = JSON.parse(JSON.stringify(element)) as TemplateElement;
  placeFreely(copy, findElement(seenDocument(design), element.id)!, []);
  return copy;
}
