import { median } from '../shared/statistics.ts';

/** The memory of a process after some of its renders, in MiB. */
export interface MemoryPoint {
  readonly renders: number;
  readonly resident: number;
  /** The peak until then. */
  readonly peak: number;
}

export interface MemoryVerdict {
  /** Renders after which the process has reached its level. */
  readonly warmUp: number;
  /** Medians in MiB of the first and of the last fifth of the readings after the warm-up. */
  readonly warm: number;
  readonly end: number;
  readonly peak: number;
  /** MiB that 1,000 renders of the second half add, with the bounds of its 99 % confidence interval. */
  readonly slope: number;
  readonly slopeLow: number;
  readonly slopeHigh: number;
  /** Why the memory is not flat, or null. */
  readonly problem: string | null;
}

/** MiB per 1,000 renders. At this rate the pool would replace a process after a million renders. */
const flatSlope = 1;
/** The quantile of the normal distribution for a 99 % interval. */
const z99 = 2.576;
/** Processes with fewer renders are not judged: the end of their warm-up looks like a leak. */
export const minRenders = 500;
/** A process is warm when it has this share of its level. */
const warmShare = 0.97;

/** The lowest reading of each stretch: the memory right after a garbage collection. */
export function findFloor(points: readonly MemoryPoint[], stretches: number): MemoryPoint[] {
  const size = Math.ceil(points.length / stretches);
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => {
    const part = points.slice(index * size, (index + 1) * size);
    return part.reduce((lowest, point) => (point.resident < lowest.resident ? point : lowest));
  });
}

/**
 * Judges whether a process's memory is flat after its warm-up. The warm-up ends when the process first
 * reaches (nearly) the median level of the second half; a process that reaches it in the second half only is
 * still growing. The slope is that of the second half, where no warm-up is left: the median over all pairs of
 * readings, which neither outliers nor a single step can move (Theil and Sen, with Sen's interval of 1968).
 *
 * @param points from `findFloor`
 * @param renders the renders of the process
 */
export function judgeMemory(points: readonly MemoryPoint[], renders: number): MemoryVerdict {
  const half = points.slice(Math.floor(points.length / 2));
  const level = median(half.map(({ resident }) => resident));
  const start = Math.max(
    0,
    points.findIndex(({ resident }) => resident >= warmShare * level),
  );
  const after = points.slice(start);
  const fifth = Math.max(1, Math.floor(after.length / 5));
  const residents = after.map(({ resident }) => resident);
  const slopes = half
    .flatMap((a, index) =>
      half.slice(index + 1).map((b) => ((b.resident - a.resident) / (b.renders - a.renders)) * 1000),
    )
    .sort((a, b) => a - b);
  const count = half.length;
  const spread = z99 * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const lowest = Math.max(0, Math.floor((slopes.length - spread) / 2));
  const slope = slopes.length === 0 ? 0 : median(slopes);
  const slopeLow = slopes[lowest] ?? 0;
  const slopeHigh = slopes[slopes.length - 1 - lowest] ?? 0;
  const warmUp = points[start]?.renders ?? 0;
  let problem: string | null = null;
  if (renders >= minRenders) {
    if (after.length < half.length) problem = `still growing after ${warmUp} of ${renders} renders`;
    else if (slopeLow > flatSlope)
      problem = `grows by at least ${slopeLow.toFixed(1)} MiB per 1,000 renders, flat is up to ${flatSlope}`;
  }
  return {
    warmUp,
    warm: median(residents.slice(0, fifth)),
    end: median(residents.slice(-fifth)),
    peak: points.at(-1)?.peak ?? NaN,
    slope,
    slopeLow,
    slopeHigh,
    problem,
  };
}
