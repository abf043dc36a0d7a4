import { canonicalColor } from '../bind/colors.ts';
import type { Matrix } from '../geometry.ts';
import { pathBounds } from '../vector/path-data.ts';
import type { Ink, InkStop, Rgba, VectorShape, VectorStroke } from '../vector/vector-image.ts';
import { inksOf, seenColor } from '../inks/ink-color.ts';
import { ChartError } from './chart-error.ts';
import type { MarkItem } from './vega.ts';

/** The shape of an item with its paints; null if it has none. */
export function toShape(item: MarkItem, d: string, matrix: Matrix): VectorShape | null {
  if (d === '') return null;
  const { opacity, fill, fillOpacity, stroke, strokeOpacity } = item;
  const all = share(opacity);
  const fillInk = getInk(fill, all * share(fillOpacity), d);
  const strokeInk = getInk(stroke, all * share(strokeOpacity), d);
  const strokes = strokeInk === null ? null : getStroke(item, strokeInk);
  if (fillInk === null && strokes === null) return null;
  return {
    type: 'shape',
    d,
    matrix,
    fill: fillInk === null ? null : { ink: fillInk, rule: 'nonzero' },
    stroke: strokes,
  };
}

/** A colour with an opacity as numbers; null: it paints nothing. */
export function readColor(value: unknown, opacity: number): Rgba | null {
  const color = typeof value === 'string' ? parseColor(value) : null;
  if (color === null) return null;
  const [red, green, blue, alpha, inks] = color;
  if (alpha * opacity <= 0) return null;
  const opaque = alpha * opacity;
  return inks === undefined ? [red, green, blue, opaque] : [red, green, blue, opaque, inks];
}

/** An opacity between 0 and 1; Vega's default is 1. */
export function share(value: unknown): number {
  if (value === null || value === undefined) return 1;
  const number = Number(value);
  return Number.isFinite(number) ? Math.min(1, Math.max(0, number)) : 1;
}

/** Charts have few colours, each many times. */
const parsed = new Map<string, Rgba | null>();
const MAX_PARSED = 2_000;

function parseColor(text: string): Rgba | null {
  let color = parsed.get(text);
  if (color === undefined) {
    if (text.startsWith('rgb(NaN'))
      throw new ChartError('mixes colours in inks: give such a scale colours of sRGB.');
    const inks = inksOf(text);
    const canonical = inks === null ? canonicalColor(text) : seenColor(text);
    const part = (at: number): number => parseInt(canonical?.slice(at, at + 2) ?? '', 16);
    const rgba: Rgba = [part(1), part(3), part(5), part(7) / 255];
    color = canonical === null ? null : inks === null ? rgba : [rgba[0], rgba[1], rgba[2], rgba[3], inks];
    if (parsed.size >= MAX_PARSED) parsed.clear();
    parsed.set(text, color);
  }
  return color;
}

function getStroke(item: MarkItem, ink: Ink): VectorStroke | null {
  const { strokeCap, strokeJoin, strokeMiterLimit, strokeDash, strokeDashOffset } = item;
  const width = number(item['strokeWidth'], 1);
  if (width <= 0) return null;
  const dash = Array.isArray(strokeDash) ? strokeDash.map(Number).filter((length) => length >= 0) : [];
  return {
    ink,
    width,
    cap: strokeCap === 'round' || strokeCap === 'square' ? strokeCap : 'butt',
    join: strokeJoin === 'round' || strokeJoin === 'bevel' ? strokeJoin : 'miter',
    miterLimit: number(strokeMiterLimit, 4),
    dash: dash.some((length) => length > 0) ? dash : [],
    dashOffset: number(strokeDashOffset, 0),
  };
}

/** A gradient of Vega: coordinates are shares of the box around the path. */
interface VegaGradient {
  readonly gradient: 'linear' | 'radial';
  readonly stops: readonly { readonly offset: unknown; readonly color: unknown }[];
  readonly [key: string]: unknown;
}

function getInk(value: unknown, opacity: number, d: string): Ink | null {
  if (!isGradient(value)) {
    const color = readColor(value, opacity);
    return color === null ? null : { type: 'color', color };
  }
  const bounds = pathBounds(d);
  if (bounds === null || opacity <= 0) return null;
  const { left, top, right, bottom } = bounds;
  const [width, height] = [right - left, bottom - top];
  const stops = value.stops.map(({ offset, color }): InkStop => {
    return { offset: share(offset), color: readColor(color, opacity) ?? [0, 0, 0, 0] };
  });
  const x = (key: string, standard: number) => left + number(value[key], standard) * width;
  const y = (key: string, standard: number) => top + number(value[key], standard) * height;
  if (value.gradient === 'linear')
    return { type: 'linear', x1: x('x1', 0), y1: y('y1', 0), x2: x('x2', 1), y2: y('y2', 0), stops };
  const radius = (key: string, standard: number) => Math.max(width, height) * number(value[key], standard);
  return {
    type: 'radial',
    focus: { x: x('x1', 0.5), y: y('y1', 0.5), r: radius('r1', 0) },
    circle: { x: x('x2', 0.5), y: y('y2', 0.5), r: radius('r2', 0.5) },
    matrix: null,
    stops,
  };
}

function isGradient(value: unknown): value is VegaGradient {
  return typeof value === 'object' && value !== null && 'gradient' in value && 'stops' in value;
}

/** A number of an item; the standard one in place of what is none. */
export function number(value: unknown, standard: number): number {
  if (value === null || value === undefined) return standard;
  const given = Number(value);
  return Number.isFinite(given) ? given : standard;
}
