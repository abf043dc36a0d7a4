/** Paints of effects for each pixel: colours, gradients and patterns. */
import type { EffectPattern, EffectSolidGradient, ExtraGradientInfo, PatternInfo } from 'ag-psd';
import type { Color } from 'ag-psd';
import { gradientLength, readGradient } from './gradients.ts';
import { readChannels } from './paints.ts';

/** Red, green, blue and alpha from 0 to 1 at a place in the document. */
export type PixelPaint = (x: number, y: number) => readonly [number, number, number, number];

/** The box of what is painted. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One colour. */
export function plainPaint(color: Color, opacity: number): PixelPaint {
  const [r, g, b] = readChannels(color);
  const all = [r / 255, g / 255, b / 255, opacity] as const;
  return () => all;
}

/** A gradient over a box. */
export function gradientPaint(
  gradient: EffectSolidGradient & ExtraGradientInfo,
  opacity: number,
  box: Box,
): PixelPaint {
  const { style = 'linear', angle = 90, scale = 1, offset } = gradient;
  const table = gradientTable(gradient, opacity);
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), -Math.sin(turn)];
  const middle = {
    x: box.x + box.width * (0.5 + (offset?.x ?? 0)),
    y: box.y + box.height * (0.5 + (offset?.y ?? 0)),
  };
  const along = Math.max(1e-3, gradientLength(box, angle) * scale);
  const radius = along / 2;
  return (x, y) => {
    const [dx, dy] = [x + 0.5 - middle.x, y + 0.5 - middle.y];
    const [forward, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
    const share = {
      linear: () => 0.5 + forward / along,
      reflected: () => Math.abs(forward / along) * 2,
      radial: () => Math.hypot(dx, dy) / radius,
      angle: () => (Math.atan2(across, forward) / (2 * Math.PI) + 1) % 1,
      diamond: () => (Math.abs(forward) + Math.abs(across)) / radius,
    }[style]();
    return table[Math.round(Math.min(1, Math.max(0, share)) * (table.length - 1))] ?? [0, 0, 0, 0];
  };
}

/** Straight red, green, blue and alpha from 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/** The colours of a gradient at evenly spaced places. */
export function gradientTable(gradient: EffectSolidGradient & ExtraGradientInfo, opacity: number): Rgba[] {
  return getTable(readGradient({ ...gradient, style: 'radial', scale: 1 }, opacity).paint.stops);
}

function getTable(stops: readonly { readonly offset: number; readonly color: string }[]): Rgba[] {
  const places = stops.map(({ offset, color }) => ({
    offset,
    rgba: [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255),
  }));
  return Array.from({ length: 512 }, (_, index): Rgba => {
    const share = index / 511;
    const next = places.findIndex(({ offset }) => offset >= share);
    const after = places[next === -1 ? places.length - 1 : next];
    const before = places[Math.max(0, (next === -1 ? places.length : next) - 1)] ?? after;
    if (after === undefined || before === undefined) return [0, 0, 0, 0];
    const long = after.offset - before.offset;
    const way = long <= 0 ? 1 : Math.min(1, Math.max(0, (share - before.offset) / long));
    const at = (channel: number): number =>
      (before.rgba[channel] ?? 0) * (1 - way) + (after.rgba[channel] ?? 0) * way;
    return [at(0), at(1), at(2), at(3)];
  });
}

/** A pattern of the file from a place on; null if it is not there. */
export function patternPaint(
  patterns: readonly PatternInfo[],
  { id }: EffectPattern,
  opacity: number,
  { scale = 1, x: left = 0, y: top = 0 }: { scale?: number; x?: number; y?: number },
): PixelPaint | null {
  const pattern = patterns.find((each) => each.id === id);
  if (pattern === undefined) return null;
  const { bounds, data } = pattern;
  const [width, height] = [bounds.w, bounds.h];
  if (width <= 0 || height <= 0 || data.length < width * height * 4) return null;
  const size = Number.isFinite(scale) && scale > 0.01 ? scale : 1;
  const wrap = (value: number, length: number): number => ((value % length) + length) % length;
  const pixel = (column: number, row: number, channel: number): number =>
    (data[(wrap(row, height) * width + wrap(column, width)) * 4 + channel] ?? 0) / 255;
  return (x, y) => {
    const [across, down] = [(x - left) / size, (y - top) / size];
    const [column, row] = [Math.floor(across), Math.floor(down)];
    const [right, below] = [across - column, down - row];
    const at = (channel: number): number =>
      (pixel(column, row, channel) * (1 - right) + pixel(column + 1, row, channel) * right) * (1 - below) +
      (pixel(column, row + 1, channel) * (1 - right) + pixel(column + 1, row + 1, channel) * right) * below;
    return [at(0), at(1), at(2), at(3) * opacity];
  };
}
