import type { Rect, Size } from '../../geometry.ts';
import { findRoot } from './markup.ts';
import { pixelsPerUnit, resizeRoot, writeRoot } from './root-size.ts';

/** At this density the decoder takes an inch for 96 pixels, as CSS does. */
export const SVG_DENSITY = 96;
/** At 72 dots per inch the decoder draws a unit as a pixel. */
const UNITS_PER_PIXEL = 72 / SVG_DENSITY;
/** Where a blur of this deviation ends. */
const BLUR_REACH = 3;
/** Elements with filters may be enlarged by transforms. */
const ENLARGED = 2;

/**
 * A prepared SVG of a size in pixels, at `SVG_DENSITY`. Null if its size cannot be read from its root.
 */
export function scaleSvg(bytes: Uint8Array, { width, height }: Size): Uint8Array | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const size = { width: width * UNITS_PER_PIXEL, height: height * UNITS_PER_PIXEL };
  const scaled = resizeRoot(text, size);
  return scaled === null ? null : new TextEncoder().encode(scaled);
}

/**
 * A part of an SVG as an SVG of a size in pixels, at `SVG_DENSITY`, so that only that part is drawn. The
 * document stands inside of another one, whose view box is the part.
 *
 * @param whole the size of the document, as the decoder measures it; `part` is in the same units
 * @param margin pixels that are drawn on each side beyond the part, without being cut off
 */
export function cropSvg(bytes: Uint8Array, whole: Size, part: Rect, size: Size, margin: number): Uint8Array {
  const text = new TextDecoder('utf-8').decode(bytes);
  const { start, tag } = findRoot(text);
  const [x, y] = [(margin * part.width) / size.width, (margin * part.height) / size.height];
  const viewBox = [part.x - x, part.y - y, part.width + 2 * x, part.height + 2 * y].join(' ');
  const [width, height] = [size.width, size.height].map((side) => (side + 2 * margin) * UNITS_PER_PIXEL);
  const outer =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${viewBox}" preserveAspectRatio="none">`;
  const inner = writeRoot(tag, { ...whole, ...(margin > 0 ? { overflow: 'visible' } : {}) });
  return new TextEncoder().encode(`${outer}${inner}${text.slice(start + tag.length)}</svg>`);
}

/**
 * Pixels beyond the edges of a prepared SVG that its filters read. The decoder cuts off what is outside
 * before it blurs, and the edges would fade.
 *
 * @param magnification pixels for one pixel of the document's own size
 */
export function filterReach(bytes: Uint8Array, magnification: number): number {
  const text = new TextDecoder('utf-8').decode(bytes);
  if (!/<(?:[\w.-]+:)?filter[\s>]|filter\s*[:=]/u.test(text)) return 0;
  const largest = (pattern: RegExp): number => {
    const numbers = [...text.matchAll(pattern)].flatMap(([, value = '']) =>
      value.split(/[\s,]+/u).map(Number),
    );
    return numbers.reduce((most, number) => (Number.isFinite(number) ? Math.max(most, number) : most), 0);
  };
  const blur = Math.max(largest(/\sstdDeviation\s*=\s*["']([^"']*)/gu), largest(/blur\(\s*([\d.]+)/gu));
  const offset = Math.max(
    largest(/\sd[xy]\s*=\s*["']-?([^"']*)/gu),
    largest(/\sradius\s*=\s*["']([^"']*)/gu),
  );
  const reach = ENLARGED * (BLUR_REACH * blur + offset);
  return Math.ceil(reach * (pixelsPerUnit(text) ?? 1) * magnification);
}
