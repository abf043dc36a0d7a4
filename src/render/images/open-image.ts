import sharp, { type Sharp } from 'sharp';

import type { ImageType } from '../../common/pictures/sniff.ts';
import type { Rect, Size } from '../geometry.ts';
import { cropSvg, filterReach, scaleSvg, SVG_DENSITY } from '../vector/prepare/crop-svg.ts';
import { prepareSvg } from '../vector/prepare/prepare-svg.ts';
import { withColourProfile } from './png-colours.ts';

/** At 72 dpi librsvg draws one user unit as one pixel. */
const SVG_BASE_DENSITY = 72;
/** SVGs are not drawn larger; their pixels are enlarged then. */
const SVG_MAX_SCALE = 40;
/** What filters read around a picture, as a share of its longer side: more takes too long. */
const MAX_MARGIN = 0.5;

/** How an SVG is drawn: as large as `size`, or only a part of it, which then covers `size` or fills it. */
interface SvgDrawing {
  readonly size: Size;
  readonly fit: 'fill' | 'attention';
  readonly part?: Rect;
}

/** How a decoder reads a file. */
interface Reading {
  /** Of an SVG. */
  readonly density?: number;
  /** Damaged files have been repaired; a decoder's warnings are ignored by default. */
  readonly failOn?: 'warning' | 'error';
}

/** A sharp pipeline that reads an image. An SVG has to be prepared. */
export function openImage(
  bytes: Uint8Array,
  type: ImageType,
  maxPixels: number | false,
  { density = SVG_BASE_DENSITY, failOn = 'error' }: Reading = {},
): Sharp {
  return sharp(type === 'png' ? withColourProfile(bytes) : bytes, {
    limitInputPixels: maxPixels,
    unlimited: false,
    failOn,
    sequentialRead: true,
    ...(type === 'svg' ? { density } : {}),
  });
}

/** An SVG, or a part of it, as large as it is drawn, with what its filters read around it. */
export function openSvg(
  bytes: Uint8Array,
  whole: Size,
  { size, fit, part: given }: SvgDrawing,
  maxPixels: number,
): Sharp {
  const part = given ?? { x: 0, y: 0, width: whole.width, height: whole.height };
  const factor = Math.min(SVG_MAX_SCALE, Math.max(size.width / part.width, size.height / part.height));
  const covering = { width: Math.ceil(part.width * factor), height: Math.ceil(part.height * factor) };
  const drawn = given !== undefined && fit === 'fill' ? size : covering;
  const prepared = prepareSvg(bytes);
  const longest = Math.max(drawn.width, drawn.height);
  const wanted = Math.min(filterReach(prepared, factor), Math.ceil(MAX_MARGIN * longest));
  const isTooLarge = (drawn.width + 2 * wanted) * (drawn.height + 2 * wanted) > maxPixels;
  const margin = isTooLarge ? 0 : wanted;
  if (given === undefined && margin === 0) {
    const scaled = scaleSvg(prepared, { width: whole.width * factor, height: whole.height * factor });
    if (scaled !== null) return openImage(scaled, 'svg', maxPixels, { density: SVG_DENSITY });
    return openImage(prepared, 'svg', maxPixels, { density: Math.max(1, SVG_BASE_DENSITY * factor) });
  }
  const framed = openImage(cropSvg(prepared, whole, part, drawn, margin), 'svg', maxPixels, {
    density: SVG_DENSITY,
  });
  return margin === 0 ? framed : framed.extract({ left: margin, top: margin, ...drawn });
}
