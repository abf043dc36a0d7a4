/** The color that is seen behind an element. */
import { findElement } from './elements.ts';
import { computeCorners, measureBounds, toPage } from './placement.ts';
import type { TemplateDocument } from './template.ts';

/**
 * The solid color behind an element of the page: of the foremost rectangle below that covers it, or else of
 * the page. Null: it is not known, because of a picture, a gradient, or values of variables.
 */
export function findColorBehind(document: TemplateDocument, id: string): string | null {
  const placed = findElement(document, id);
  if (placed === null) return null;
  const top = placed.groups[0]?.id ?? id;
  const box = measureBounds(computeCorners(placed.element, toPage(placed)));
  const index = document.elements.findIndex((each) => each.id === top);
  // What stands in the same group is not looked at.
  for (const below of document.elements.slice(0, index).toReversed()) {
    const around = measureBounds(computeCorners(below, toPage({ element: below, groups: [] })));
    const touches =
      around.x < box.x + box.width &&
      box.x < around.x + around.width &&
      around.y < box.y + box.height &&
      box.y < around.y + around.height;
    if (!touches || below.visible === false) continue;
    const covers =
      around.x <= box.x &&
      around.y <= box.y &&
      around.x + around.width >= box.x + box.width &&
      around.y + around.height >= box.y + box.height;
    const isPlain = below.type === 'rect' && (below.opacity ?? 1) === 1 && covers;
    return isPlain && typeof below.fill === 'string' && !below.fill.includes('{{') ? below.fill : null;
  }
  const { background = '#ffffff' } = document;
  return typeof background === 'string' && !background.includes('{{') ? background : null;
}
