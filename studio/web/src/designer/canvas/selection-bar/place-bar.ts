/** Where the bar at the selection stands: where it covers the least of what else is on the page. */
import type { Box } from '../../model/placement.ts';

/** A place of the canvas, in CSS pixels: the middle of the bar's upper edge. */
export interface BarPlace {
  readonly x: number;
  readonly y: number;
}

interface BarOptions {
  /** The selection, and the other elements, on the screen. */
  readonly selected: Box;
  readonly others: readonly Box[];
  readonly canvas: { readonly width: number; readonly height: number };
  readonly bar: { readonly width: number; readonly height: number };
}

/** Of the rulers and of what stands in the corners. */
const edge = { top: 24, bottom: 60, side: 24 };
/** From the handle of rotation, and from the edge below. */
const gap = { above: 34, below: 16 };

/** Chooses above, below, or the upper edge of the canvas; of equal ones the first. */
export function placeBar({ selected, others, canvas, bar }: BarOptions): BarPlace {
  const half = bar.width / 2;
  const middle = selected.x + selected.width / 2;
  const x = Math.min(
    Math.max(middle, half + edge.side),
    Math.max(canvas.width - half - edge.side, canvas.width / 2),
  );
  const last = canvas.height - edge.bottom - bar.height;
  const places = [
    selected.y - gap.above - bar.height,
    selected.y + selected.height + gap.below,
    edge.top,
    last,
  ];
  const cost = (y: number) => {
    if (y < edge.top || y > last) return Infinity;
    const box = { x: x - half, y, width: bar.width, height: bar.height };
    const covered = others.reduce((sum, other) => sum + overlap(box, other), 0);
    return covered + 4 * overlap(box, selected);
  };
  const costs = places.map(cost);
  const best = costs.indexOf(Math.min(...costs));
  return { x, y: places[Math.max(0, best)] ?? edge.top };
}

function overlap(a: Box, b: Box): number {
  const along = (start: number, length: number, other: number, otherLength: number) =>
    Math.max(0, Math.min(start + length, other + otherLength) - Math.max(start, other));
  return along(a.x, a.width, b.x, b.width) * along(a.y, a.height, b.y, b.height);
}
