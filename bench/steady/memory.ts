import { readdirSync, readFileSync } from 'node:fs';
import { quantile } from '../sample.ts';

/** What a process held after some of its renders, in MiB. */
export interface MemoryPoint {
  readonly renders: number;
  readonly resident: number;
  /** The most that it ever held until then. */
  readonly peak: number;
}

export interface MemoryVerdict {
  /** Renders after which the process held what it went on to hold. */
  readonly warmUp: number;
  /** Medians, in MiB: of the first fifth of the readings after the warm-up, and of the last. */
  readonly warm: number;
  readonly end: number;
  readonly peak: number;
  /** MiB that each 1,000 renders of the second half added: the likeliest, and between what it lies with 99 % certainty. */
  readonly slope: number;
  readonly slopeLow: number;
  readonly slopeHigh: number;
  /** Why this is not flat, or null. */
  readonly problem: string | null;
}

/**
 * What counts as flat: that it grows by more than this is not certain. At this rate a process takes a million renders to
 * become so large that the pool exchanges it for a fresh one.
 */
export const flatSlope = 1;
/** Of the normal distribution, for 99 % in the middle. */
const certainty = 2.576;
/**
 * Renders of a process below which its memory is not judged: what few renders add is the end of the warm-up, of which some
 * megabytes in some hundred renders look like a leak.
 */
export const fewestRenders = 500;
/** A warm process is this close to what it goes on to hold. */
const warmShare = 0.97;

/** The renderer processes that this process has started. Linux only. */
export function rendererPids(): number[] {
  const threads = readdirSync('/proc/self/task');
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('renderer-process.ts'))
    .sort((a, b) => a - b);
}

/** What a process holds now, and the most it ever held. Linux only. */
export function readMemory(pid: number, renders: number): MemoryPoint {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const [, kibibytes] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status) ?? [];
    if (kibibytes === undefined) throw new Error(`/proc/${pid}/status has no ${name}`);
    return Number(kibibytes) / 1024;
  };
  return { renders, resident: read('VmRSS'), peak: read('VmHWM') };
}

/**
 * Readings made fewer: of each stretch the least, which is what is left when garbage has just been collected. What lies above
 * goes up and down with every render.
 */
export function findFloor(points: readonly MemoryPoint[], stretches: number): MemoryPoint[] {
  const size = Math.ceil(points.length / stretches);
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => {
    const part = points.slice(index * size, (index + 1) * size);
    return part.reduce((least, point) => (point.resident < least.resident ? point : least));
  });
}

/**
 * Whether a process's memory is flat after its warm-up. The warm-up ends where the process first holds nearly as much as it
 * does in the second half of the run; what goes on growing gets there in the second half only, and is not flat. The slope is that of the second half, since what a process still lacks when it counts
 * as warm would be taken for growth: the median of those between all pairs of readings, which neither single readings nor one
 * step can move (Theil and Sen, with the interval of Sen, 1968).
 *
 * @param points from `findFloor`
 * @param renders how many the process has made
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
  const spread = certainty * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const lowest = Math.max(0, Math.floor((slopes.length - spread) / 2));
  const slope = slopes.length === 0 ? 0 : median(slopes);
  const slopeLow = slopes[lowest] ?? 0;
  const slopeHigh = slopes[slopes.length - 1 - lowest] ?? 0;
  const warmUp = points[start]?.renders ?? 0;
  let problem: string | null = null;
  if (renders >= fewestRenders) {
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

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}
