/** The background of a page: the elements at its back that cover it whole. */
import { findElement } from './elements.ts';
import { computeCorners, toPage } from './placement.ts';
import type { TemplateDocument } from './template.ts';

/** How far an edge may stay inside of the page, in the document's unit: designs are placed by hand. */
const slack = 0.5;

/** Ids of the elements that cover the page and have only such elements behind them, back first. */
export function findBackground(document: TemplateDocument): readonly string[] {
  const ids = document.elements.map(({ id }) => id);
  const end = ids.findIndex((id) => !coversPage(document, id));
  return end < 0 ? ids : ids.slice(0, end);
}

function coversPage(document: TemplateDocument, id: string): boolean {
  const placed = findElement(document, id);
  if (placed === null) return false;
  const { width, height } = document.viewport;
  // A turned or skewed element counts only if it is upright again: its opposite corners tell.
  const corners = computeCorners(placed.element, toPage(placed));
  const isNear = (a: number, b: number) => Math.abs(a - b) < slack;
  const isUpright = corners.every((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return isNear(corner.x, next.x) || isNear(corner.y, next.y);
  });
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return (
    isUpright &&
    Math.min(...xs) <= slack &&
    Math.min(...ys) <= slack &&
    Math.max(...xs) >= width - slack &&
    Math.max(...ys) >= height - slack
  );
}
