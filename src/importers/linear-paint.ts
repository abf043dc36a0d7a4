/** Linear gradients between two points, as those of templates, whose line crosses the middle of the box. */
import type { Paint } from '../../generated/template.ts';
import { rounded } from './boxes.ts';

export interface GradientStop {
  readonly offset: number;
  /** `#rrggbbaa` */
  readonly color: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The box that a gradient fills, before and after its change of size. */
interface GradientBox {
  readonly stops: readonly GradientStop[];
  readonly width: number;
  readonly height: number;
  readonly scaleX?: number;
  readonly scaleY?: number;
}

/** Stops from the first to the last. */
export function sortStops(stops: readonly GradientStop[]): GradientStop[] {
  return stops.toSorted((one, other) => one.offset - other.offset);
}

/**
 * The paint of a gradient from one point to another, from the top left of a box of `width` × `height` that is
 * then scaled. At least one stop is needed; they are in order.
 */
export function linearPaint(
  from: Point,
  to: Point,
  { stops, width, height, scaleX = 1, scaleY = 1 }: GradientBox,
): Paint {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  const last = stops.at(-1)?.color ?? '#00000000';
  if (squared === 0 || scaleX <= 0 || scaleY <= 0) return last;
  // How much the gradient changes along x and y, after the change of size.
  const [gx, gy] = [dx / squared / scaleX, dy / squared / scaleY];
  const slope = Math.hypot(gx, gy);
  const [ux, uy] = [gx / slope, gy / slope];
  const length = Math.abs(width * scaleX * ux) + Math.abs(height * scaleY * uy);
  if (length === 0) return last;
  const atMiddle = ((width / 2 - from.x) * dx + (height / 2 - from.y) * dy) / squared;
  const moved = stops.map(({ offset, color }) => ({
    color,
    offset: 0.5 + (offset - atMiddle) / (slope * length),
  }));
  // 0 is up, 90 to the right.
  const angle = (Math.atan2(ux, -uy) * 180) / Math.PI;
  return { type: 'linear', angle: rounded((angle + 360) % 360), stops: withinBox(moved) };
}

/** The stops between 0 and 1: those beyond are replaced by the colours at the ends. */
function withinBox(stops: readonly GradientStop[]): GradientStop[] {
  const inside = stops.filter(({ offset }) => offset >= 0 && offset <= 1);
  const starts = stops.some(({ offset }) => offset < 0) ? [{ offset: 0, color: colorAt(stops, 0) }] : [];
  const ends = stops.some(({ offset }) => offset > 1) ? [{ offset: 1, color: colorAt(stops, 1) }] : [];
  return [...starts, ...inside, ...ends].map(({ offset, color }) => ({
    color,
    offset: Math.round(offset * 1e5) / 1e5,
  }));
}

function colorAt(stops: readonly GradientStop[], offset: number): string {
  const before = stops.findLast((stop) => stop.offset <= offset);
  const after = stops.find((stop) => stop.offset > offset);
  if (before === undefined || after === undefined) return (before ?? after)?.color ?? '#00000000';
  const share = (offset - before.offset) / (after.offset - before.offset);
  const parts = [1, 3, 5, 7].map((at) => {
    const [one, other] = [before, after].map(({ color }) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((one ?? 0) + ((other ?? 0) - (one ?? 0)) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
