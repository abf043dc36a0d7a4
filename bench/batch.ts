/**
 * What a row of a batch costs beside a bare render, and what a batch costs single renders: `npm run bench:rows [-- --sample
 * NAME --rounds N]`.
 *
 * Rows: each round renders some through a pool of one process (`pool`), and as many rows as a worker does (`row`: claimed in
 * the database, rendered, written to storage, recorded), one at a time and two at a time. Waiting: single renders one after
 * the other, with nothing else to do (`alone`), beside a batch that always has renders waiting (`beside`), and beside as many
 * renders that are not told apart (`unmarked`). Times are medians in milliseconds; read the ratios, not the times.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { prepareDemo } from '../src/cli/demo.ts';
import { readConfig } from '../src/config.ts';
import { createBatchImages } from '../src/domain/batch/images.ts';
import { submitBatch } from '../src/domain/batch/submit.ts';
import { workRows } from '../src/domain/batch/work-rows.ts';
import { layFoundation } from '../src/foundation.ts';
import { launch } from '../src/launch.ts';
import type { RenderLane } from '../src/render/pool/lanes.ts';
import { startRendererPool, type RendererPool } from '../src/render/pool/renderer-pool.ts';
import type { OutputFormat } from '../src/render/scene.ts';
import { findBatchJob } from '../src/store/batch/read.ts';
import { addWorkerPool } from '../src/store/instances.ts';
import { loadSample, quantile, round } from './sample.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: 'social-card' },
    rounds: { type: 'string', default: '20' },
  },
});
const rounds = Number(values.rounds);
const rendersOfRound = 10;
const log = pino({ level: 'silent' });
const sample = await loadSample(values.sample);

console.log(`${values.sample}, ${rounds} rounds`);
console.table({ png: await measureRows('png'), jpeg: await measureRows('jpeg') });
console.table({
  '1 process': await measureWaiting(1),
  '2 processes, 1 for batches': await measureWaiting(2),
});

async function measureRows(format: OutputFormat): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
  const config = readConfig({ DATA_DIR: dataDir });
  const foundation = await layFoundation(
    config,
    log,
    launch(config, log, { processes: 1, batchProcesses: 1 }),
  );
  const { db, presence, render, templates } = foundation;
  try {
    const { instanceId } = presence;
    const poolId = 'bench';
    await addWorkerPool(db, { poolId, instanceId });
    const parts = {
      ...render,
      db,
      templates,
      images: createBatchImages({ ...config, ...foundation, storage: render.storage, instanceId, log }),
    };
    const never = new AbortController().signal;
    const call = { poolId, stopping: never, lost: never, log };
    // A round's rows one at a time, then as many two at a time; two rounds to warm up.
    const demo = await prepareDemo({ db, storage: render.storage }, config, log);
    const { job } = await submitBatch(
      {
        ...config,
        db,
        templates,
        plans: { ...config.plans, enterprise: { ...config.plans.enterprise, rowsPerBatch: Infinity } },
        batchMaxRows: Infinity,
        isCallbackUrlAccepted: () => Promise.resolve(true),
      },
      {
        submission: {
          templateId: demo.templates[values.sample] ?? '',
          format,
          options: { quality: 80 },
          filenamePattern: null,
          rows: Array.from({ length: 2 * rendersOfRound * (rounds + 2) }, (_, row) => sample.values(row)),
          callbackUrl: null,
          idempotencyKey: null,
          origin: 'API_KEY',
        },
        caller: { ...demo, plan: 'enterprise', keyId: null },
        rate: { refusal: () => Promise.resolve(null), take: () => Promise.resolve() },
        signal: never,
      },
    );
    const { jobId } = job;
    const workSome = (from: number, to: number) => workRows(parts, { jobId, from, to }, call);

    const times = { pool: [] as number[], row: [] as number[], two: [] as number[] };
    let row = 0;
    for (let number = -2; number < rounds; number += 1) {
      const jobs = await Promise.all(
        Array.from({ length: rendersOfRound }, (_, index) => sample.makeJob(format, 100 * number + index)),
      );
      const pool = await time(async () => {
        for (const { job, files } of jobs) await render.pool.render(job, files);
      });
      const middle = row + rendersOfRound;
      const one = await time(() => workSome(row, middle));
      const end = middle + rendersOfRound;
      const half = (middle + end) / 2;
      const two = await time(() => Promise.all([workSome(middle, half), workSome(half, end)]));
      row = end;
      if (number < 0) continue;
      times.pool.push(pool / rendersOfRound);
      times.row.push(one / rendersOfRound);
      times.two.push(two / rendersOfRound);
    }
    const done = await findBatchJob(db, demo.accountId, jobId, { mostErrors: 1 });
    if (done?.completedItems !== row) throw new Error(`rows failed: ${JSON.stringify(done?.errors)}`);
    const [pool, one, two] = [times.pool, times.row, times.two].map((each) => quantile(each, 0.5));
    return {
      'pool ms': round(pool ?? NaN, 1),
      'row ms': round(one ?? NaN, 1),
      'row : pool': round((one ?? NaN) / (pool ?? NaN), 2),
      'two at a time, row ms': round(two ?? NaN, 1),
      'two at a time : pool': round((two ?? NaN) / (pool ?? NaN), 2),
    };
  } finally {
    await foundation.close();
    await rm(dataDir, { recursive: true });
  }
}

/** How long a single render takes from its request to its file, in three settings that take turns. */
async function measureWaiting(processes: number): Promise<Record<string, number>> {
  const batchProcesses = Math.max(1, processes - 1);
  const options = { processes, batchProcesses, queueLimit: Infinity, timeoutMs: 60_000, log };
  const pool = await startRendererPool(options);
  const times = { alone: [] as number[], beside: [] as number[], unmarked: [] as number[] };
  try {
    for (let number = -1; number < rounds; number += 1) {
      const take = async (lane: RenderLane | null, kept: number[]) => {
        const load = startLoad(pool, lane);
        await pause(100);
        for (let index = 0; index < rendersOfRound; index += 1) {
          const { job, files } = await sample.makeJob('png', index);
          const ms = await time(() => pool.render(job, files));
          if (number >= 0) kept.push(ms);
          await pause(10);
        }
        await load.stop();
      };
      await take(null, times.alone);
      await take('batch', times.beside);
      await take('single', times.unmarked);
    }
  } finally {
    await pool.close();
  }
  const median = (numbers: readonly number[]): number => round(quantile(numbers, 0.5), 1);
  return {
    'alone ms': median(times.alone),
    'beside ms': median(times.beside),
    'beside p95': round(quantile(times.beside, 0.95), 1),
    'beside : alone': round(quantile(times.beside, 0.5) / quantile(times.alone, 0.5), 2),
    'unmarked : alone': round(quantile(times.unmarked, 0.5) / quantile(times.alone, 0.5), 2),
  };
}

/** Keeps eight renders in a lane of the pool. */
function startLoad(pool: RendererPool, lane: RenderLane | null): { stop(): Promise<void> } {
  let isOver = false;
  const loops = Array.from({ length: lane === null ? 0 : 8 }, async (_, loop) => {
    for (let number = 0; !isOver; number += 1) {
      const { job, files } = await sample.makeJob('png', 1_000 * loop + number);
      await pool.render(job, files, { lane: lane ?? 'batch' });
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
