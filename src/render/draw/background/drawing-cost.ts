import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { Paint } from '../../scene/paint.ts';
import { toBackground } from '../group-background.ts';
import { listShadows } from '../shadow-list.ts';

/**
 * The approximate cost of drawing elements, to distinguish cheap pages from expensive ones: their areas in
 * square CSS pixels, weighted by measurements. The unit is one pixel of a gradient (about 2.6 ns).
 */
export function drawingCost(elements: readonly SceneElement[]): number {
  return elements.reduce((sum, element) => sum + elementCost(element), 0);
}

/** A blur processes its area several times (three box blurs, each in two directions). */
const BLUR_COST = 3;
const BLENDED_COST = 1;
const IMAGE_COST = 0.5;
const GRADIENT_COST = 1;
const FLAT_COST = 0.1;

function elementCost(element: SceneElement): number {
  const area = element.width * element.height;
  const isBlended = element.blendMode !== 'normal' || element.opacity < 1;
  const isBlurred =
    element.blur > 0 || 'backdropBlur' in element || listShadows(element).some(({ blur }) => blur > 0);
  const effects = area * ((isBlended ? BLENDED_COST : 0) + (isBlurred ? BLUR_COST : 0));
  switch (element.type) {
    case 'group':
      return effects + drawingCost(element.elements) + backgroundCost(element);
    case 'image':
      return effects + area * (IMAGE_COST + (element.filters.blur > 0 ? BLUR_COST : 0));
    case 'rect':
    case 'ellipse':
    case 'path':
      return effects + area * paintCost(element.fill);
    case 'line':
    case 'text':
    case 'qrcode':
    case 'barcode':
    case 'chart':
      return effects + area * FLAT_COST;
  }
}

function backgroundCost(group: SceneGroup): number {
  const background = toBackground(group);
  return background === null ? 0 : elementCost(background);
}

function paintCost(paint: Paint | null): number {
  if (paint === null) return 0;
  return paint.type === 'solid' ? FLAT_COST : GRADIENT_COST;
}
