import type { SceneImage } from '../scene.ts';
import type { Drawing } from './drawing.ts';
import { traceBox } from './shapes.ts';
import type { Surface } from './surface.ts';

/** Draws a picture that has been decoded and scaled before; its box's top left corner is at 0, 0. */
export function drawImage(drawing: Drawing, surface: Surface, element: SceneImage): void {
  const placed = drawing.images.get(element);
  if (placed === undefined) return;
  const { context } = surface;
  if (placed.overflows || element.cornerRadius.some((radius) => radius > 0)) {
    traceBox(context, element, element.cornerRadius);
    context.clip();
  }
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  const needsPixels = surface.shows === 'picture' ? surface.rasterised : !placed.opaque;
  const usePixels = needsPixels && placed.pixels !== null;
  const { a, b, c, d, e, f } = usePixels ? placed.pixelsTransform : placed.transform;
  context.transform(a, b, c, d, e, f);
  context.drawImage(usePixels ? placed.pixels.canvas : placed.source, 0, 0, 1, 1);
}
