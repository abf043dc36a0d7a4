import type { AloneResult } from '../measure-alone.ts';
import type { BusyResult } from '../measure-busy.ts';

/** The results of a run, as in `results.json`. */
export interface Results {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGb: number;
    readonly system: string;
    readonly node: string;
  };
  /** Versions of the engines, by their names. */
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: {
    /** Renders alone of each format by each engine, by workload. */
    readonly rounds: Readonly<Record<string, number>>;
    readonly slices: number;
    readonly sliceMs: number;
    /** Shown below the tables; may be empty. */
    readonly remark: string;
  };
  readonly alone: readonly OfWorkload<AloneResult>[];
  readonly busy: readonly OfWorkload<BusyResult>[];
}

export type OfWorkload<Result> = { readonly workload: string } & Result;

/** Rounds all numbers to four significant digits, integers excepted. */
export function roundNumbers<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(4)) : each,
    ),
  ) as Value;
}
