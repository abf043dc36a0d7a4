/**
 * How long a batch takes from its submission to its stored archive, beside the bare pipeline: `npm run bench:batch [-- --sample
 * NAME --format png --rows 400 --rounds N]`.
 *
 * A service whose own workers are off runs all the while, with an embedded database. Every round renders the same rows four times in
 * turn: `bare` (as many processes as there are cores, each with its share of the rows, nothing written), the same without anything
 * that it keeps from picture to picture, one worker process with a renderer for each core, and two with half of them each. `cpu` is
 * processor time of all processes together. Read the ratios, not the times.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Demo } from '../../src/cli/demo.ts';
import { rendererEnvironment, rendererFlags } from '../../src/render/pool/process-resources.ts';
import type { OutputFormat } from '../../src/render/scene.ts';
import { loadSample, quantile, round as rounded } from '../sample.ts';
import type { BareRows } from './bare-rows.ts';
import { readCpuTimes, startService, type CpuTimes, type ServiceProcess } from './service-processes.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: 'social-card' },
    format: { type: 'string', default: 'png' },
    rows: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '3' },
  },
});
const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
const format = values.format as OutputFormat;
const cores = availableParallelism();
const sample = await loadSample(values.sample);

interface Taken {
  readonly ms: number;
  readonly cpu: CpuTimes;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
const plansFile = path.join(dataDir, 'plans.json');
await writeFile(plansFile, JSON.stringify({ studio: { rendersPerMonth: 1e9, rowsPerBatch: rows } }));
const environment = {
  DATA_DIR: dataDir,
  PLANS_FILE: plansFile,
  BATCH_MAX_ROWS: String(rows),
  PORT: '0',
  // A second submission may come within the second.
  RATE_LIMITS: 'off',
};
const bare = Array.from({ length: cores }, () =>
  fork(path.join(import.meta.dirname, 'bare-rows.ts'), {
    env: rendererEnvironment,
    execArgv: [...rendererFlags],
  }),
);
const serve = await startService(
  ['serve', '--no-worker', '--demo'],
  /platen is listening on (http:\S+)/,
  environment,
);
try {
  const url = serve.found;
  const demo = await readDemo();
  const settings: Record<string, () => Promise<Taken>> = {
    bare: () => renderBare(rows, true),
    'bare, all anew': () => renderBare(rows, false),
    'one worker': () => renderBatch(url, demo, 1),
    'two workers': () => renderBatch(url, demo, 2),
  };
  const taken = new Map(Object.keys(settings).map((name) => [name, [] as Taken[]]));
  await renderBare(rows, true);
  for (let number = 0; number < rounds; number += 1) {
    for (const [name, render] of Object.entries(settings)) taken.get(name)?.push(await render());
  }
  console.log(`${values.sample}, ${rows} rows of ${format}, ${rounds} rounds, ${cores} cores`);
  console.table(Object.fromEntries([...taken].map(([name, each]) => [name, describe(each)])));
} finally {
  for (const child of bare) child.kill();
  await serve.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Renders so many rows in the bare processes. */
async function renderBare(count: number, remembers: boolean): Promise<Taken> {
  const share = Math.ceil(count / bare.length);
  const before = await readCpuTimes(pidsOf(bare));
  const start = performance.now();
  await Promise.all(
    bare.map(async (child, index) => {
      const to = Math.min(count, (index + 1) * share);
      const some: BareRows = { sample: values.sample, format, from: index * share, to, remembers };
      child.send(some);
      await once(child, 'message');
    }),
  );
  const ms = performance.now() - start;
  const cpu = subtract(await readCpuTimes(pidsOf(bare)), before);
  return { ms, cpu: { renderers: cpu.processes, processes: 0, postgres: 0 } };
}

/** Submits a batch and waits for its end, with so many worker processes, which were at work before. */
async function renderBatch(url: string, demo: Demo, count: number): Promise<Taken> {
  const threads = String(Math.max(1, Math.floor(cores / count)));
  const workers: ServiceProcess[] = [];
  for (let number = 0; number < count; number += 1) {
    workers.push(await startService(['worker'], /(at work)/, { ...environment, RENDER_THREADS: threads }));
  }
  try {
    // The bare pipeline's processes have rendered hundreds of rows by now, too.
    await runJob(url, demo, rows);
    const pids = [serve.pid, await postmasterPid(), ...workers.map(({ pid }) => pid)];
    const before = await readCpuTimes(pids);
    const ms = await runJob(url, demo, rows);
    return { ms, cpu: subtract(await readCpuTimes(pids), before) };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** Returns how long the job took, by the database's clock. */
async function runJob(url: string, { apiKey, templates }: Demo, count: number): Promise<number> {
  const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' };
  const template = { templateId: templates[values.sample], format, options: { quality: 80 } };
  const body = JSON.stringify({
    template,
    rows: Array.from({ length: count }, (_, row) => sample.values(row)),
  });
  const submittedAt = performance.now();
  const submitted = await fetch(`${url}/api/v1/batch-jobs`, { method: 'POST', headers, body });
  if (submitted.status !== 202) throw new Error(await submitted.text());
  const submissionMs = performance.now() - submittedAt;
  const { jobId } = (await submitted.json()) as { jobId: string };
  for (;;) {
    await pause(250);
    const answer = await fetch(`${url}/api/v1/batch-jobs/${jobId}`, { headers });
    const job = (await answer.json()) as {
      status: string;
      completedItems: number;
      createdAt: string;
      completedAt: string | null;
    };
    if (job.completedAt === null) continue;
    if (job.status !== 'COMPLETED' || job.completedItems !== count) throw new Error(JSON.stringify(job));
    await fetch(`${url}/api/v1/batch-jobs/${jobId}`, { method: 'DELETE', headers });
    return Math.max(submissionMs, Date.parse(job.completedAt) - Date.parse(job.createdAt));
  }
}

function describe(taken: readonly Taken[]): Record<string, number> {
  const median = (pick: (each: Taken) => number, of = taken): number => quantile(of.map(pick), 0.5);
  const cpuOf = ({ cpu }: Taken): number => cpu.renderers + cpu.processes + cpu.postgres;
  return {
    ms: rounded(
      median(({ ms }) => ms),
      0,
    ),
    'ms a row': rounded(median(({ ms }) => ms) / rows, 2),
    'cpu ms a row': rounded(median(cpuOf) / rows, 2),
    'of renderers': rounded(median(({ cpu }) => cpu.renderers) / rows, 2),
    'of node': rounded(median(({ cpu }) => cpu.processes) / rows, 2),
    'of postgres': rounded(median(({ cpu }) => cpu.postgres) / rows, 2),
  };
}

function subtract(after: CpuTimes, before: CpuTimes): CpuTimes {
  return {
    renderers: after.renderers - before.renderers,
    processes: after.processes - before.processes,
    postgres: after.postgres - before.postgres,
  };
}

async function readDemo(): Promise<Demo> {
  const file = path.join(dataDir, 'demo.json');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text) as Demo;
    await pause(100);
  }
}

async function postmasterPid(): Promise<number> {
  const [pid = ''] = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

function pidsOf(children: readonly ChildProcess[]): number[] {
  return children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
}
