/** Distances between rectangles on the page, in the document's unit. */
import type { Distance } from '../state/gesture.ts';
import { roundLength, type Box, type Point } from '../model/placement.ts';

type Axis = 'x' | 'y';

const sideOf = { x: 'width', y: 'height' } as const;
const across = { x: 'y', y: 'x' } as const;

/** The distances between two rectangles; of one that is in the other, to its four edges. */
export function measureBetween(box: Box, other: Box): Distance[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const [start, end] = rangeOf(box, axis);
    const [otherStart, otherEnd] = rangeOf(other, axis);
    if (otherEnd <= start) return measure(box, axis, otherEnd, start);
    if (end <= otherStart) return measure(box, axis, end, otherStart);
    if (isApart(box, other, across[axis])) return [];
    return [...measure(box, axis, otherStart, start), ...measure(box, axis, end, otherEnd)];
  });
}

/**
 * The distances from a rectangle to what is nearest on each of its four sides.
 *
 * @param others the page is among them: the nearest of all that have the rectangle inside
 */
export function measureAround(box: Box, others: readonly Box[]): Distance[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const [start, end] = rangeOf(box, axis);
    let [before, after] = [-Infinity, Infinity];
    for (const other of others) {
      if (isApart(box, other, across[axis])) continue;
      const [otherStart, otherEnd] = rangeOf(other, axis);
      // An edge of what is beside it, or of what is around it.
      for (const edge of [otherEnd, otherStart]) if (edge <= start) before = Math.max(before, edge);
      for (const edge of [otherStart, otherEnd]) if (edge >= end) after = Math.min(after, edge);
    }
    return [...measure(box, axis, before, start), ...measure(box, axis, end, after)];
  });
}

function rangeOf(box: Box, axis: Axis): readonly [start: number, end: number] {
  return [box[axis], box[axis] + box[sideOf[axis]]];
}

/** Whether two rectangles have no row, or no column, in common. */
function isApart(a: Box, b: Box, axis: Axis): boolean {
  const [start, end] = rangeOf(a, axis);
  const [otherStart, otherEnd] = rangeOf(b, axis);
  return otherEnd <= start || end <= otherStart;
}

/** A distance in the middle of a rectangle's other side; none where there is nothing to measure. */
function measure(box: Box, axis: Axis, from: number, to: number): Distance[] {
  const length = roundLength(Math.abs(to - from));
  if (!Number.isFinite(length) || length === 0) return [];
  const other = across[axis];
  const middle = box[other] + box[sideOf[other]] / 2;
  const place = (at: number): Point => (axis === 'x' ? { x: at, y: middle } : { x: middle, y: at });
  return [{ from: place(from), to: place(to), length }];
}
