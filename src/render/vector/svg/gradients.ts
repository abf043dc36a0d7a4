import { Path2D } from '@napi-rs/canvas';

import { multiply, type Matrix } from '../../geometry.ts';
import { type SvgDocument, type SvgElement, UnsupportedSvg } from './document.ts';
import { diagonal, type Viewport } from './shapes.ts';
import type { StyleOf } from './styles.ts';
import { readColor } from './colors.ts';
import { determinant, readFraction, readLength, readTransform } from './values.ts';
import type { Ink, InkStop } from '../vector-image.ts';

/** Max gradients that inherit from each other by `href`. */
const MAX_CHAIN = 10;
/** Beyond this fraction of the radius, viewers draw the focus differently. */
const MAX_FOCUS_DISTANCE = 0.98;

/** The shape that a gradient is used on. */
export interface GradientUse {
  /** The shape's path data in its own coordinates. */
  readonly d: string;
  readonly viewport: Viewport;
  readonly opacity: number;
}

/** Reads a gradient for a shape (SVG 2, 14.2). Throws UnsupportedSvg if it repeats or has errors. */
export function readGradient(
  document: SvgDocument,
  styleOf: StyleOf,
  gradient: SvgElement,
  use: GradientUse,
): Ink {
  const chain = getChain(document, gradient);
  const find = (key: string): string | undefined =>
    chain.find(({ attributes }) => attributes.has(key))?.attributes.get(key);
  if ((find('spreadMethod') ?? 'pad') !== 'pad') throw new UnsupportedSvg('a gradient that repeats');
  const stops = readStops(chain, styleOf, use.opacity);
  const [last] = stops.slice(-1);
  if (last === undefined) throw new UnsupportedSvg('a gradient without stops');
  if (stops.length === 1) return { type: 'color', color: last.color };

  const units = find('gradientUnits') ?? 'objectBoundingBox';
  const onBox = units === 'objectBoundingBox';
  if (!onBox && units !== 'userSpaceOnUse') throw new UnsupportedSvg(`gradientUnits ${units}`);
  const own = readTransform(find('gradientTransform'));
  const matrix = onBox ? multiply(boxMatrix(use.d), own) : own;
  const whole = onBox ? { width: 1, height: 1 } : use.viewport;
  const across = (key: string, otherwise: string): number => readLength(find(key) ?? otherwise, whole.width);
  const down = (key: string, otherwise: string): number => readLength(find(key) ?? otherwise, whole.height);

  if (gradient.name === 'linearGradient') {
    const from = { x: across('x1', '0%'), y: down('y1', '0%') };
    const to = { x: across('x2', '100%'), y: down('y2', '0%') };
    if (from.x === to.x && from.y === to.y) return { type: 'color', color: last.color };
    return { type: 'linear', ...transformLine(from, to, matrix), stops };
  }
  const r = readLength(find('r') ?? '50%', diagonal(whole));
  if (r < 0 || (find('fr') ?? '0') !== '0') throw new UnsupportedSvg('the radii of a gradient');
  if (r === 0) return { type: 'color', color: last.color };
  const circle = { x: across('cx', '50%'), y: down('cy', '50%'), r };
  const focus = { x: across('fx', String(circle.x)), y: down('fy', String(circle.y)), r: 0 };
  if (Math.hypot(focus.x - circle.x, focus.y - circle.y) > r * MAX_FOCUS_DISTANCE) {
    throw new UnsupportedSvg('a focus outside its circle');
  }
  return { type: 'radial', circle, focus, matrix, stops };
}

/** A gradient and those that it inherits from, nearest first. */
function getChain({ byId }: SvgDocument, gradient: SvgElement): SvgElement[] {
  const chain = [gradient];
  for (;;) {
    const href = chain.at(-1)?.attributes.get('href');
    if (href === undefined) return chain;
    const next = byId.get(href.trim().replace(/^#/u, ''));
    if (next === undefined || !/^(?:linear|radial)Gradient$/u.test(next.name) || chain.length >= MAX_CHAIN) {
      throw new UnsupportedSvg(`the gradient ${href}`);
    }
    // The geometry of the other gradient type is not inherited.
    if (next.name !== gradient.name) {
      const shared = ['gradientUnits', 'gradientTransform', 'spreadMethod', 'href'];
      const attributes = new Map([...next.attributes].filter(([key]) => shared.includes(key)));
      chain.push({ ...next, attributes });
    } else chain.push(next);
  }
}

function readStops(chain: readonly SvgElement[], styleOf: StyleOf, opacity: number): InkStop[] {
  const elements = chain
    .map(({ children }) => children.filter(({ name }) => name === 'stop'))
    .find((each) => each.length > 0);
  let offset = 0;
  return (elements ?? []).map((stop) => {
    const { own } = styleOf(stop, new Map());
    offset = Math.max(offset, readFraction(stop.attributes.get('offset') ?? '0'));
    const [red, green, blue, alpha] = readColor(own.get('stop-color') ?? 'black');
    return {
      offset,
      color: [red, green, blue, alpha * readFraction(own.get('stop-opacity') ?? '1') * opacity],
    };
  });
}

/** The transform from the unit square to the bounding box of a path. */
function boxMatrix(d: string): Matrix {
  const [left = 0, top = 0, right = 0, bottom = 0] = new Path2D(d).computeTightBounds();
  if (right <= left || bottom <= top) throw new UnsupportedSvg('a gradient on a line');
  return { a: right - left, b: 0, c: 0, d: bottom - top, e: left, f: top };
}

/**
 * Transforms a gradient's line. After a skew, its lines of equal colour may not be perpendicular to it; the
 * result is the perpendicular line between the same two lines of equal colour.
 */
function transformLine(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  matrix: Matrix,
): { x1: number; y1: number; x2: number; y2: number } {
  const { a, b, c, d, e, f } = matrix;
  if (determinant(matrix) === 0) throw new UnsupportedSvg('a gradient without area');
  const x1 = a * from.x + c * from.y + e;
  const y1 = b * from.x + d * from.y + f;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = { x: a * dx + c * dy, y: b * dx + d * dy };
  const stripe = { x: -a * dy + c * dx, y: -b * dy + d * dx };
  const normal = { x: stripe.y, y: -stripe.x };
  const share = (along.x * normal.x + along.y * normal.y) / (normal.x ** 2 + normal.y ** 2);
  return { x1, y1, x2: x1 + normal.x * share, y2: y1 + normal.y * share };
}
