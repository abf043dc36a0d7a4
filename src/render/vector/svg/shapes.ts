import { SVGPathData } from 'svg-pathdata';

import { type SvgElement, UnsupportedSvg } from './document.ts';
import { readLength, readNumbers } from './values.ts';

/** The size that percentages refer to: the sides of the innermost viewBox. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export const shapeNames: ReadonlySet<string> = new Set([
  'circle',
  'ellipse',
  'line',
  'path',
  'polygon',
  'polyline',
  'rect',
]);

/**
 * A shape's outline as path data (SVG 2, chapters 9 and 10); null if it is empty. Throws UnsupportedSvg for
 * invalid values and unsupported units.
 */
export function toOutline(element: SvgElement, viewport: Viewport): string | null {
  const d = trace(element, viewport);
  return d === null ? null : normalizePath(d);
}

function trace({ name, attributes }: SvgElement, viewport: Viewport): string | null {
  const across = (key: string): number => readLength(attributes.get(key) ?? '0', viewport.width);
  const down = (key: string): number => readLength(attributes.get(key) ?? '0', viewport.height);
  switch (name) {
    case 'path': {
      const d = (attributes.get('d') ?? '').trim();
      return d === '' || d === 'none' ? null : d;
    }
    case 'rect':
      return rectangle(attributes, viewport);
    case 'circle': {
      const r = positive(readLength(attributes.get('r') ?? '0', diagonal(viewport)));
      return ellipse(across('cx'), down('cy'), r, r);
    }
    case 'ellipse':
      if (!attributes.has('rx') || !attributes.has('ry'))
        throw new UnsupportedSvg('an ellipse with one radius');
      return ellipse(across('cx'), down('cy'), positive(across('rx')), positive(down('ry')));
    case 'line':
      return `M${across('x1')} ${down('y1')}L${across('x2')} ${down('y2')}`;
    default:
      return polygon(readNumbers(attributes.get('points') ?? ''), name === 'polygon');
  }
}

/** The length that percentages refer to if they are neither horizontal nor vertical (SVG 2, 8.9). */
export function diagonal({ width, height }: Viewport): number {
  return Math.hypot(width, height) / Math.SQRT2;
}

/** Whether a subpath has no length: with round or square caps it is a dot. */
export function hasDots(d: string): boolean {
  const parts = d.split('M').slice(1);
  return parts.some((part) => {
    const [x, y, ...rest] = part.match(/-?[\d.]+(?:e[+-]?\d+)?/giu) ?? [];
    // `normalizePath` has replaced H and V by L.
    return rest.every((number, index) => number === (index % 2 === 0 ? x : y));
  });
}

/**
 * Normalises path data to absolute lines and curves without shorthands. Arcs become curves, because the
 * canvas would split them into very many.
 */
function normalizePath(d: string): string {
  try {
    const path = new SVGPathData(d);
    if (path.commands[0]?.type === SVGPathData.MOVE_TO)
      return path.toAbs().normalizeHVZ(false).normalizeST().aToC().encode();
  } catch {
    // Viewers differ in how much of an invalid path they draw.
  }
  throw new UnsupportedSvg('path data with an error');
}

function rectangle(attributes: ReadonlyMap<string, string>, viewport: Viewport): string | null {
  const read = (key: string, whole: number): number | null => {
    const value = attributes.get(key);
    return value === undefined || value === 'auto' ? null : positive(readLength(value, whole));
  };
  const [x, y] = [
    readLength(attributes.get('x') ?? '0', viewport.width),
    readLength(attributes.get('y') ?? '0', viewport.height),
  ];
  const width = read('width', viewport.width) ?? 0;
  const height = read('height', viewport.height) ?? 0;
  if (width === 0 || height === 0) return null;
  const [givenX, givenY] = [read('rx', viewport.width), read('ry', viewport.height)];
  const rx = Math.min(givenX ?? givenY ?? 0, width / 2);
  const ry = Math.min(givenY ?? givenX ?? 0, height / 2);
  if (rx === 0 || ry === 0) return `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
  const corner = (toX: number, toY: number): string => `A${rx} ${ry} 0 0 1 ${toX} ${toY}`;
  const [right, bottom] = [x + width, y + height];
  return (
    `M${x + rx} ${y}H${right - rx}${corner(right, y + ry)}V${bottom - ry}${corner(right - rx, bottom)}` +
    `H${x + rx}${corner(x, bottom - ry)}V${y + ry}${corner(x + rx, y)}Z`
  );
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string | null {
  if (rx === 0 || ry === 0) return null;
  // Four quarters that start on the right, because dashes start there.
  const arc = (x: number, y: number): string => `A${rx} ${ry} 0 0 1 ${x} ${y}`;
  return `M${cx + rx} ${cy}${arc(cx, cy + ry)}${arc(cx - rx, cy)}${arc(cx, cy - ry)}${arc(cx + rx, cy)}Z`;
}

function polygon(numbers: readonly number[], closed: boolean): string | null {
  if (numbers.length < 2) return null;
  if (numbers.length % 2 !== 0) throw new UnsupportedSvg('a point with one coordinate');
  const points: string[] = [];
  for (let at = 0; at < numbers.length; at += 2) points.push(`${numbers[at] ?? 0} ${numbers[at + 1] ?? 0}`);
  return `M${points.join('L')}${closed ? 'Z' : ''}`;
}

function positive(value: number): number {
  if (value < 0) throw new UnsupportedSvg('a negative length');
  return value;
}
