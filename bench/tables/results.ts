/**
 * What a run of the benchmark found, as `bench/results.json` has it.
 */
import type { AloneFigures } from '../engines/measure-alone.ts';
import type { BusyFigures } from '../engines/measure-busy.ts';

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
    /** Renders of each format by each engine, alone; big pages have fewer. */
    readonly rounds: Readonly<Record<string, number>>;
    readonly slices: number;
    readonly sliceMs: number;
    /** What a reader has to know of this run; empty where there is nothing. */
    readonly remark: string;
  };
  readonly alone: readonly OfWorkload<AloneFigures>[];
  readonly busy: readonly OfWorkload<BusyFigures>[];
}

export type OfWorkload<Figures> = { readonly workload: string } & Figures;

/** All numbers with as many digits as mean something. */
export function roundFigures<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(4)) : each,
    ),
  ) as Value;
}
