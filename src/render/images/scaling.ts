import type { SceneImage } from '../scene.ts';
import type { ImageScaling } from './decode.ts';
import type { ImageInfo } from './picture.ts';
import type { Rect, Size } from './placement.ts';
import { placeInBox, visiblePart } from './placement.ts';

/** Pixels per CSS pixel. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

/** How to scale a picture for its box, and where in the box the result goes (CSS pixels). */
export interface ScaledPlacement {
  readonly scaling: ImageScaling;
  readonly target: Rect;
  /** Whether `target` reaches beyond the box, which then has to cut it. */
  readonly overflows: boolean;
}

/**
 * Works out the pixels that a picture needs at `density` (pixels per CSS pixel in both directions, which differ by what
 * rounding the page's sides made of them), or null where its box shows none of it.
 * `maxPixels` bounds the result: a box that is many times larger than the page does not get more than that.
 */
export function scaleForBox(
  element: SceneImage,
  info: ImageInfo,
  density: Density,
  maxPixels: number,
): ScaledPlacement | null {
  const placed = placeInBox(element, info, element.fit, element.position);
  const visible = visiblePart(element, placed);
  if (visible === null) return null;
  const excess = Math.max(1, Math.sqrt((visible.width * density.x * visible.height * density.y) / maxPixels));
  const bounded = { x: density.x / excess, y: density.y / excess };
  const size = pixelSize(visible, bounded);

  if (element.fit === 'cover' && element.position === 'attention') {
    return {
      scaling: { crop: null, size, fit: 'attention', cropAfter: null },
      target: visible,
      overflows: false,
    };
  }
  const scaleX = (placed.width / info.width) * bounded.x;
  const scaleY = (placed.height / info.height) * bounded.y;
  if (scaleX > 1 || scaleY > 1) return magnify(element, info, placed, visible, bounded);

  // Shrinking the whole picture lets decoders skip work (JPEG's 1/2, 1/4, 1/8); only then the part is cut out. Its corner is
  // rounded as a place on the page, like everything else: half a pixel to the right and down.
  const whole = {
    width: Math.max(size.width, Math.round(placed.width * bounded.x)),
    height: Math.max(size.height, Math.round(placed.height * bounded.y)),
  };
  const left = Math.min(whole.width - size.width, -Math.round((placed.x - visible.x) * bounded.x));
  const top = Math.min(whole.height - size.height, -Math.round((placed.y - visible.y) * bounded.y));
  const cuts = whole.width !== size.width || whole.height !== size.height;
  const cropAfter = cuts ? { left, top, ...size } : null;
  return { scaling: { crop: null, size: whole, fit: 'fill', cropAfter }, target: visible, overflows: false };
}

/**
 * Enlarging starts from the whole source pixels under the visible part: enlarging the rest as well could take any amount
 * of memory. These pixels may reach beyond the box by less than one each side.
 */
function magnify(box: Size, info: ImageInfo, placed: Rect, visible: Rect, density: Density): ScaledPlacement {
  const perPixelX = placed.width / info.width;
  const perPixelY = placed.height / info.height;
  const left = Math.min(info.width - 1, Math.floor((visible.x - placed.x) / perPixelX + 1e-6));
  const top = Math.min(info.height - 1, Math.floor((visible.y - placed.y) / perPixelY + 1e-6));
  const right = Math.min(info.width, Math.ceil((visible.x + visible.width - placed.x) / perPixelX - 1e-6));
  const bottom = Math.min(info.height, Math.ceil((visible.y + visible.height - placed.y) / perPixelY - 1e-6));
  const width = Math.max(1, right - left);
  const height = Math.max(1, bottom - top);
  const target = {
    x: placed.x + left * perPixelX,
    y: placed.y + top * perPixelY,
    width: width * perPixelX,
    height: height * perPixelY,
  };
  const whole = width === info.width && height === info.height;
  // A source pixel that is enlarged a thousand times gains nothing from more pixels than the box's own.
  const size = pixelSize(
    { width: Math.min(target.width, box.width * 2), height: Math.min(target.height, box.height * 2) },
    density,
  );
  return {
    scaling: { crop: whole ? null : { left, top, width, height }, size, fit: 'fill', cropAfter: null },
    target,
    overflows: exceeds(target, box),
  };
}

function exceeds(target: Rect, box: Size): boolean {
  const slack = 1e-6;
  return (
    target.x < -slack ||
    target.y < -slack ||
    target.x + target.width > box.width + slack ||
    target.y + target.height > box.height + slack
  );
}

function pixelSize(size: Size, density: Density): Size {
  return {
    width: Math.max(1, Math.round(size.width * density.x)),
    height: Math.max(1, Math.round(size.height * density.y)),
  };
}
