import { paintStyle } from '../paint.ts';
import type { Scene } from '../scene.ts';
import type { PageResources } from './page-resources.ts';
import { drawElements } from './element.ts';
import type { Surface } from '../surface/layers.ts';

/**
 * Draws a whole scene. The surface's transform has its origin at the viewport's top left corner, with CSS
 * pixels as units. The background extends beyond the viewport by `bleed` CSS pixels.
 */
export function drawPage(resources: PageResources, surface: Surface, scene: Scene, bleed: number): void {
  const { context } = surface;
  if (scene.background !== null) {
    context.save();
    context.fillStyle = paintStyle(
      context,
      scene.background,
      scene.width,
      scene.height,
      null,
      resources.isRaster,
    );
    if (bleed === 0) fillSurface(surface);
    else context.fillRect(-bleed, -bleed, scene.width + 2 * bleed, scene.height + 2 * bleed);
    context.restore();
  }
  drawElements(resources, surface, scene.elements);
}

/** Fills every pixel, also the last row and column of a viewport whose sides are not whole pixels. */
function fillSurface({ context, width, height }: Surface): void {
  const { a, d } = context.getTransform();
  context.fillRect(0, 0, width / a, height / d);
}
