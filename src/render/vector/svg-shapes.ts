import { SVGPathData } from 'svg-pathdata';

import type { SvgElement } from './svg-document.ts';
import { readLength, readNumbers } from './svg-values.ts';
import { UnsupportedSvg } from './unsupported.ts';

/** What percentages are reckoned from: the sides of the innermost viewBox. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** The elements that are shapes. */
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
 * A shape's outline as path data, or null where it has none (SVG 2, chapters 9 and 10). Throws UnsupportedSvg for values that are
 * errors or in units that are not read.
 */
export function outlineOf(element: SvgElement, viewport: Viewport): string | null {
  const d = trace(element, viewport);
  return d === null ? null : plain(d);
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

/** What percentages are of that belong to neither side (SVG 2, 8.9). */
export function diagonal({ width, height }: Viewport): number {
  return Math.hypot(width, height) / Math.SQRT2;
}

/** Whether a part of an outline has no length: a dot, if its stroke has round or square ends. */
export function hasDots(d: string): boolean {
  const parts = d.split('M').slice(1);
  return parts.some((part) => {
    const [x, y, ...rest] = part.match(/-?[\d.]+(?:e[+-]?\d+)?/giu) ?? [];
    // Horizontal and vertical lines were made plain ones before.
    return rest.every((number, index) => number === (index % 2 === 0 ? x : y));
  });
}

/**
 * Path data as plain as it gets: absolute lines and curves that say all of themselves. Arcs become curves as well, since the canvas
 * would make very many of them.
 */
function plain(d: string): string {
  try {
    const path = new SVGPathData(d);
    if (path.commands[0]?.type === SVGPathData.MOVE_TO)
      return path.toAbs().normalizeHVZ(false).normalizeST().aToC().encode();
  } catch {
    // Readers show the part before the error; how much that is they do not agree on.
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
  // In quarters, which is where dashes' curves are measured from.
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
