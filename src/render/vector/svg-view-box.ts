import type { Matrix } from '../draw/geometry.ts';
import type { SvgElement } from './svg-document.ts';
import type { Viewport } from './svg-shapes.ts';
import { IDENTITY, readNumbers } from './svg-values.ts';
import { UnsupportedSvg } from './unsupported.ts';

const PX_PER_UNIT: Readonly<Record<string, number>> = {
  px: 1,
  '': 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

interface PlacedViewBox {
  /** The picture's sides. */
  readonly width: number;
  readonly height: number;
  /** What percentages inside are of. */
  readonly viewport: Viewport;
  /** From the root's inside to the picture's coordinates. */
  readonly matrix: Matrix;
}

/**
 * An SVG's own size, and where its viewBox goes in it (SVG 2, 8.2 and 8.6). Throws UnsupportedSvg where the size depends on
 * what it is shown in, or is another than the SVG decoder's, `decoded`.
 */
export function placeViewBox({ attributes }: SvgElement, decoded: Viewport): PlacedViewBox {
  const given = attributes.get('viewBox');
  const box = given === undefined ? null : readNumbers(given);
  const [left = 0, top = 0, boxWidth = 0, boxHeight = 0] = box ?? [];
  if (box !== null && (box.length !== 4 || boxWidth <= 0 || boxHeight <= 0))
    throw new UnsupportedSvg('its viewBox');
  const { width, height } = ownSize(attributes, box === null ? null : { width: boxWidth, height: boxHeight });
  // The decoder has rounded its sides.
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
    // Without a viewBox the inside is measured in pixels, and how many an inch has is the decoder's choice.
    if (!(pixels > 0) || (box === null && !/^(?:px)?$/iu.test(unit))) throw new UnsupportedSvg('its size');
    return pixels;
  });
  return { width, height };
}
