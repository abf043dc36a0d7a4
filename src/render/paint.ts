import type { DrawingGradient, DrawingStyle, PathContext } from './drawing/drawing-context.ts';
import { createCanvas } from '@napi-rs/canvas';

import { multiply, transformPoint, type Matrix } from './geometry.ts';
import { parseColor } from './color-channels.ts';
import { inksOf, seenColor, withAlpha } from './inks/ink-color.ts';
import type { Color, ColorStop, Gradient, Paint } from './scene/paint.ts';

/** A canvas fill style: a colour string or a gradient. */
export type PaintStyle = DrawingStyle;

/** A colour as a context draws it: with its inks, or as it is seen. */
export function colorStyle({ drawsInks = false }: PathContext, color: Color): Color {
  return drawsInks ? color : seenColor(color);
}

/** Steps between two stops whose colour and opacity both change; enough that none is visible. */
const PREMULTIPLIED_STEPS = 16;

/**
 * The fill style for a box with its top left corner at 0, 0, in the context's units. Follows CSS Images 3: a
 * linear gradient's line is long enough that its ends reach the corners (3.1.1), stop positions never
 * decrease (3.4.3), colours blend premultiplied (3.4.2). A radial gradient is a circle; its radius is a
 * fraction of the longer side.
 *
 * @param place from the box to the context's coordinates, if they differ: a move and a turn
 * @param isRaster false for a page of vectors, where a conic gradient is a bitmap
 */
export function paintStyle(
  context: PathContext,
  paint: Paint,
  width: number,
  height: number,
  place: Matrix | null = null,
  isRaster = true,
): PaintStyle {
  if (paint.type === 'solid') return colorStyle(context, paint.color);
  const stops = orderStops(context, paint.stops);
  const last = stops.at(-1);
  if (last === undefined) return '#00000000';
  const at = (x: number, y: number) => (place === null ? { x, y } : transformPoint(x, y, place));

  switch (paint.type) {
    case 'linear': {
      const angle = (paint.angle * Math.PI) / 180;
      const sin = Math.sin(angle);
      const cos = Math.cos(angle);
      const length = Math.abs(width * sin) + Math.abs(height * cos);
      if (stops.length === 1 || length === 0) return last.color;
      const dx = (sin * length) / 2;
      const dy = (cos * length) / 2;
      const [cx, cy] = [width / 2, height / 2];
      const [from, to] = [at(cx - dx, cy + dy), at(cx + dx, cy - dy)];
      return addStops(context.createLinearGradient(from.x, from.y, to.x, to.y), stops);
    }
    case 'radial': {
      const radius = paint.radius * Math.max(width, height);
      if (stops.length === 1 || radius <= 0) return last.color;
      const { x, y } = at(paint.center.x * width, paint.center.y * height);
      return addStops(context.createRadialGradient(x, y, 0, x, y, radius), stops);
    }
    case 'conic':
      if (stops.length === 1) return last.color;
      return isRaster
        ? conicStyle(context, paint, stops, width, height, place)
        : conicPattern(context, paint, stops, width, height, place);
  }
}

type Conic = Extract<Gradient, { type: 'conic' }>;

function conicStyle(
  context: PathContext,
  { angle, center }: Conic,
  stops: readonly ColorStop[],
  width: number,
  height: number,
  place: Matrix | null,
): PaintStyle {
  const at = { x: center.x * width, y: center.y * height };
  const { x, y } = place === null ? at : transformPoint(at.x, at.y, place);
  // A canvas begins on the right, CSS at the top.
  const start = ((angle - 90) * Math.PI) / 180 + (place === null ? 0 : Math.atan2(place.b, place.a));
  return addStops(context.createConicGradient(start, x, y), stops);
}

/** Pixels of a bitmap for one CSS pixel (192 dpi), and its longest side. */
const PATTERN_DENSITY = 2;
const MAX_PATTERN_SIDE = 2048;

/**
 * A conic gradient as a bitmap that covers the box and a margin around it, for strokes and letters that leave
 * the box. Neither SVG nor the PDF viewer of Firefox (pdf.js) has such gradients.
 */
