/**
 * How long a batch takes from its submission to its stored archive, compared with the bare pipeline. Linux
 * only.
 *
 * A service without workers of its own runs all the time, with an embedded database. Every round renders the
 * same rows four times in turn: with the bare pipeline in as many processes as there are cores, there once
 * more without caches, with one worker process that has a renderer for each core, and with two that share
 * them. `cpu` is the time of all processes. Read the ratios.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { OutputFormat } from '../../src/render/job.ts';
import { startBareRenderers, type BareRenderer } from '../shared/bare/start.ts';
import { readCpuTimes, subtractCpuTimes, type CpuTimes } from '../shared/processes.ts';
import { loadSample } from '../shared/sample.ts';
import { makeDataDir, startService, startWorker, type BenchService } from '../shared/service.ts';
import { median, round as rounded } from '../shared/statistics.ts';

interface Measured {
  readonly ms: number;
  readonly cpu: CpuTimes;
}

interface Submission {
  readonly template: { readonly templateId: string; readonly format: OutputFormat; readonly options: object };
  readonly rows: readonly Record<string, string>[];
}

const cores = availableParallelism();

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: 'social-card' },
      format: { type: 'string', default: 'png' },
      rows: { type: 'string', default: '400' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
  const format = values.format as OutputFormat;
  const sample = await loadSample(values.sample);
  const bare = await startBareRenderers(values.sample, cores);
  const { dataDir, remove } = await makeDataDir();
  // A second submission may come within the same second.
  const env = { BATCH_MAX_ROWS: String(rows), RATE_LIMITS: 'off' };
  const service = await startService(dataDir, { env }, ['--no-worker']);
  try {
    const submission: Submission = {
      template: {
        templateId: service.demo.templates[values.sample] ?? '',
        format,
        options: { quality: 80 },
      },
      rows: Array.from({ length: rows }, (_, row) => sample.values(row)),
    };
    const renderWith = async (count: number): Promise<Measured> => {
      const threads = { RENDER_THREADS: String(Math.max(1, Math.floor(cores / count))) };
      const workers = [];
      for (let index = 0; index < count; index += 1)
        workers.push(await startWorker(dataDir, { env: { ...env, ...threads } }));
      try {
        // The bare pipeline has rendered hundreds of rows before, too.
        await runJob(service, submission);
        const pids = [...service.pids, ...workers.map(({ pid }) => pid)];
        const before = readCpuTimes(pids);
        const ms = await runJob(service, submission);
        return { ms, cpu: subtractCpuTimes(readCpuTimes(pids), before) };
      } finally {
        await Promise.all(workers.map((worker) => worker.stop()));
      }
    };
    const settings: Record<string, () => Promise<Measured>> = {
      bare: () => renderBare(bare, format, rows, true),
      'bare, no caches': () => renderBare(bare, format, rows, false),
      'one worker': () => renderWith(1),
      'two workers': () => renderWith(2),
    };
    const measured = new Map(Object.keys(settings).map((name) => [name, [] as Measured[]]));
    await renderBare(bare, format, rows, true);
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, render] of Object.entries(settings)) measured.get(name)?.push(await render());
    }
    console.log(`${values.sample}, ${rows} rows of ${format}, ${rounds} rounds, ${cores} cores`);
    console.table(Object.fromEntries([...measured].map(([name, all]) => [name, summarise(all, rows)])));
  } finally {
    for (const renderer of bare) renderer.stop();
    await service.stop();
    await remove();
  }
}

/** Renders rows with the bare pipeline, the same share in each process. */
async function renderBare(
  renderers: readonly BareRenderer[],
  format: OutputFormat,
  rows: number,
  caches: boolean,
): Promise<Measured> {
  const share = Math.ceil(rows / renderers.length);
  const pids = renderers.map(({ pid }) => pid);
  const before = readCpuTimes(pids);
  const start = performance.now();
  await Promise.all(
    renderers.map((renderer, index) => {
      const from = index * share;
      return renderer.run({ format, caches, from, count: Math.min(share, rows - from) });
    }),
  );
  const ms = performance.now() - start;
  const cpu = subtractCpuTimes(readCpuTimes(pids), before);
  return { ms, cpu: { renderers: cpu.service, service: 0, database: 0 } };
}

/** Submits a batch and waits for its end. Returns its milliseconds by the database's clock. */
async function runJob({ url, demo }: BenchService, submission: Submission): Promise<number> {
  const headers = { 'X-Api-Key': demo.apiKey, 'Content-Type': 'application/json' };
  const submittedAt = performance.now();
  const submitted = await fetch(`${url}/api/v1/batch-jobs`, {
    method: 'POST',
    headers,
    body: JSON.stringify(submission),
  });
  if (submitted.status !== 202) throw new Error(await submitted.text());
  const submissionMs = performance.now() - submittedAt;
  const { jobId } = (await submitted.json()) as { jobId: string };
  for (;;) {
    await sleep(250);
    const answer = await fetch(`${url}/api/v1/batch-jobs/${jobId}`, { headers });
    const job = (await answer.json()) as {
      status: string;
      completedItems: number;
      createdAt: string;
      completedAt: string | null;
    };
    if (job.completedAt === null) continue;
    if (job.status !== 'COMPLETED' || job.completedItems !== submission.rows.length)
      throw new Error(JSON.stringify(job));
    await fetch(`${url}/api/v1/batch-jobs/${jobId}`, { method: 'DELETE', headers });
    return Math.max(submissionMs, Date.parse(job.completedAt) - Date.parse(job.createdAt));
  }
}

function summarise(measured: readonly Measured[], rows: number): Record<string, number> {
  const of = (pick: (each: Measured) => number): number => median(measured.map(pick));
  return {
    ms: rounded(
      of(({ ms }) => ms),
      0,
    ),
    'ms a row': rounded(of(({ ms }) => ms) / rows, 2),
    'cpu ms a row': rounded(of(({ cpu }) => cpu.renderers + cpu.service + cpu.database) / rows, 2),
    renderers: rounded(of(({ cpu }) => cpu.renderers) / rows, 2),
    node: rounded(of(({ cpu }) => cpu.service) / rows, 2),
    database: rounded(of(({ cpu }) => cpu.database) / rows, 2),
  };
}
