/**
 * Both cores busy: how many renders a second each engine makes when it has as many in hand as it can take.
 */
import { quantile } from '../sample.ts';
import { startEngineProcess, type EngineProcess } from './engine-process.ts';
import type { Crew, EngineKind } from './engines.ts';
import type { Format } from './workload.ts';

/** Renders a second of an engine, with the crew that was its best. */
export interface BusyFigures {
  readonly engine: string;
  readonly format: Format;
  readonly rendersPerSecond: number;
  readonly crew: Crew;
}

const WARM_UP_MS = 1500;

/** Lets engines and their crews work in turn, `slices` times for `sliceMs` each; medians of the slices, the best crew's. */
export async function measureBusy(
  workload: string,
  engines: readonly EngineKind[],
  format: Format,
  { slices, sliceMs }: { slices: number; sliceMs: number },
): Promise<{ figures: BusyFigures[]; versions: Map<string, string> }> {
  const able = engines.filter(({ formats }) => formats.includes(format));
  const pairs = new Map<string, readonly [EngineProcess, EngineProcess]>();
  try {
    for (const { name } of able) {
      pairs.set(name, [await startEngineProcess(name, workload), await startEngineProcess(name, workload)]);
    }
    const series = able.flatMap(({ name, crews }) =>
      crews.map((crew) => ({ engine: name, crew, rates: [] as number[] })),
    );
    for (let slice = -1; slice < slices; slice += 1) {
      for (const { engine, crew, rates } of series) {
        const ms = slice < 0 ? WARM_UP_MS : sliceMs;
        const pair = pairs.get(engine) ?? [];
        const answers = await Promise.all(
          pair.slice(0, crew.processes).map(
            async (child, index) =>
              await child.renderSlice({
                format,
                ms,
                inFlight: crew.inFlight,
                round: 1000 * (slice + 2) + 500_000 * index,
              }),
          ),
        );
        if (slice >= 0) rates.push(answers.reduce((sum, { rendersPerSecond }) => sum + rendersPerSecond, 0));
      }
    }
    const figures = able.map(({ name }) => {
      const own = series
        .filter(({ engine }) => engine === name)
        .map(({ crew, rates }) => ({ engine: name, format, crew, rendersPerSecond: quantile(rates, 0.5) }));
      return own.reduce((best, each) => (each.rendersPerSecond > best.rendersPerSecond ? each : best));
    });
    return { figures, versions: new Map([...pairs].map(([name, [child]]) => [name, child.version])) };
  } finally {
    await Promise.all([...pairs.values()].flat().map(async (child) => await child.stop()));
  }
}
