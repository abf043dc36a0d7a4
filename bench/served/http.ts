/**
 * What HTTP, charging and the database cost beside a bare render: `npm run bench:http [-- --rounds N --ms N --formats png,jpeg]`.
 *
 * Each round has the bare pipeline render in one process, in as many as there are cores, each on its own, and there once more without
 * anything that it keeps from picture to picture; then it asks the service over 1, 2, 8 and 64 connections. All get a short while, so
 * that they see the same machine. A slice is measured between two moments at which its requests are under way; those that end within
 * count. Figures are medians of the rounds; `of bare` is renders a second beside the bare pipeline's on all cores in the same round,
 * `of anew` the same beside the one that makes all of each picture anew, `added ms` what a request takes beyond a bare render. The
 * client shares the cores, and its time is told. Linux only.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { rendererEnvironment, rendererFlags } from '../../src/render/pool/process-resources.ts';
import type { OutputFormat } from '../../src/render/scene.ts';
import { loadSample, quantile, round as rounded } from '../sample.ts';
import type { BareSlice, BareTimes } from './bare-process.ts';
import { Clients } from './client.ts';
import { readProcessorTime, type ProcessKind } from './processor-time.ts';
import { makeDataDir, startService } from './service.ts';

// This process is the client, on the same cores: it is not to look through its heap for answers that it has let go.
setFlagsFromString('--heap-growing-percent=200');

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: 'social-card' },
    formats: { type: 'string', default: 'png,jpeg' },
    connections: { type: 'string', default: '1,2,8,64' },
    rounds: { type: 'string', default: '7' },
    ms: { type: 'string', default: '1500' },
  },
});
const allFormats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'pdf'];
const formats = allFormats.filter((format) => values.formats.split(',').includes(format));
const connections = values.connections.split(',').map(Number);
const [rounds, sliceMs] = [Number(values.rounds), Number(values.ms)];
const warmUpMs = 1_000;
/** Longer than it takes until the first of the most connections has been answered. */
const leadMs = 400;
const kinds: readonly ProcessKind[] = ['client', 'service', 'renderers', 'database'];

/** Of one kind of slice in all rounds. */
interface Row {
  readonly perSecond: number[];
  readonly ofBare: number[];
  readonly ofAnew: number[];
  readonly medianMs: number[];
  readonly p95Ms: number[];
  readonly addedMs: number[];
  readonly cpuMs: Record<ProcessKind, number[]>;
}

// So that nothing is left at work behind a benchmark that was cut off.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const sample = await loadSample(values.sample);
const bare = await startBare(availableParallelism());
const { dataDir, remove } = await makeDataDir();
const service = await startService(dataDir);
const { url, demo, pid, postmasterPid } = service;
const target = { url, apiKey: demo.apiKey, templateId: demo.templates[values.sample] ?? '' };
const clients = connections.map((count) => ({ count, clients: new Clients(target, count) }));
let text = 0;
const makeValues = () => sample.values((text += 1));

const tables = new Map<OutputFormat, Map<string, Row>>();
try {
  for (const format of formats) {
    const table = new Map<string, Row>();
    tables.set(format, table);
    for (let round = -1; round < rounds; round += 1) await runRound(format, round < 0 ? null : table);
  }
} finally {
  for (const each of clients) await each.clients.close();
  for (const child of bare) child.disconnect();
  await service.stop();
  await remove();
}

for (const [format, table] of tables) {
  console.log(`\n${values.sample}, ${format}, ${rounds} rounds, ${bare.length} cores`);
  console.table(Object.fromEntries([...table].map(([name, row]) => [name, summarise(row)])));
}

async function runRound(format: OutputFormat, table: Map<string, Row> | null): Promise<void> {
  const ms = table === null ? warmUpMs : sliceMs;
  const one = await runBare(bare.slice(0, 1), { format, ms, remembers: true });
  const all = await runBare(bare, { format, ms, remembers: true });
  const anew = await runBare(bare, { format, ms, remembers: false });
  const note = (
    name: string,
    { times, perSecond }: { times: readonly number[]; perSecond: number },
    alone: readonly number[],
    cpuMs?: Record<ProcessKind, number>,
  ): void => {
    if (table === null) return;
    const row = table.get(name) ?? makeRow();
    table.set(name, row);
    row.perSecond.push(perSecond);
    row.ofBare.push(perSecond / all.perSecond);
    row.ofAnew.push(perSecond / anew.perSecond);
    row.medianMs.push(quantile(times, 0.5));
    row.p95Ms.push(quantile(times, 0.95));
    row.addedMs.push(quantile(times, 0.5) - quantile(alone, 0.5));
    for (const kind of kinds) if (cpuMs !== undefined) row.cpuMs[kind].push(cpuMs[kind] / times.length);
  };
  note('bare, 1 process', one, one.times);
  note(`bare, ${bare.length} processes`, all, one.times);
  note(`bare, ${bare.length}, all anew`, anew, one.times);
  for (const { count, clients: each } of clients) {
    const marks: Record<ProcessKind, number>[] = [];
    const onMark = () => void marks.push(readProcessorTime(pid, postmasterPid));
    const { times, elapsedMs } = await each.run({ format, leadMs, ms, makeValues, onMark });
    const [before, after] = marks;
    if (before === undefined || after === undefined) throw new Error('The slice was not measured.');
    const cpuMs = { ...after };
    for (const kind of kinds) cpuMs[kind] -= before[kind];
    const perSecond = (times.length * 1000) / elapsedMs;
    note(`${count} connection${count === 1 ? '' : 's'}`, { times, perSecond }, one.times, cpuMs);
  }
}

async function startBare(count: number): Promise<ChildProcess[]> {
  const entry = fileURLToPath(new URL('./bare-process.ts', import.meta.url));
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(entry, [values.sample], {
        serialization: 'advanced',
        env: rendererEnvironment,
        execArgv: [...rendererFlags],
      });
      await once(child, 'message');
      return child;
    }),
  );
}

async function runBare(
  children: readonly ChildProcess[],
  slice: BareSlice,
): Promise<{ readonly times: readonly number[]; readonly perSecond: number }> {
  const all = await Promise.all(
    children.map(async (child) => {
      const answer = once(child, 'message') as Promise<[BareTimes]>;
      child.send(slice);
      const [times] = await answer;
      return times;
    }),
  );
  return {
    times: all.flatMap(({ times }) => times),
    perSecond: all.reduce((sum, { times, elapsedMs }) => sum + (times.length * 1000) / elapsedMs, 0),
  };
}

function makeRow(): Row {
  const cpuMs = { client: [], service: [], renderers: [], database: [] };
  return { perSecond: [], ofBare: [], ofAnew: [], medianMs: [], p95Ms: [], addedMs: [], cpuMs };
}

function summarise({
  perSecond,
  ofBare,
  ofAnew,
  medianMs,
  p95Ms,
  addedMs,
  cpuMs,
}: Row): Record<string, number> {
  const median = (numbers: readonly number[], digits: number): number =>
    rounded(quantile(numbers, 0.5), digits);
  return {
    'renders/s': median(perSecond, 1),
    'of bare': median(ofBare, 2),
    'of anew': median(ofAnew, 2),
    'median ms': median(medianMs, 1),
    'p95 ms': median(p95Ms, 1),
    'added ms': median(addedMs, 1),
    ...Object.fromEntries(
      kinds
        .filter((kind) => cpuMs[kind].length > 0)
        .map((kind) => [`${kind} cpu ms`, median(cpuMs[kind], 2)]),
    ),
  };
}
