import type { Matrix } from '../../geometry.ts';
import { PX_PER_UNIT } from '../css-units.ts';
import { type SvgElement, UnsupportedSvg } from './document.ts';
import type { Viewport } from './shapes.ts';
import { IDENTITY, readNumbers } from './values.ts';

interface PlacedViewBox {
  /** The sides of the image. */
  readonly width: number;
  readonly height: number;
  /** The size that percentages refer to. */
  readonly viewport: Viewport;
  /** From the coordinates inside the root element to the image's. */
  readonly matrix: Matrix;
}

/**
 * Reads an SVG's size and the position of its viewBox (SVG 2, 8.2 and 8.6). Throws UnsupportedSvg if the size
 * depends on the embedding document, or differs from `decoded`, the size that the SVG decoder reports.
 */
export function placeViewBox({ attributes }: SvgElement, decoded: Viewport): PlacedViewBox {
  const given = attributes.get('viewBox');
  const box = given === undefined ? null : readNumbers(given);
  const [left = 0, top = 0, boxWidth = 0, boxHeight = 0] = box ?? [];
  if (box !== null && (box.length !== 4 || boxWidth <= 0 || boxHeight <= 0))
    throw new UnsupportedSvg('its viewBox');
  const { width, height } = ownSize(attributes, box === null ? null : { width: boxWidth, height: boxHeight });
  // The decoder rounds the sides.
  const scale = Math.max(decoded.width / width, decoded.height / height);
  const isSame = (side: number, pixels: number): boolean =>
    Math.abs(side * scale - pixels) <= 1.01 * Math.max(1, scale);
  if (!isSame(width, decoded.width) || !isSame(height, decoded.height)) throw new UnsupportedSvg('its size');
  if (box === null) return { width, height, viewport: { width, height }, matrix: IDENTITY };

  const viewport = { width: boxWidth, height: boxHeight };
  const [align = '', meetOrSlice = 'meet', ...rest] = (attributes.get('preserveAspectRatio') ?? 'xMidYMid')
    .trim()
    .split(/\s+/u);
  const [sx, sy] = [width / boxWidth, height / boxHeight];
  if (align === 'none')
    return { width, height, viewport, matrix: { a: sx, b: 0, c: 0, d: sy, e: -left * sx, f: -top * sy } };
  const alignment = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/u.exec(align);
  if (alignment === null || rest.length > 0 || !/^(?:meet|slice)$/u.test(meetOrSlice)) {
    throw new UnsupportedSvg('its preserveAspectRatio');
  }
  const both = meetOrSlice === 'meet' ? Math.min(sx, sy) : Math.max(sx, sy);
  const share = (name: string | undefined): number => (name === 'Min' ? 0 : name === 'Mid' ? 0.5 : 1);
  const e = (width - boxWidth * both) * share(alignment[1]) - left * both;
  const f = (height - boxHeight * both) * share(alignment[2]) - top * both;
  return { width, height, viewport, matrix: { a: both, b: 0, c: 0, d: both, e, f } };
}

function ownSize(attributes: ReadonlyMap<string, string>, box: Viewport | null): Viewport {
  const given = [attributes.get('width'), attributes.get('height')];
  if (given.every((side) => side === undefined || side === '100%' || side === 'auto')) {
    if (box === null) throw new UnsupportedSvg('no size');
    return box;
  }
  const [width = 0, height = 0] = given.map((side) => {
    const [, number, unit = ''] =
      /^\s*([\d.]+(?:e[+-]?\d+)?)(px|pt|pc|in|cm|mm)?\s*$/iu.exec(side ?? '') ?? [];
    const pixels = Number(number) * (PX_PER_UNIT[unit.toLowerCase()] ?? NaN);
    // Without a viewBox only px is accepted, because the decoder chooses the pixels per inch.
    if (!(pixels > 0) || (box === null && !/^(?:px)?$/iu.test(unit))) throw new UnsupportedSvg('its size');
    return pixels;
  });
  return { width, height };
}
