/** Gradients of Photoshop. */
import {
  gam_sRGB,
  lin_sRGB,
  OKLab_to_XYZ_D65,
  sRGB_to_XYZ_D65,
  XYZ_D65_to_OKLab,
  XYZ_D65_to_sRGB,
} from '@csstools/color-helpers';
import type {
  ColorStop,
  ExtraGradientInfo,
  EffectSolidGradient,
  InterpolationMethod,
  OpacityStop,
} from 'ag-psd';
import type { Gradient, GradientStop } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { readChannels, readColor, finite } from './paints.ts';

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
  let stops = getStops(gradient, opacity);
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
function getStops(gradient: EffectSolidGradient & ExtraGradientInfo, opacity: number): GradientStop[] {
  const { smoothness = 1, interpolationMethod: method = 'classic' } = gradient;
  const colors = inOrder(gradient.colorStops);
  const opacities = inOrder(gradient.opacityStops);
  const areStraight = smoothness <= 0.01 && method === 'classic';
  const places = new Set(
    [0, 1, ...getPlaces(colors, areStraight), ...getPlaces(opacities, smoothness <= 0.01)].filter(
      (at) => at >= 0 && at <= 1,
    ),
  );
  return [...places]
    .sort((a, b) => a - b)
    .map((offset) => {
      const [r, g, b] = colorBetween(colors, offset, smoothness, method);
      const alpha =
        opacities.length === 0 ? 1 : between(opacities, offset, smoothness, ({ opacity: own }) => [own])[0];
      return { offset: rounded(offset), color: readColor({ r, g, b }, (alpha ?? 1) * opacity) };
    });
}

/** The colour of a gradient at an offset, red, green and blue from 0 to 255. */
export function colorAt(
  { colorStops, smoothness = 1 }: Pick<EffectSolidGradient, 'colorStops' | 'smoothness'>,
  offset: number,
  method: InterpolationMethod = 'classic',
): readonly [number, number, number] {
  return colorBetween(inOrder(colorStops), offset, smoothness, method);
}

type Triple = [number, number, number];

/** Where colours are mixed: as they are, as light, or as OKLab, which is what "perceptual" means. */
const spaces: Readonly<
  Record<InterpolationMethod, { from: (color: Triple) => Triple; to: (color: Triple) => Triple }>
> = {
  classic: { from: (color) => color, to: (color) => color },
  smooth: { from: (color) => color, to: (color) => color },
  linear: { from: lin_sRGB, to: gam_sRGB },
  perceptual: {
    from: (color) => XYZ_D65_to_OKLab(sRGB_to_XYZ_D65(color)),
    to: (color) => XYZ_D65_to_sRGB(OKLab_to_XYZ_D65(color)),
  },
};

function colorBetween(
  colors: readonly ColorStop[],
  offset: number,
  smoothness: number,
  method: InterpolationMethod,
): Triple {
  const { from, to } = spaces[method];
  const mixed = between(colors, offset, smoothness, ({ color }) => {
    const [r, g, b] = readChannels(color);
    return from([r / 255, g / 255, b / 255]);
  });
  const [r, g, b] = to([mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0]);
  const channel = (value: number): number => 255 * Math.min(1, Math.max(0, value));
  return [channel(r), channel(g), channel(b)];
}

function inOrder<Stop extends ColorStop | OpacityStop>(stops: readonly Stop[]): Stop[] {
  return stops.slice(0, maxStops).sort((a, b) => a.location - b.location);
}

/** Places between two stops at which a curve is nearly straight. */
const curvePlaces = [1, 2, 3, 4, 5, 6, 7].map((part) => part / 8);

/** The places of stops, and those between them where the way to the next one is not straight. */
function getPlaces(stops: readonly (ColorStop | OpacityStop)[], areStraight: boolean): number[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (next === undefined || isSame(stop, next)) return [stop.location];
    const middle = next.midpoint ?? 0.5;
    const between = !areStraight ? curvePlaces : Math.abs(middle - 0.5) < 0.01 ? [] : [0.5];
    const places = between.map((part) =>
      part < 0.5 ? part * 2 * middle : middle + (part - 0.5) * 2 * (1 - middle),
    );
    return [stop.location, ...places.map((place) => stop.location + (next.location - stop.location) * place)];
  });
}

function isSame(one: ColorStop | OpacityStop, other: ColorStop | OpacityStop): boolean {
  if ('opacity' in one && 'opacity' in other) return one.opacity === other.opacity;
  return 'color' in one && 'color' in other && readColor(one.color) === readColor(other.color);
}

/** Half of a smooth gradient's way is straight, the other half slower at its ends. */
function smoothed(way: number, smoothness: number): number {
  return way + (smoothness / 2) * (way * way * (3 - 2 * way) - way);
}

/** What stops have at an offset between them. */
function between<Stop extends ColorStop | OpacityStop>(
  stops: readonly Stop[],
  offset: number,
  smoothness: number,
  valuesOf: (stop: Stop) => readonly number[],
): readonly number[] {
  const index = stops.findIndex(({ location }) => location >= offset);
  const next = stops[index];
  const before = stops[index - 1];
  if (next === undefined) return stops.length === 0 ? [] : valuesOf(stops.at(-1) as Stop);
  if (before === undefined || next.location === before.location) return valuesOf(next);
  const way = (offset - before.location) / (next.location - before.location);
  const { midpoint = 0.5 } = next;
  const share =
    way < midpoint ? (way / midpoint) * 0.5 : 0.5 + ((way - midpoint) / (1 - midpoint || 1)) * 0.5;
  const [starts, ends] = [valuesOf(before), valuesOf(next)];
  return starts.map((start, at) => start + ((ends[at] ?? 0) - start) * smoothed(share, smoothness));
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
