/**
 * Previews beside paid renders, in a pool of `--processes` renderers.
 *
 * Every round measures, for `--slice` milliseconds each: paid renders alone on eight connections, the same
 * beside accounts that send previews as fast as they are answered, previews alone (somebody drags), and rows
 * that are checked (laid out). All see the same machine; read the ratios.
 */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startRendererPool } from '../../src/renderer/pool.ts';
import { loadSample } from '../shared/sample.ts';
import { median, quantile, round as rounded } from '../shared/statistics.ts';

const paidConnections = 8;
const previewAccounts = ['a', 'b', 'c', 'd'];
const checkedRows = 4;

/** The times of the renders of one kind, and how long they were measured. */
class Series {
  readonly ms: number[] = [];
  elapsedMs = 0;

  get perSecond(): number {
    return (this.ms.length / this.elapsedMs) * 1_000;
  }
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: 'social-card' },
      processes: { type: 'string', default: '2' },
      slice: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '8' },
    },
  });
  const sample = await loadSample(values.sample);
  const pool = await startRendererPool({
    processes: Number(values.processes),
    queueLimit: 64,
    timeoutMs: 60_000,
    log: pino({ level: 'silent' }),
  });
  let renders = 0;
  const paid = async () => {
    const { job, files } = await sample.makeJob('png', (renders += 1));
    await pool.render(job, files, { workspaceId: 'paid' });
  };
  const show = (accountId: string, isLayoutOnly: boolean) => async () => {
    const { job, files } = await sample.makeJob('png', (renders += 1));
    const series = isLayoutOnly ? 'check' : 'preview';
    const previewed = { ...job, series, isLayoutOnly, inspect: { report: true, boxes: false } };
    await pool.preview(previewed, files, { accountId });
  };
  const series = {
    'paid alone': new Series(),
    'paid beside previews': new Series(),
    'previews beside paid': new Series(),
    'previews alone': new Series(),
    'rows checked': new Series(),
  };
  const sliceMs = Number(values.slice);
  try {
    const warmUp = new Series();
    await Promise.all([
      measure(warmUp, paid, paidConnections, 500),
      measure(warmUp, show('a', false), 2, 500),
    ]);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      await measure(series['paid alone'], paid, paidConnections, sliceMs);
      await Promise.all([
        measure(series['paid beside previews'], paid, paidConnections, sliceMs),
        ...previewAccounts.map((id) => measure(series['previews beside paid'], show(id, false), 1, sliceMs)),
      ]);
      await measure(series['previews alone'], show('a', false), 1, sliceMs);
      await measure(series['rows checked'], show('a', true), checkedRows, sliceMs);
    }
  } finally {
    await pool.close();
  }
  // The accounts were measured at the same time.
  series['previews beside paid'].elapsedMs /= previewAccounts.length;
  const alone = series['paid alone'];
  const rows = Object.entries(series).map(([name, each]) => [
    name,
    {
      'a second': rounded(each.perSecond, 1),
      'median ms': rounded(median(each.ms), 1),
      'p95 ms': rounded(quantile(each.ms, 0.95), 1),
      'rate : paid alone': rounded(each.perSecond / alone.perSecond, 2),
      'median : paid alone': rounded(median(each.ms) / median(alone.ms), 2),
    },
  ]);
  console.log(`${values.sample}, ${values.processes} processes, ${values.rounds} rounds of ${sliceMs} ms`);
  console.table(Object.fromEntries(rows));
}

/** Renders on a number of connections for a time. */
async function measure(
  series: Series,
  render: () => Promise<void>,
  connections: number,
  sliceMs: number,
): Promise<void> {
  const startedAt = performance.now();
  const connection = async (): Promise<void> => {
    while (performance.now() - startedAt < sliceMs) {
      const sentAt = performance.now();
      await render();
      series.ms.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  series.elapsedMs += performance.now() - startedAt;
}
