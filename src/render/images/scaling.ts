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
}

/** Where a box's top left corner lies on the page, in CSS pixels. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Beyond the edges of what is shown, enlarging reads so many source pixels. */
const ENLARGING_REACH = 2;

/**
 * Works out the pixels that a picture needs at `density` (pixels per CSS pixel in both directions, which differ by what
 * rounding the page's sides made of them), or null where its box shows none of it.
 * `maxPixels` bounds the result: a box that is many times larger than the page does not get more than that.
 * `corner` is known of upright boxes: the pixels are then as many as lie between the edges once these are whole.
 */
export function scaleForBox(
  element: SceneImage,
  info: ImageInfo,
  density: Density,
  maxPixels: number,
  corner: Corner | null = null,
): ScaledPlacement | null {
  const placed = placeInBox(element, info, element.fit, element.position);
  const visible = visiblePart(element, placed);
  if (visible === null) return null;
  // A drawing is rendered whole before it is cut, at whatever size; of a picture only what shows is enlarged.
  const made = info.type === 'svg' ? placed : visible;
  const excess = Math.max(1, Math.sqrt((made.width * density.x * made.height * density.y) / maxPixels));
  const bounded = { x: density.x / excess, y: density.y / excess };
  const size = pixelSize(visible, bounded, corner ?? { x: -visible.x, y: -visible.y });

  if (element.fit === 'cover' && element.position === 'attention') {
    const scaling = { crop: null, size, fit: 'attention', cropAfter: null, enlarged: null } as const;
    return { scaling, target: visible };
  }
  const scaleX = (placed.width / info.width) * bounded.x;
  const scaleY = (placed.height / info.height) * bounded.y;
  if (info.type !== 'svg' && Math.max(scaleX, scaleY) > 1 + 1e-6) {
    return { scaling: enlarge(info, placed, visible, size), target: visible };
  }

  // Shrinking the whole picture lets decoders skip work (JPEG's 1/2, 1/4, 1/8); only then the part is cut out. Its corner is
  // rounded as a place on the page, like everything else: half a pixel to the right and down.
  const whole = {
    width: Math.max(size.width, Math.round(placed.width * bounded.x)),
    height: Math.max(size.height, Math.round(placed.height * bounded.y)),
  };
  if (placed.width <= visible.width) whole.width = size.width;
  if (placed.height <= visible.height) whole.height = size.height;
  const left = Math.min(whole.width - size.width, -Math.round((placed.x - visible.x) * bounded.x));
  const top = Math.min(whole.height - size.height, -Math.round((placed.y - visible.y) * bounded.y));
  const cuts = whole.width !== size.width || whole.height !== size.height;
  const cropAfter = cuts ? { left, top, ...size } : null;
  return { scaling: { crop: null, size: whole, fit: 'fill', cropAfter, enlarged: null }, target: visible };
}

/**
 * Enlarging starts from the source pixels under the visible part and a few around it: enlarging the rest as well could take any
 * amount of memory. They go exactly where they belong, which is between pixels.
 */
function enlarge(info: ImageInfo, placed: Rect, visible: Rect, size: Size): ImageScaling {
  const across = sourceRange(visible.x - placed.x, visible.width, placed.width / info.width, info.width);
  const down = sourceRange(visible.y - placed.y, visible.height, placed.height / info.height, info.height);
  const crop = { left: across.start, top: down.start, width: across.length, height: down.length };
  const perPixelX = ((placed.width / info.width) * size.width) / visible.width;
  const perPixelY = ((placed.height / info.height) * size.height) / visible.height;
  const target = {
    x: crop.left * perPixelX + ((placed.x - visible.x) * size.width) / visible.width,
    y: crop.top * perPixelY + ((placed.y - visible.y) * size.height) / visible.height,
    width: crop.width * perPixelX,
    height: crop.height * perPixelY,
  };
  const whole = crop.width === info.width && crop.height === info.height;
  return {
    crop: whole ? null : crop,
    // In one direction it may be shrinking.
    size: {
      width: Math.max(1, Math.min(crop.width, Math.round(target.width))),
      height: Math.max(1, Math.min(crop.height, Math.round(target.height))),
    },
    fit: 'fill',
    cropAfter: null,
    enlarged: { ...size, target },
  };
}

/** The source pixels under a stretch of a placed picture, with those around it that count. */
function sourceRange(
  offset: number,
  length: number,
  perPixel: number,
  available: number,
): { start: number; length: number } {
  const start = Math.max(0, Math.floor(offset / perPixel) - ENLARGING_REACH);
  const end = Math.min(available, Math.ceil((offset + length) / perPixel) + ENLARGING_REACH);
  return { start: Math.min(start, available - 1), length: Math.max(1, end - start) };
}

/** Pixels between a part's edges, each rounded as the page has it. */
function pixelSize(part: Rect, density: Density, corner: Corner): Size {
  const between = (start: number, length: number, perPixel: number): number =>
    Math.max(1, Math.round((start + length) * perPixel) - Math.round(start * perPixel));
  return {
    width: between(corner.x + part.x, part.width, density.x),
    height: between(corner.y + part.y, part.height, density.y),
  };
}
