/**
 * What a row of a batch adds to a bare render, and how much batches delay single renders.
 *
 * Rows: each round renders some inputs through a pool of one process (`pool`), then as many rows as a worker
 * does (`row`: claimed in the database, rendered, stored, recorded), one at a time and two at a time.
 * Waiting: single renders in sequence on an idle pool (`alone`), next to a batch that always has renders
 * queued (`with batch`), and next to as many renders in the lane of single ones (`with single`). Times are
 * medians in milliseconds; read the ratios.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { prepareDemo } from '../../src/cli/demo/prepare-demo.ts';
import { readConfig } from '../../src/config/config.ts';
import { createBatchImages } from '../../src/domain/batches/shared-images.ts';
import { submitBatch } from '../../src/domain/batches/submit-job.ts';
import { workRows } from '../../src/domain/batches/work-rows.ts';
import { buildSharedParts } from '../../src/process/shared-parts.ts';
import { startProcesses } from '../../src/process/started-processes.ts';
import type { RenderLane } from '../../src/renderer/lanes.ts';
import { startRendererPool, type RendererPool } from '../../src/renderer/pool.ts';
import type { OutputFormat } from '../../src/render/job.ts';
import { findBatchJob } from '../../src/store/batches/jobs.ts';
import { listOpenRows } from '../../src/store/batches/rows.ts';
import { addWorkerPool } from '../../src/store/instances.ts';
import { loadSample, type Sample } from '../shared/sample.ts';
import { median, quantile, round, timeMs } from '../shared/statistics.ts';

const rendersPerRound = 10;
const log = pino({ level: 'silent' });

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: 'social-card' },
      rounds: { type: 'string', default: '20' },
    },
  });
  const rounds = Number(values.rounds);
  const sample = await loadSample(values.sample);
  const getRows = (format: OutputFormat) => measureRows(sample, values.sample, format, rounds);
  console.log(`${values.sample}, ${rounds} rounds`);
  console.table({ png: await getRows('png'), jpeg: await getRows('jpeg') });
  console.table({
    '1 process': await measureWaiting(sample, rounds, 1),
    '2 processes, 1 for batches': await measureWaiting(sample, rounds, 2),
  });
}

async function measureRows(
  sample: Sample,
  name: string,
  format: OutputFormat,
  rounds: number,
): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
  const config = readConfig({ DATA_DIR: dataDir });
  const shared = await buildSharedParts(
    config,
    log,
    startProcesses(config, log, { processes: 1, batchProcesses: 1 }),
  );
  const { db, heartbeat, render, templates } = shared;
  try {
    const { instanceId } = heartbeat;
    const poolId = 'bench';
    await addWorkerPool(db, { poolId, instanceId });
    const parts = {
      ...render,
      db,
      templates,
      plans: config.plans,
      images: createBatchImages({ ...config, ...shared, storage: render.storage, instanceId, log }),
      longRenderTimeoutMs: config.backgroundRenderTimeoutMs,
    };
    const never = new AbortController().signal;
    const task = { id: '0', priority: 0, workspaceId: null };
    const call = { poolId, task, stopping: never, lost: never, log };
    // Each round takes rows one at a time, then as many two at a time. Two rounds warm up.
    const demo = await prepareDemo({ db, storage: render.storage }, config, log);
    const { job } = await submitBatch(
      {
        ...config,
        db,
        templates,
        plans: { ...config.plans, enterprise: { ...config.plans.enterprise, rowsPerBatch: Infinity } },
        batchMaxRows: Infinity,
        isCallbackUrlAccepted: () => Promise.resolve(true),
        limitsRates: false,
      },
      {
        submission: {
          templateId: demo.templates[name] ?? '',
          format,
          options: { quality: 80 },
          filenamePattern: null,
          filenameCharacters: 'hyphen',
          rows: Array.from({ length: 2 * rendersPerRound * (rounds + 2) }, (_, row) => sample.values(row)),
          callbackUrl: null,
          includeWarnings: false,
          sheet: null,
          idempotencyKey: null,
          origin: 'API_KEY',
        },
        caller: { ...demo, plan: 'enterprise', keyId: null },
        signal: never,
      },
    );
    const { jobId } = job;
    const work = async (from: number, to: number) => {
      const rows = { jobId, from, to };
      // A call ends after a slice of time.
      do await workRows(parts, rows, call);
      while ((await listOpenRows(db, rows)).length > 0);
    };

    const times = { pool: [] as number[], row: [] as number[], two: [] as number[] };
    let row = 0;
    for (let number = -2; number < rounds; number += 1) {
      const jobs = await Promise.all(
        Array.from({ length: rendersPerRound }, (_, index) => sample.makeJob(format, 100 * number + index)),
      );
      const pool = await timeMs(async () => {
        for (const { job, files } of jobs) await render.pool.render(job, files);
      });
      const middle = row + rendersPerRound;
      const one = await timeMs(() => work(row, middle));
      const end = middle + rendersPerRound;
      const half = (middle + end) / 2;
      const two = await timeMs(() => Promise.all([work(middle, half), work(half, end)]));
      row = end;
      if (number < 0) continue;
      times.pool.push(pool / rendersPerRound);
      times.row.push(one / rendersPerRound);
      times.two.push(two / rendersPerRound);
    }
    const done = await findBatchJob(db, demo.accountId, jobId, { maxErrors: 1 });
    if (done?.completedItems !== row) throw new Error(`rows failed: ${JSON.stringify(done?.errors)}`);
    return {
      'pool ms': round(median(times.pool), 1),
      'row ms': round(median(times.row), 1),
      'row : pool': round(median(times.row) / median(times.pool), 2),
      'two at a time, row ms': round(median(times.two), 1),
      'two at a time : pool': round(median(times.two) / median(times.pool), 2),
    };
  } finally {
    await shared.close();
    await rm(dataDir, { recursive: true });
  }
}

/** Times of single renders, in three settings that take turns. */
async function measureWaiting(
  sample: Sample,
  rounds: number,
  processes: number,
): Promise<Record<string, number>> {
  const batchProcesses = Math.max(1, processes - 1);
  const options = { processes, batchProcesses, queueLimit: Infinity, timeoutMs: 60_000, log };
  const pool = await startRendererPool(options);
  const times = { alone: [] as number[], withBatch: [] as number[], withSingle: [] as number[] };
  try {
    for (let number = -1; number < rounds; number += 1) {
      const measure = async (lane: RenderLane | null, series: number[]) => {
        const load = startLoad(pool, sample, lane);
        await sleep(100);
        for (let index = 0; index < rendersPerRound; index += 1) {
          const { job, files } = await sample.makeJob('png', index);
          const ms = await timeMs(() => pool.render(job, files));
          if (number >= 0) series.push(ms);
          await sleep(10);
        }
        await load.stop();
      };
      await measure(null, times.alone);
      await measure('batch', times.withBatch);
      await measure('single', times.withSingle);
    }
  } finally {
    await pool.close();
  }
  return {
    'alone ms': round(median(times.alone), 1),
    'with batch ms': round(median(times.withBatch), 1),
    'with batch p95': round(quantile(times.withBatch, 0.95), 1),
    'with batch : alone': round(median(times.withBatch) / median(times.alone), 2),
    'with single : alone': round(median(times.withSingle) / median(times.alone), 2),
  };
}

/** Keeps eight renders in flight in a lane of the pool; none for null. */
function startLoad(pool: RendererPool, sample: Sample, lane: RenderLane | null): { stop(): Promise<void> } {
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
