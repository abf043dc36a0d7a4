import { quantile } from '../shared/statistics.ts';
import { startEngineProcess, type EngineProcess } from './engine-process.ts';
import type { EngineKind, Setup } from './engines.ts';
import type { Format } from './workload.ts';

/** Renders a second of an engine when all cores are busy, with its best setup. */
export interface BusyResult {
  readonly engine: string;
  readonly format: Format;
  readonly rendersPerSecond: number;
  readonly setup: Setup;
}

const warmUpMs = 1500;

/** Engines and their setups take turns of `sliceMs`. Returns medians of the slices, of the best setup. */
export async function measureBusy(
  workload: string,
  engines: readonly EngineKind[],
  format: Format,
  { slices, sliceMs }: { slices: number; sliceMs: number },
): Promise<{ results: BusyResult[]; versions: Map<string, string> }> {
  const able = engines.filter(({ formats }) => formats.includes(format));
  const pairs = new Map<string, readonly [EngineProcess, EngineProcess]>();
  try {
    for (const { name } of able) {
      pairs.set(name, [await startEngineProcess(name, workload), await startEngineProcess(name, workload)]);
    }
    const series = able.flatMap(({ name, setups }) =>
      setups.map((setup) => ({ engine: name, setup, rates: [] as number[] })),
    );
    for (let slice = -1; slice < slices; slice += 1) {
      for (const { engine, setup, rates } of series) {
        const ms = slice < 0 ? warmUpMs : sliceMs;
        const pair = pairs.get(engine) ?? [];
        const sliceResults = await Promise.all(
          pair.slice(0, setup.processes).map(
            async (child, index) =>
              await child.renderSlice({
                format,
                ms,
                inFlight: setup.inFlight,
                round: 1000 * (slice + 2) + 500_000 * index,
              }),
          ),
        );
        if (slice >= 0)
          rates.push(sliceResults.reduce((sum, { rendersPerSecond }) => sum + rendersPerSecond, 0));
      }
    }
    const results = able.map(({ name }) => {
      const own = series
        .filter(({ engine }) => engine === name)
        .map(({ setup, rates }) => ({ engine: name, format, setup, rendersPerSecond: quantile(rates, 0.5) }));
      return own.reduce((best, each) => (each.rendersPerSecond > best.rendersPerSecond ? each : best));
    });
    return { results, versions: new Map([...pairs].map(([name, [child]]) => [name, child.version])) };
  } finally {
    await Promise.all([...pairs.values()].flat().map(async (child) => await child.stop()));
  }
}
