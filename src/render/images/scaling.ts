import type { Crop, SceneImage } from '../scene/image.ts';
import type { ImageScaling, ImageInfo, PixelRect } from './decode.ts';
import type { Rect, Size } from '../geometry.ts';
import { drawnPart, placePicture } from './object-fit.ts';

/** Pixels per CSS pixel. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

/** How to scale an image for its box, and the position of the result in the box (CSS pixels). */
export interface ScaledPlacement {
  readonly scaling: ImageScaling;
  readonly target: Rect;
}

/** The top left corner of a box on the page, in CSS pixels. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Source pixels that interpolation reads beyond the visible part. */
const ENLARGING_REACH = 2;

/**
 * Calculates the pixels that an image needs, or null if its box shows none of it.
 *
 * @param density pixels per CSS pixel; x and y differ slightly, because the page's sides are rounded
 * @param maxPixels limits the result if the box is much larger than the page
 * @param corner of an upright box: its edges are then rounded to whole pixels of the page
 */
export function scaleForBox(
  element: SceneImage,
  info: ImageInfo,
  density: Density,
  maxPixels: number,
  corner: Corner | null = null,
): ScaledPlacement | null {
  const { crop } = element;
  const { whole: placed, part } = placePicture(element, info);
  const visible = drawnPart(element, part);
  if (visible === null) return null;
  const isCroppedSvg = info.type === 'svg' && crop !== undefined;
  // An SVG is rendered as a whole and then cut; of other images only the visible part is enlarged.
  const rendered = info.type === 'svg' && !isCroppedSvg ? placed : visible;
  const excess = Math.max(
    1,
    Math.sqrt((rendered.width * density.x * rendered.height * density.y) / maxPixels),
  );
  const bounded = { x: density.x / excess, y: density.y / excess };
  const upright = element.fit === 'tile' ? null : corner;
  const size = pixelSize(visible, bounded, upright ?? { x: -visible.x, y: -visible.y });

  const isAttention = element.fit === 'cover' && element.position === 'attention';
  if (isCroppedSvg) {
    const scaling = { crop: null, size, fit: isAttention ? 'attention' : 'fill' } as const;
    const shown = sourceRect(info, placed, isAttention ? part : visible);
    return { scaling: { ...scaling, cropAfter: null, enlarged: null, part: shown }, target: visible };
  }
  if (isAttention) {
    const used = crop === undefined ? null : usedPixels(crop, info);
    const scaling = { crop: used, size, fit: 'attention', cropAfter: null, enlarged: null } as const;
    return { scaling, target: visible };
  }
  const scaleX = (placed.width / info.width) * bounded.x;
  const scaleY = (placed.height / info.height) * bounded.y;
  if (info.type !== 'svg' && Math.max(scaleX, scaleY) > 1 + 1e-6) {
    return { scaling: enlarge(info, crop, placed, visible, size), target: visible };
  }

  if (crop !== undefined) {
    // Nothing of the rest of the picture may show at the edges.
    const used = nearestPixels(sourceRect(info, placed, visible), info);
    return { scaling: { crop: used, size, fit: 'fill', cropAfter: null, enlarged: null }, target: visible };
  }

  // The whole image is shrunk before it is cropped, because decoders can then skip work (JPEG: 1/2, 1/4,
  // 1/8). The crop's corner is rounded like any position on the page: half a pixel goes to the right and
  // down.
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

/** The pixels between the edges of a part, each rounded to whole pixels. */
function nearestPixels({ x, y, width, height }: Rect, info: Size): PixelRect {
  const left = Math.min(info.width - 1, Math.round(x));
  const top = Math.min(info.height - 1, Math.round(y));
  return {
    left,
    top,
    width: Math.max(1, Math.min(info.width, Math.round(x + width)) - left),
    height: Math.max(1, Math.min(info.height, Math.round(y + height)) - top),
  };
}

/** A part of a placed picture in the picture's own units. */
function sourceRect(info: Size, placed: Rect, part: Rect): Rect {
  const [across, down] = [info.width / placed.width, info.height / placed.height];
  return {
    x: (part.x - placed.x) * across,
    y: (part.y - placed.y) * down,
    width: part.width * across,
    height: part.height * down,
  };
}

/** The pixels of a picture that a crop touches. */
function usedPixels({ x, y, width, height }: Crop, info: Size): PixelRect {
  const range = (start: number, length: number, side: number) => {
    const first = Math.min(side - 1, Math.floor(start * side + 1e-6));
    return { first, count: Math.max(1, Math.min(side, Math.ceil((start + length) * side - 1e-6)) - first) };
  };
  const [across, down] = [range(x, width, info.width), range(y, height, info.height)];
  return { left: across.first, top: down.first, width: across.count, height: down.count };
}

/**
 * Enlarges only the source pixels of the visible part and a few around it, because enlarging the whole image
 * could need any amount of memory. The target lies between pixels.
 */
function enlarge(
  info: ImageInfo,
  cropped: Crop | undefined,
  placed: Rect,
  visible: Rect,
  size: Size,
): ImageScaling {
  const used = usedPixels(cropped ?? { x: 0, y: 0, width: 1, height: 1 }, info);
  const across = sourceRange(visible.x - placed.x, visible.width, placed.width / info.width, {
    least: used.left,
    most: used.left + used.width,
  });
  const down = sourceRange(visible.y - placed.y, visible.height, placed.height / info.height, {
    least: used.top,
    most: used.top + used.height,
  });
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
    // One direction may shrink.
    size: {
      width: Math.max(1, Math.min(crop.width, Math.round(target.width))),
      height: Math.max(1, Math.min(crop.height, Math.round(target.height))),
    },
    fit: 'fill',
    cropAfter: null,
    enlarged: { ...size, target },
  };
}

/** The range of source pixels below a part of a placed image, with the pixels that interpolation needs. */
function sourceRange(
  offset: number,
  length: number,
  perPixel: number,
  { least, most }: { readonly least: number; readonly most: number },
): { start: number; length: number } {
  const start = Math.max(least, Math.floor(offset / perPixel) - ENLARGING_REACH);
  const end = Math.min(most, Math.ceil((offset + length) / perPixel) + ENLARGING_REACH);
  return { start: Math.min(start, most - 1), length: Math.max(1, end - start) };
}

/** The size in pixels between a part's edges, each rounded to the page's pixels. */
function pixelSize(part: Rect, density: Density, corner: Corner): Size {
  const between = (start: number, length: number, perPixel: number): number =>
    Math.max(1, Math.round((start + length) * perPixel) - Math.round(start * perPixel));
  return {
    width: between(corner.x + part.x, part.width, density.x),
    height: between(corner.y + part.y, part.height, density.y),
  };
}