function conicPattern(
  context: PathContext,
  paint: Conic,
  stops: readonly ColorStop[],
  width: number,
  height: number,
  place: Matrix | null,
): PaintStyle {
  const margin = 8 + Math.max(width, height) / 4;
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin];
  const scale = Math.min(PATTERN_DENSITY, MAX_PATTERN_SIDE / Math.max(outerWidth, outerHeight));
  const canvas = createCanvas(Math.ceil(outerWidth * scale), Math.ceil(outerHeight * scale));
  const drawing = canvas.getContext('2d');
  drawing.scale(canvas.width / outerWidth, canvas.height / outerHeight);
  drawing.translate(margin, margin);
  const seen = stops.map(({ offset, color }) => ({ offset, color: seenColor(color) }));
  drawing.fillStyle = conicStyle(drawing, paint, seen, width, height, null);
  drawing.fillRect(-margin, -margin, outerWidth, outerHeight);
  const pattern = context.createPattern(canvas, 'repeat');
  if (pattern === null) throw new Error('the canvas makes no pattern');
  const inBox = {
    a: outerWidth / canvas.width,
    b: 0,
    c: 0,
    d: outerHeight / canvas.height,
    e: -margin,
    f: -margin,
  };
  pattern.setTransform(place === null ? inBox : multiply(place, inBox));
  return pattern;
}

/** Whether a paint hides everything behind it. */
export function isOpaque(paint: Paint): boolean {
  const colors = paint.type === 'solid' ? [paint.color] : paint.stops.map(({ color }) => color);
  return colors.length > 0 && colors.every((color) => parseColor(color)[3] === 255);
}

function orderStops(context: PathContext, stops: readonly ColorStop[]): ColorStop[] {
  let min = 0;
  return stops.map(({ offset, color }) => {
    min = Math.min(1, Math.max(min, offset));
    return { offset: min, color: colorStyle(context, color) };
  });
}

function addStops(gradient: DrawingGradient, stops: readonly ColorStop[]): DrawingGradient {
  let previous: ColorStop | undefined;
  for (const stop of stops) {
    if (previous !== undefined) addPremultipliedSteps(gradient, previous, stop);
    gradient.addColorStop(stop.offset, stop.color);
    previous = stop;
  }
  return gradient;
}

/**
 * Adds stops along the premultiplied curve, as CSS blends. Canvas gradients blend colour and alpha
 * separately: red to transparent black would pass through dark red.
 */
function addPremultipliedSteps(gradient: DrawingGradient, from: ColorStop, to: ColorStop): void {
  const [r0, g0, b0, a0] = parseColor(from.color);
  const [r1, g1, b1, a1] = parseColor(to.color);
  const sameColor = r0 === r1 && g0 === g1 && b0 === b1;
  if (sameColor || a0 === a1 || to.offset === from.offset) return;
  // From or to full transparency the colour is that of the visible end: one stop is exact.
  if (a0 === 0) return gradient.addColorStop(from.offset, withAlpha(to.color, 0));
  if (a1 === 0) return gradient.addColorStop(to.offset, withAlpha(from.color, 0));
  // Those between inks are stops of their own.
  if (inksOf(from.color) !== null && inksOf(to.color) !== null) return;
  for (let step = 1; step < PREMULTIPLIED_STEPS; step++) {
    const t = step / PREMULTIPLIED_STEPS;
    const alpha = a0 + (a1 - a0) * t;
    const mix = (c0: number, c1: number): number => (c0 * a0 * (1 - t) + c1 * a1 * t) / alpha;
    const offset = from.offset + (to.offset - from.offset) * t;
    gradient.addColorStop(offset, rgba(mix(r0, r1), mix(g0, g1), mix(b0, b1), alpha));
  }
}

function rgba(r: number, g: number, b: number, alpha255: number): string {
  const color = [r, g, b].map((channel) => Math.round(channel)).join(', ');
  return `rgba(${color}, ${(alpha255 / 255).toFixed(4)})`;
}
