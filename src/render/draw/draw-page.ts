import { paintStyle } from '../paint.ts';
import type { Scene } from '../scene.ts';
import type { Drawing } from './drawing.ts';
import { drawElements } from './element.ts';
import type { Surface } from './surface.ts';

/**
 * Draws a whole scene. The surface's transform has its origin at the viewport's top left corner and CSS pixels as units;
 * `bleed` (CSS pixels) is how far the background goes beyond the viewport.
 */
export function drawPage(drawing: Drawing, surface: Surface, scene: Scene, bleed: number): void {
  const { context } = surface;
  if (scene.background !== null) {
    context.save();
    context.fillStyle = paintStyle(context, scene.background, scene.width, scene.height);
    if (bleed === 0) fillSurface(surface);
    else context.fillRect(-bleed, -bleed, scene.width + 2 * bleed, scene.height + 2 * bleed);
    context.restore();
  }
  drawElements(drawing, surface, scene.elements);
}

/** Fills all of it, the last row and column included where the viewport's sides are no whole number of pixels. */
function fillSurface({ context, width, height }: Surface): void {
  const { a, d } = context.getTransform();
  context.fillRect(0, 0, width / a, height / d);
}
