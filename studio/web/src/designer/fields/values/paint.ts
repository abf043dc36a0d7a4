/** Kinds of paints, and the stops of gradients. */
import type { Gradient, GradientStop } from '../../model/template.ts';
import { isObject } from './values.ts';

export type PaintType = 'none' | 'color' | 'linear' | 'radial' | 'conic';

/** What a value of a paint is. */
export function findPaintType(paint: unknown): PaintType {
  if (typeof paint === 'string') return 'color';
  return isObject(paint) ? (paint as Gradient).type : 'none';
}

/** Makes another kind of paint of one. Its colors are kept as far as there is a place for them. */
export function convertPaint(paint: unknown, type: PaintType): unknown {
  const from = findPaintType(paint);
  if (type === from) return paint;
  const stops: readonly GradientStop[] = isObject(paint) ? (paint as Gradient).stops : [];
  const [color = '#000'] = typeof paint === 'string' ? [paint] : stops.map((stop) => stop.color);
  if (type === 'none') return undefined;
  if (type === 'color') return color;
  const kept = stops.map((stop) => ({ ...stop }));
  return {
    type,
    ...(type === 'linear' ? { angle: 90 } : {}),
    stops:
      kept.length > 0
        ? kept
        : [
            { offset: 0, color },
            { offset: 1, color: '#ffffff' },
          ],
  };
}

/** Moves a stop, not beyond its neighbours: stops are in rising order. */
export function moveStop(stops: readonly GradientStop[], index: number, offset: number): GradientStop[] {
  const least = stops[index - 1]?.offset ?? 0;
  const most = stops[index + 1]?.offset ?? 1;
  const next = Math.round(Math.min(most, Math.max(least, offset)) * 1e4) / 1e4;
  return stops.map((stop, place) => (place === index ? { ...stop, offset: next } : stop));
}

/** Adds a stop with the color of the one before it. */
export function addStop(stops: readonly GradientStop[], offset: number): GradientStop[] {
  const at = stops.findIndex((stop) => stop.offset > offset);
  const index = at === -1 ? stops.length : at;
  const color = (stops[index - 1] ?? stops[index])?.color ?? '#000';
  return stops.toSpliced(index, 0, { offset: Math.round(offset * 1e4) / 1e4, color });
}

/** The middle of the widest gap: where a stop is added without a place. */
export function widestGap(stops: readonly GradientStop[]): number {
  const edges = [0, ...stops.map(({ offset }) => offset), 1];
  const gaps = edges.slice(1).map((edge, index) => edge - edges[index]!);
  const index = gaps.indexOf(Math.max(...gaps));
  return edges[index]! + gaps[index]! / 2;
}
