/** Colours and gradients of Photoshop. */
import type { Color, ColorStop, ExtraGradientInfo, EffectSolidGradient, OpacityStop } from 'ag-psd';
import type { Gradient, GradientStop, Paint } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';

/** Red, green and blue from 0 to 255. */
export function channelsOf(color: Color): readonly [number, number, number] {
  if ('r' in color) return [color.r, color.g, color.b];
  if ('fr' in color) return [color.fr * 255, color.fg * 255, color.fb * 255];
  if ('h' in color) return fromHsb(color.h, color.s, color.b);
  if ('c' in color) return [inked(color.c, color.k), inked(color.m, color.k), inked(color.y, color.k)];
  const grey = 'l' in color ? color.l * 2.55 : 255 - color.k * 2.55;
  return [grey, grey, grey];
}

/** A colour of the template. */
export function colorOf(color: Color, opacity = 1): string {
  const all = [...channelsOf(color), opacity * 255];
  const text = all.map((value) =>
    Math.round(Math.min(255, Math.max(0, finite(value))))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${text.join('')}`;
}

/** Inks from 0 to 100. */
function inked(ink: number, black: number): number {
  return 255 * (1 - ink / 100) * (1 - black / 100);
}

/** The hue is a share of the circle; saturation and brightness are from 0 to 100. */
function fromHsb(hue: number, saturation: number, brightness: number): [number, number, number] {
  const channel = (offset: number): number => {
    const k = (offset + hue * 6) % 6;
    return 2.55 * brightness * (1 - (saturation / 100) * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return [channel(5), channel(3), channel(1)];
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** A gradient, and what of it the template cannot have. */
export interface ReadGradient {
  readonly paint: Gradient;
  readonly losses: readonly (readonly [property: string, reason: string])[];
}

/** How large something is that a gradient fills. */
export interface GradientBox {
  readonly width: number;
  readonly height: number;
}

/** How long a gradient of the scale 1 is: as far as its line, through the middle, lies inside of the box. */
export function gradientLength({ width, height }: GradientBox, angle: number): number {
  const turn = (angle * Math.PI) / 180;
  return Math.min(width / Math.abs(Math.cos(turn)), height / Math.abs(Math.sin(turn)));
}

/** The length of a gradient of the template, which reaches the corners. */
function cornerLength({ width, height }: GradientBox, angle: number): number {
  const turn = (angle * Math.PI) / 180;
  return width * Math.abs(Math.cos(turn)) + height * Math.abs(Math.sin(turn));
}

/** Reads a gradient of colours and opacities that fills a box. */
export function readGradient(
  gradient: EffectSolidGradient & ExtraGradientInfo,
  opacity = 1,
  filled: GradientBox = { width: 1, height: 1 },
): ReadGradient {
  const { style = 'linear', scale = 1, reverse = false, offset } = gradient;
  const angle = finite(gradient.angle ?? 0);
  const box = filled.width > 0 && filled.height > 0 ? filled : { width: 1, height: 1 };
  const length = (finite(scale) >= 0.05 ? scale : 1) * gradientLength(box, angle);
  let stops = stopsOf(gradient, opacity);
  if (reverse) stops = reversed(stops);
  const losses: [string, string][] = [];
  const center = { x: rounded(0.5 + (offset?.x ?? 0)), y: rounded(0.5 + (offset?.y ?? 0)) };
  const isMoved = center.x !== 0.5 || center.y !== 0.5;
  switch (style) {
    case 'linear':
    case 'reflected': {
      if (isMoved)
        losses.push(['gradient offset', 'A linear gradient has its middle in the middle of the box.']);
      const along = style === 'linear' ? stops : mirrored(stops);
      return {
        paint: {
          type: 'linear',
          angle: rounded(90 - angle),
          stops: scaled(along, length / cornerLength(box, angle), 0.5),
        },
        losses,
      };
    }
    case 'angle': {
      return { paint: { type: 'conic', center, angle: rounded(90 - angle), stops }, losses };
    }
    case 'radial':
      break;
    case 'diamond':
      losses.push(['gradient style', 'A diamond becomes a circle.']);
  }
  const radius = Math.max(0.001, rounded(length / 2 / Math.max(box.width, box.height)));
  return { paint: { type: 'radial', center, radius, stops }, losses };
}

/** The most stops that are read. */
const maxStops = 100;

/** Colour stops and opacity stops have places of their own: each place gets both. */
function stopsOf(
  { colorStops, opacityStops, smoothness = 1 }: EffectSolidGradient,
  opacity: number,
): GradientStop[] {
  const colors = inOrder(colorStops);
  const opacities = inOrder(opacityStops);
  const places = new Set(
    [0, 1, ...placesOf(colors, smoothness), ...placesOf(opacities, smoothness)].filter(
      (at) => at >= 0 && at <= 1,
    ),
  );
  return [...places]
    .sort((a, b) => a - b)
    .map((offset) => {
      const channels = [0, 1, 2].map((index) =>
        between(colors, offset, smoothness, (stop) => channelsOf(stop.color)[index] ?? 0),
      );
      const [r = 0, g = 0, b = 0] = channels;
      const alpha =
        opacities.length === 0 ? 1 : between(opacities, offset, smoothness, (stop) => stop.opacity);
      return { offset: rounded(offset), color: colorOf({ r, g, b }, alpha * opacity) };
    });
}

function inOrder<Stop extends ColorStop | OpacityStop>(stops: readonly Stop[]): Stop[] {
  return stops.slice(0, maxStops).sort((a, b) => a.location - b.location);
}

/** Places between two stops at which a curve is nearly straight. */
const curvePlaces = [1, 2, 3, 4, 5, 6, 7].map((part) => part / 8);

/** The places of stops, and those between them where the way to the next one is not straight. */
function placesOf(stops: readonly (ColorStop | OpacityStop)[], smoothness: number): number[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (next === undefined || isSame(stop, next)) return [stop.location];
    const middle = next.midpoint ?? 0.5;
    const between = smoothness > 0.01 ? curvePlaces : Math.abs(middle - 0.5) < 0.01 ? [] : [0.5];
    const places = between.map((part) =>
      part < 0.5 ? part * 2 * middle : middle + (part - 0.5) * 2 * (1 - middle),
    );
    return [stop.location, ...places.map((place) => stop.location + (next.location - stop.location) * place)];
  });
}

function isSame(one: ColorStop | OpacityStop, other: ColorStop | OpacityStop): boolean {
  if ('opacity' in one && 'opacity' in other) return one.opacity === other.opacity;
  return 'color' in one && 'color' in other && colorOf(one.color) === colorOf(other.color);
}

/** Half of a smooth gradient's way is straight, the other half slower at its ends. */
function smoothed(way: number, smoothness: number): number {
  return way + (smoothness / 2) * (way * way * (3 - 2 * way) - way);
}

function between<Stop extends ColorStop | OpacityStop>(
  stops: readonly Stop[],
  offset: number,
  smoothness: number,
  valueOf: (stop: Stop) => number,
): number {
  const index = stops.findIndex(({ location }) => location >= offset);
  const next = stops[index];
  const before = stops[index - 1];
  if (next === undefined) return stops.length === 0 ? 0 : valueOf(stops.at(-1) as Stop);
  if (before === undefined || next.location === before.location) return valueOf(next);
  const way = (offset - before.location) / (next.location - before.location);
  const { midpoint = 0.5 } = next;
  const share =
    way < midpoint ? (way / midpoint) * 0.5 : 0.5 + ((way - midpoint) / (1 - midpoint || 1)) * 0.5;
  return valueOf(before) + (valueOf(next) - valueOf(before)) * smoothed(share, smoothness);
}

function reversed(stops: readonly GradientStop[]): GradientStop[] {
  return stops.map(({ offset, color }) => ({ offset: rounded(1 - offset), color })).reverse();
}

/** From the middle to both ends. */
function mirrored(stops: readonly GradientStop[]): GradientStop[] {
  const half = stops.map(({ offset, color }) => ({ offset: rounded(0.5 + offset / 2), color }));
  return [...reversed(half), ...half];
}

/** Stops around `middle`; those beyond the ends give way to what is reached there. */
function scaled(stops: readonly GradientStop[], share: number, middle: number): GradientStop[] {
  return stops.map(({ offset, color }) => ({
    offset: rounded(Math.min(1, Math.max(0, middle + (offset - middle) * share))),
    color,
  }));
}

/** A paint with all its colours more translucent. */
export function fade(paint: Paint, opacity: number): Paint {
  const faded = (color: string): string => {
    const alpha = Math.round(Number.parseInt(color.slice(7, 9), 16) * opacity);
    return color.slice(0, 7) + alpha.toString(16).padStart(2, '0');
  };
  if (opacity >= 1) return paint;
  if (typeof paint === 'string') return faded(paint);
  return { ...paint, stops: paint.stops.map(({ offset, color }) => ({ offset, color: faded(color) })) };
}
