import type { GradientStop, Paint, Stroke } from '../../../generated/template.ts';
import type { Matrix } from '../../render/geometry.ts';
import { readGradient } from '../../render/vector/svg/gradients.ts';
import type { ElementStyle } from '../../render/vector/svg/styles.ts';
import type { SvgElement } from '../../render/vector/svg/document.ts';
import type { Ink, InkStop, Rgba } from '../../render/vector/vector-image.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import type { Scope } from './scope.ts';
import { readNumberList, readShare, readUserLength } from './lengths.ts';
import { referred, type SvgNode } from './read-document.ts';
import { initialStyle, type Style } from './styles.ts';
import { meanScale, splitTransform, pointAt, isUniform } from './transforms.ts';

/** Stops between two colours that have other opacities. */
const stepsBetween = 8;

/** A paint, before it is fitted to a box. */
export type FoundPaint =
  | { readonly type: 'none' }
  | { readonly type: 'ink'; readonly ink: Ink }
  /** Something that the template cannot say: it is drawn as a picture. */
  | { readonly type: 'picture'; readonly what: string; readonly server: SvgNode | null };

/** The paint of a property such as `fill`, for a shape with path data in user units. */
export function readPaint(scope: Scope, style: Style, property: 'fill' | 'stroke', d: string): FoundPaint {
  const value = (style.get(property) ?? (property === 'fill' ? 'black' : 'none')).trim();
  const opacity = readShare(style.get(`${property}-opacity`), 1);
  if (value === 'none' || value === '' || opacity === 0) return { type: 'none' };
  const [, reference, fallback] = /^(url\([^)]*\))\s*(.*)$/su.exec(value) ?? [];
  if (reference === undefined) return colorPaint(scope, style, value, opacity);
  const server = referred(scope.design.document, reference);
  if (server === null) return fallback ? colorPaint(scope, style, fallback, opacity) : { type: 'none' };
  if (server.name !== 'linearGradient' && server.name !== 'radialGradient')
    return { type: 'picture', what: `a paint of the kind <${server.name}>`, server };
  try {
    const use = { d, viewport: scope.viewport, opacity };
    const ink = readGradient(
      { ...scope.design.document, byId: scope.design.document.byId },
      (stop) => stopStyle(scope, stop),
      server,
      use,
    );
    return { type: 'ink', ink };
  } catch {
    return { type: 'picture', what: 'a gradient that the template does not have', server };
  }
}

