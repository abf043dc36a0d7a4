import type { Paint, SceneElement } from '../scene.ts';

/**
 * What drawing elements costs, about, in pixels of a gradient (some 2.6 ns each of them): the areas that they cover in square CSS
 * pixels, weighted by measurements of what fills them. Not for times, only to tell cheap pages from expensive ones.
 */
export function drawingCost(elements: readonly SceneElement[]): number {
  return elements.reduce((sum, element) => sum + elementCost(element), 0);
}

/** A blur goes over its area several times, once for each side of each of three boxes. */
const BLUR_COST = 3;
const BLENDED_COST = 1;
const PICTURE_COST = 0.5;
const GRADIENT_COST = 1;
const FLAT_COST = 0.1;

function elementCost(element: SceneElement): number {
  const area = element.width * element.height;
  const isBlended = element.blendMode !== 'normal' || element.opacity < 1;
  const isBlurred = element.blur > 0 || (element.shadow !== null && element.shadow.blur > 0);
  const around = area * ((isBlended ? BLENDED_COST : 0) + (isBlurred ? BLUR_COST : 0));
  switch (element.type) {
    case 'group':
      return around + drawingCost(element.elements);
    case 'image':
      return around + area * (PICTURE_COST + (element.filters.blur > 0 ? BLUR_COST : 0));
    case 'rect':
    case 'ellipse':
    case 'path':
      return around + area * paintCost(element.fill);
    case 'line':
    case 'text':
    case 'qrcode':
    case 'barcode':
      return around + area * FLAT_COST;
  }
}

function paintCost(paint: Paint | null): number {
  if (paint === null) return 0;
  return paint.type === 'solid' ? FLAT_COST : GRADIENT_COST;
}
