/** Whether a picture has enough pixels for its size. */
import { isVector } from '../../common/names/output-formats.ts';
import { PX_PER_INCH } from '../../common/lengths/units.ts';
import { placePicture } from '../images/object-fit.ts';
import type { RenderJob } from '../job.ts';
import type { SceneImage } from '../scene/image.ts';

/**
 * Enlargement from which an image is reported: at two thirds of the output's density (200 of 300 dpi) edges
 * look soft.
 */
const VISIBLE_ENLARGEMENT = 1.5;
/** Output pixels per CSS pixel, `scale` included; for a PDF or an SVG, those of its bitmaps. */
export function outputDensity({ format, dpi, scale }: RenderJob['output']): number {
  return ((isVector(format) ? 1 : scale) * dpi) / PX_PER_INCH;
}

/**
 * Image pixels per CSS pixel, in the direction with fewer. A side of one pixel counts as infinitely dense.
 */
export function imageDensity(
  element: SceneImage,
  picture: { readonly width: number; readonly height: number },
): number {
  const { whole: placed } = placePicture(element, picture);
  const across = picture.width > 1 ? picture.width / placed.width : Infinity;
  const down = picture.height > 1 ? picture.height / placed.height : Infinity;
  return Math.min(across, down);
}

/** Why a picture looks soft in the density of the output; null: it has enough pixels. */
export function describeLowResolution(
  element: SceneImage,
  picture: { readonly width: number; readonly height: number },
  outputPixels: number,
  blur: number,
  name: string,
): string | null {
  // Details finer than a blur's standard deviation are not visible.
  const wanted = blur > 0 ? Math.min(outputPixels, 1 / blur) : outputPixels;
  const density = imageDensity(element, picture);
  const enlarged = wanted / density;
  if (enlarged <= VISIBLE_ENLARGEMENT) return null;
  const { width, height } = picture;
  const perInch = (pixels: number): number => Math.round(pixels * PX_PER_INCH);
  const enough = (side: number): number => (side > 1 ? Math.ceil(side * enlarged) : 1);
  return (
    `The ${name} has ${width} × ${height} pixels, which makes ${perInch(density)} an inch in its box; ` +
    `${perInch(wanted)} are wanted. A picture of ${enough(width)} × ${enough(height)} pixels would be sharp.`
  );
}
