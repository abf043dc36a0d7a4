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
  /** MiB that each 1,000 renders after the warm-up added. */
  readonly slope: number;
  /** Why this is not flat, or null. */
  readonly problem: string | null;
}

/**
 * What counts as flat. A process is exchanged long before it could add up to harm at this rate, and the allocator's breathing
 * between one reading and the next is larger.
 */
const flatSlope = 2;
/** Renders of a process below which its memory is not judged: most of them would be warm-up. */
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
 * does in the second half of the run; what goes on growing gets there in the second half only, and is not flat. The slope
 * after it is the median of those between all pairs of readings (Theil and Sen), which single readings cannot move.
 */
export function judgeMemory(points: readonly MemoryPoint[]): MemoryVerdict {
  const half = points.slice(Math.floor(points.length / 2));
  const level = median(half.map(({ resident }) => resident));
  const start = Math.max(
    0,
    points.findIndex(({ resident }) => resident >= warmShare * level),
  );
  const after = points.slice(start);
  const fifth = Math.max(1, Math.floor(after.length / 5));
  const residents = after.map(({ resident }) => resident);
  const slopes = after.flatMap((a, index) =>
    after.slice(index + 1).map((b) => ((b.resident - a.resident) / (b.renders - a.renders)) * 1000),
  );
  const slope = slopes.length === 0 ? 0 : median(slopes);
  const warmUp = points[start]?.renders ?? 0;
  const last = points.at(-1);
  let problem: string | null = null;
  if (last === undefined || last.renders < fewestRenders) problem = null;
  else if (after.length < half.length) problem = `still growing after ${warmUp} of ${last.renders} renders`;
  else if (slope > flatSlope)
    problem = `grows by ${slope.toFixed(1)} MiB per 1,000 renders, flat is ${flatSlope} at the most`;
  return {
    warmUp,
    warm: median(residents.slice(0, fifth)),
    end: median(residents.slice(-fifth)),
    peak: last?.peak ?? NaN,
    slope,
    problem,
  };
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}
