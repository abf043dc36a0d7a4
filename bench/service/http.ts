/**
 * What HTTP, quota and the database add to a bare render. Linux only.
 *
 * Each round renders with the bare pipeline in one process, in as many as there are cores, and there once
 * more without caches; then it sends requests to the service on 1, 2, 8 and 64 connections. Figures are
 * medians of the rounds: `of bare` is renders a second divided by the bare pipeline's on all cores in the
 * same round, `of uncached` by those of the pipeline without caches, `added ms` the time of a request less
 * that of a bare render. The client shares the cores with the service.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { OutputFormat } from '../../src/render/job.ts';
import { startBareRenderers, type BareRenderer } from '../shared/bare/start.ts';
import { Connections } from '../shared/connections.ts';
import { ownCpuMs, readCpuTimes } from '../shared/processes.ts';
import { loadSample } from '../shared/sample.ts';
import { makeDataDir, startService } from '../shared/service.ts';
import { median, quantile, round as rounded } from '../shared/statistics.ts';

const allFormats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'];
const kinds = ['client', 'service', 'renderers', 'database'] as const;
const warmUpMs = 1_000;
/** Longer than the first answer takes on 64 connections. */
const leadMs = 400;

/** The measurements of one line of the table, one of each round. */
interface Series {
  readonly perSecond: number[];
  readonly ofBare: number[];
  readonly ofUncached: number[];
  readonly medianMs: number[];
  readonly p95Ms: number[];
  readonly addedMs: number[];
  readonly cpuMs: Record<(typeof kinds)[number], number[]>;
}

interface Measured {
  readonly times: readonly number[];
  readonly perSecond: number;
  readonly cpuMs?: Record<(typeof kinds)[number], number>;
}

export async function run(args: readonly string[]): Promise<void> {
  // The client shares the cores: it does not mark its heap for answers that it has dropped.
  setFlagsFromString('--heap-growing-percent=200');
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: 'social-card' },
      formats: { type: 'string', default: 'png,jpeg' },
      connections: { type: 'string', default: '1,2,8,64' },
      rounds: { type: 'string', default: '7' },
      ms: { type: 'string', default: '1500' },
    },
  });
  const formats = allFormats.filter((format) => values.formats.split(',').includes(format));
  const counts = values.connections.split(',').map(Number);
  const rounds = Number(values.rounds);
  const sample = await loadSample(values.sample);
  let text = 0;
  const makeValues = () => sample.values((text += 1));

  const bare = await startBareRenderers(values.sample, availableParallelism());
  const { dataDir, remove } = await makeDataDir();
  const service = await startService(dataDir);
  const clients = counts.map((count) => new Connections(service, values.sample, count));
  const readCpu = () => ({ client: ownCpuMs(), ...readCpuTimes(service.pids) });

  async function measureRound(format: OutputFormat, ms: number): Promise<Map<string, Measured>> {
    const runBare = (renderers: readonly BareRenderer[], caches: boolean) =>
      measureBare(renderers, { format, caches, from: (text += 1000), ms });
    const measured = new Map<string, Measured>();
    measured.set('bare, 1 process', await runBare(bare.slice(0, 1), true));
    measured.set(`bare, ${bare.length} processes`, await runBare(bare, true));
    measured.set(`bare, ${bare.length}, no caches`, await runBare(bare, false));
    for (const [index, client] of clients.entries()) {
      const marks: ReturnType<typeof readCpu>[] = [];
      const onMark = () => void marks.push(readCpu());
      const { times, elapsedMs } = await client.run({ format, leadMs, ms, makeValues, onMark });
      const [before, after] = marks;
      if (before === undefined || after === undefined) throw new Error('The CPU time was not read.');
      const cpuMs = { ...after };
      for (const kind of kinds) cpuMs[kind] = (after[kind] - before[kind]) / times.length;
      const name = `${counts[index]} connection${counts[index] === 1 ? '' : 's'}`;
      measured.set(name, { times, perSecond: (times.length * 1000) / elapsedMs, cpuMs });
    }
    return measured;
  }

  try {
    for (const format of formats) {
      await measureRound(format, warmUpMs);
      const table = new Map<string, Series>();
      for (let round = 0; round < rounds; round += 1)
        addRound(table, await measureRound(format, Number(values.ms)));
      console.log(`\n${values.sample}, ${format}, ${rounds} rounds, ${bare.length} cores`);
      console.table(Object.fromEntries([...table].map(([name, series]) => [name, summarise(series)])));
    }
  } finally {
    for (const client of clients) await client.close();
    for (const renderer of bare) renderer.stop();
    await service.stop();
    await remove();
  }
}

async function measureBare(
  renderers: readonly BareRenderer[],
  run: Parameters<BareRenderer['run']>[0],
): Promise<Measured> {
  const results = await Promise.all(renderers.map((renderer) => renderer.run(run)));
  return {
    times: results.flatMap(({ times }) => times),
    perSecond: results.reduce((sum, { times, elapsedMs }) => sum + (times.length * 1000) / elapsedMs, 0),
  };
}

function addRound(table: Map<string, Series>, measured: ReadonlyMap<string, Measured>): void {
  // The first three are the bare pipeline's: alone, on all cores, and there without caches.
  const [alone, all, uncached] = [...measured.values()];
  if (alone === undefined || all === undefined || uncached === undefined) throw new Error('Nothing is bare.');
  for (const [name, { times, perSecond, cpuMs }] of measured) {
    const series = table.get(name) ?? makeSeries();
    table.set(name, series);
    series.perSecond.push(perSecond);
    series.ofBare.push(perSecond / all.perSecond);
    series.ofUncached.push(perSecond / uncached.perSecond);
    series.medianMs.push(median(times));
    series.p95Ms.push(quantile(times, 0.95));
    series.addedMs.push(median(times) - median(alone.times));
    if (cpuMs !== undefined) for (const kind of kinds) series.cpuMs[kind].push(cpuMs[kind]);
  }
}

function makeSeries(): Series {
  const cpuMs = { client: [], service: [], renderers: [], database: [] };
  return { perSecond: [], ofBare: [], ofUncached: [], medianMs: [], p95Ms: [], addedMs: [], cpuMs };
}

function summarise(series: Series): Record<string, number> {
  const cpu = kinds.filter((kind) => series.cpuMs[kind].length > 0);
  return {
    'renders/s': rounded(median(series.perSecond), 1),
    'of bare': rounded(median(series.ofBare), 2),
    'of uncached': rounded(median(series.ofUncached), 2),
    'median ms': rounded(median(series.medianMs), 1),
    'p95 ms': rounded(median(series.p95Ms), 1),
    'added ms': rounded(median(series.addedMs), 1),
    ...Object.fromEntries(cpu.map((kind) => [`${kind} cpu ms`, rounded(median(series.cpuMs[kind]), 2)])),
  };
}
