import type { PathContext } from '../drawing/drawing-context.ts';
import type { SceneImage } from '../scene/image.ts';
import type { PageResources } from './page-resources.ts';
import { chooseCanvas, drawPlacedVector } from './placed-image.ts';
import { traceBox } from './shapes.ts';
import type { Surface } from '../surface/layers.ts';
import { drawTiles } from './tiles.ts';

/** Draws an image that is already decoded and scaled. The top left corner of its box is at 0, 0. */
export function drawImage(resources: PageResources, surface: Surface, element: SceneImage): void {
  const placed = resources.images.get(element);
  if (placed === undefined) return;
  const { context } = surface;
  if (placed.overflows || element.cornerRadius.some((radius) => radius > 0)) {
    traceBox(context, element, element.cornerRadius);
    context.clip();
  }
  if (placed.clip !== undefined) {
    const { x, y, width, height } = placed.clip;
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
  }
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  if (placed.tile !== undefined) {
    drawTiles(resources, surface, element, placed);
    return;
  }
  if ('nodes' in placed.source) {
    drawPlacedVector(surface, placed.source, placed.transform);
    return;
  }
  const { canvas, transform } = chooseCanvas(surface, placed, placed.source);
  const { a, b, c, d, e, f } = transform;
  context.transform(a, b, c, d, e, f);
  if (resources.isRaster) snapToPixels(context);
  context.drawImage(canvas, 0, 0, 1, 1);
}

/**
 * Moves the edges of an upright image (the unit square under the current transform) to whole pixels, as
 * browsers do. The image was scaled to this size, so each of its pixels then becomes exactly one pixel of the
 * page.
 */
function snapToPixels(context: PathContext): void {
  const { a, b, c, d, e, f } = context.getTransform();
  if (b !== 0 || c !== 0 || a === 0 || d === 0) return;
  const [left, top] = [Math.round(Math.min(e, e + a)), Math.round(Math.min(f, f + d))];
  const width = Math.max(1, Math.round(Math.max(e, e + a)) - left);
  const height = Math.max(1, Math.round(Math.max(f, f + d)) - top);
  // A mirrored image begins at its right or lower edge.
  const [x, y] = [a > 0 ? left : left + width, d > 0 ? top : top + height];
  context.setTransform(a > 0 ? width : -width, 0, 0, d > 0 ? height : -height, x, y);
}