function colorPaint(scope: Scope, style: Style, value: string, opacity: number): FoundPaint {
  const text = /^currentcolor$/iu.test(value) ? (style.get('color') ?? 'black') : value;
  const color = readCssColor(text.replace(/\s+icc-color\(.*$/iu, ''), opacity);
  if (color === null) {
    if (value.startsWith('context-')) return { type: 'none' };
    scope.lose('paint', `"${value.slice(0, 60)}" is no colour; black stands in for it.`);
    return { type: 'ink', ink: { type: 'color', color: [0, 0, 0, opacity] } };
  }
  const rgba = readHex(color);
  return rgba[3] === 0 ? { type: 'none' } : { type: 'ink', ink: { type: 'color', color: rgba } };
}

/** The stops of gradients: their style does not depend on where the gradient is used. */
function stopStyle(scope: Scope, stop: SvgElement): ElementStyle {
  const node = stop as SvgNode;
  const chain: SvgNode[] = [];
  for (let at: SvgNode | null = node; at !== null; at = at.parent) chain.unshift(at);
  const style = chain.reduce<Style>((around, each) => scope.design.styles.of(each, around), initialStyle);
  const own = new Map(style);
  if (/^currentcolor$/iu.test(own.get('stop-color') ?? ''))
    own.set('stop-color', style.get('color') ?? 'black');
  return { own, inherited: new Map() };
}

function readHex(color: string): Rgba {
  const at = (index: number): number => Number.parseInt(color.slice(index, index + 2), 16);
  return [at(1), at(3), at(5), at(7) / 255];
}

/**
 * The paint of the template for an ink.
 *
 * @param matrix from the ink's coordinates to those of the element, whose box begins at 0, 0
 * @returns null if the template has no such paint
 */
export function toTemplatePaint(
  ink: Ink,
  matrix: Matrix,
  { width, height }: { readonly width: number; readonly height: number },
): Paint | null {
  if (ink.type === 'color') return getHex(ink.color);
  if (ink.type === 'linear') return linearPaint(ink, matrix, { width, height });
  const own = ink.matrix === null ? matrix : multiplied(matrix, ink.matrix);
  const parts = splitTransform(own);
  const { circle, focus, stops } = ink;
  const longer = Math.max(width, height);
  const isCentred = Math.hypot(circle.x - focus.x, circle.y - focus.y) < 0.01 * circle.r;
  if (parts === null || !isUniform(parts) || !isCentred || longer <= 0 || width <= 0 || height <= 0)
    return null;
  const middle = pointAt(own, circle.x, circle.y);
  const radius = (circle.r * meanScale(own)) / longer;
  if (!(radius > 1e-6 && radius < 1e5)) return null;
  const center = { x: rounded(middle.x / width), y: rounded(middle.y / height) };
  return { type: 'radial', center, radius: rounded(radius), stops: templateStops(stops) };
}

function multiplied(outer: Matrix, inner: Matrix): Matrix {
  const along = pointAt({ ...outer, e: 0, f: 0 }, inner.a, inner.b);
  const down = pointAt({ ...outer, e: 0, f: 0 }, inner.c, inner.d);
  const origin = pointAt(outer, inner.e, inner.f);
  return { a: along.x, b: along.y, c: down.x, d: down.y, e: origin.x, f: origin.y };
}

/** A line in any place, as one through the middle of the box with the ends of CSS. */
function linearPaint(
  { x1, y1, x2, y2, stops }: Extract<Ink, { type: 'linear' }>,
  matrix: Matrix,
  { width, height }: { readonly width: number; readonly height: number },
): Paint | null {
  const from = pointAt(matrix, x1, y1);
  // The direction in which the colour does not change stays a direction without change.
  const stripe = pointAt({ ...matrix, e: 0, f: 0 }, -(y2 - y1), x2 - x1);
  const end = pointAt(matrix, x2, y2);
  const along = { x: end.x - from.x, y: end.y - from.y };
  const length = Math.hypot(stripe.x, stripe.y);
  if (!(length > 0)) return null;
  let normal = { x: stripe.y / length, y: -stripe.x / length };
  const share = along.x * normal.x + along.y * normal.y;
  if (share < 0) normal = { x: -normal.x, y: -normal.y };
  const distance = Math.abs(share);
  const half = (Math.abs(width * normal.x) + Math.abs(height * normal.y)) / 2;
  if (!(distance > 0) || !(half > 0)) return null;
  const start = (from.x - width / 2) * normal.x + (from.y - height / 2) * normal.y;
  const toShare = (offset: number): number => (start + offset * distance + half) / (2 * half);
  const angle = (Math.atan2(normal.x, -normal.y) * 180) / Math.PI;
  const moved = stops.map(({ offset, color }) => ({ offset: toShare(offset), color }));
  return { type: 'linear', angle: rounded((angle + 360) % 360), stops: templateStops(clipStops(moved)) };
}

/** Stops beyond the ends, as stops at the ends with the colours there. */
function clipStops(stops: readonly InkStop[]): InkStop[] {
  const inside = stops.filter(({ offset }) => offset > 1e-6 && offset < 1 - 1e-6);
  return [{ offset: 0, color: colorAt(stops, 0) }, ...inside, { offset: 1, color: colorAt(stops, 1) }];
}

function colorAt(stops: readonly InkStop[], offset: number): Rgba {
  const after = stops.findIndex((stop) => stop.offset > offset);
  const [first, last] = [stops[0], stops.at(-1)];
  const black: Rgba = [0, 0, 0, 1];
  if (after === 0) return first?.color ?? black;
  if (after < 0) return last?.color ?? black;
  const [one, other] = [stops[after - 1], stops[after]];
  if (one === undefined || other === undefined) return black;
  const share = (offset - one.offset) / (other.offset - one.offset || 1);
  const mix = (index: 0 | 1 | 2 | 3): number =>
    one.color[index] + (other.color[index] - one.color[index]) * share;
  return [mix(0), mix(1), mix(2), mix(3)];
}

/** Between colours of other opacities: here they are mixed by their opacity, there they are not. */
function withBetween(stops: readonly InkStop[]): InkStop[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (next === undefined || next.color[3] === stop.color[3] || next.offset - stop.offset < 1e-3)
      return stop;
    if (([0, 1, 2] as const).every((channel) => stop.color[channel] === next.color[channel])) return stop;
    const between = Array.from({ length: stepsBetween - 1 }, (_, step) => {
      const offset = stop.offset + ((next.offset - stop.offset) * (step + 1)) / stepsBetween;
      return { offset, color: colorAt([stop, next], offset) };
    });
    return [stop, ...between];
  });
}

function templateStops(stops: readonly InkStop[]): GradientStop[] {
  let least = 0;
  return withBetween(stops).map(({ offset, color }) => {
    least = Math.min(1, Math.max(least, Math.round(offset * 1e5) / 1e5));
    return { offset: least, color: getHex(color) };
  });
}

function getHex([red, green, blue, alpha]: Rgba): string {
  const bytes = [red, green, blue, alpha * 255].map((channel) =>
    Math.min(255, Math.max(0, Math.round(channel)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${bytes.join('')}`.replace(/ff$/u, '');
}

/** The stroke of a style but for its colour, with lengths multiplied by `scale`. */
export function readStroke(scope: Scope, style: Style, scale: number): Omit<Stroke, 'color'> | null {
  const { width: across, height: down } = scope.viewport;
  const base = { whole: Math.hypot(across, down) / Math.SQRT2, fontSize: Number(style.get('font-size')) };
  const width = readUserLength(style.get('stroke-width'), base) ?? 1;
  if (width <= 0) return null;
  const dashes = (style.get('stroke-dasharray') ?? 'none') === 'none' ? '' : style.get('stroke-dasharray');
  const dash = readNumberList(dashes).map((each) => Math.max(0, rounded(each * scale)));
  const isDashed = dash.some((each) => each > 0);
  const offset = readUserLength(style.get('stroke-dashoffset'), base) ?? 0;
  const cap = (['round', 'square'] as const).find((each) => each === style.get('stroke-linecap'));
  const join = (['round', 'bevel'] as const).find((each) => each === style.get('stroke-linejoin'));
  const miterLimit = readNumberList(style.get('stroke-miterlimit'))[0] ?? 4;
  return {
    width: rounded(width * scale),
    ...(isDashed && { dash: dash.slice(0, 100) }),
    ...(isDashed && offset !== 0 && { dashOffset: rounded(offset * scale) }),
    ...(cap !== undefined && { cap }),
    ...(join !== undefined && { join }),
    ...(join === undefined && miterLimit !== 4 && { miterLimit: Math.max(1, rounded(miterLimit)) }),
  };
}
