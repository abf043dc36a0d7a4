/** Parts of drawing a placed image, once or as tiles. */
import type { Canvas } from '@napi-rs/canvas';

import type { Matrix } from '../geometry.ts';
import type { PlacedImage } from '../images/place-images.ts';
import type { Surface } from '../surface/layers.ts';
import { drawVector } from '../vector/draw-vector.ts';
import type { VectorImage } from '../vector/vector-image.ts';

/** Draws a vector image whose unit square `transform` maps to its place. */
export function drawPlacedVector(surface: Surface, image: VectorImage, transform: Matrix): void {
  const { context } = surface;
  const { a, b, c, d, e, f } = transform;
  context.transform(a, b, c, d, e, f);
  context.scale(1 / image.width, 1 / image.height);
  drawVector(surface, image);
}

/** The pixels of an image if the surface needs them, else its stand-in. */
export function chooseCanvas(
  { channels, rasterised }: Surface,
  placed: PlacedImage,
  source: Canvas,
): { readonly canvas: Canvas; readonly transform: Matrix } {
  // A shadow needs the image's alpha channel only.
  const needsPixels = channels === 'all' ? rasterised : !placed.opaque;
  return needsPixels && placed.pixels !== null
    ? { canvas: placed.pixels.canvas, transform: placed.pixelsTransform }
    : { canvas: source, transform: placed.transform };
}
