/**
 * How the time of the queries of requests and maintenance grows with the database.
 *
 * There is one database for each amount, all on one server. Every round runs each query on each of them in
 * turn, so that they see the same machine. Times are medians in milliseconds; read the ratios.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readBatchItems, readBatchJobs } from '../../src/domain/batches/manage-jobs.ts';
import { recoverBatches } from '../../src/domain/maintenance.ts';
import { submitBatch } from '../../src/domain/batches/submit-job.ts';
import {
  readProjects,
  readProjectTemplates,
  readTemplate,
  createTemplateCache,
} from '../../src/domain/templates/discovery.ts';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { listExpiredArchives, listUnclearedJobs } from '../../src/store/batches/archives.ts';
import { findBatchJob } from '../../src/store/batches/jobs.ts';
import { deleteBatchJob } from '../../src/store/batches/jobs.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { findCallerByKeyHash } from '../../src/store/callers.ts';
import { removeExhaustedTasks } from '../../src/store/job-queue.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { refundAbandoned, reserveRenders, settleCharge } from '../../src/store/quota.ts';
import { withDatabase } from '../shared/database.ts';
import { median, round as rounded, timeMs } from '../shared/statistics.ts';
import { drawCharts } from './chart.ts';
import { seedJobs, seedTemplates, seedTenant, seedWorkspaces, type SeededTenant } from './seed-database.ts';

type Query = (db: Database, tenant: SeededTenant) => Promise<unknown>;

const warmUpRounds = 6;
const firstPage = { page: 0, size: 20 };

/** The queries of a generate request: key, template, reservation, settlement. */
const generate: Query = async (db, { keyHash, templateId, caller }) => {
  await findCallerByKeyHash(db, keyHash);
  await readTemplate(db, createTemplateCache(db), caller, templateId);
  const charge = await reserveRenders(db, {
    ...caller,
    templateId,
    cause: `bench ${randomUUID()}`,
    renders: 1,
    limit: 1e9,
    now: new Date(),
    instanceId: randomUUID(),
  });
  if (charge.granted) await settleCharge(db, charge.chargeId);
};

/** Submits a batch of 20 rows, then cancels and deletes it so that the next one is accepted. */
const submit: Query = async (db, { caller, templateId }) => {
  const { job } = await submitBatch(
    {
      db,
      plans: DEFAULT_PLANS,
      templates: createTemplateCache(db),
      maxOutputPixels: 100_000_000,
      batchMaxRows: 2_000,
      isCallbackUrlAccepted: () => Promise.resolve(true),
      limitsRates: false,
    },
    {
      submission: {
        templateId,
        format: 'png',
        options: {},
        filenamePattern: null,
        filenameCharacters: 'hyphen',
        rows: Array.from({ length: 20 }, (_, row) => ({ title: `Row ${row}` })),
        callbackUrl: null,
        includeWarnings: false,
        sheet: null,
        idempotencyKey: randomUUID(),
        origin: 'API_KEY',
      },
      caller,
      signal: new AbortController().signal,
    },
  );
  await finishBatchJob(db, job.jobId, { status: 'CANCELLED' });
  await deleteBatchJob(db, caller.accountId, job.jobId);
};

const sweeps: Readonly<Record<string, Query>> = {
  'recovery of jobs': (db) => recoverBatches(db, { timeoutMs: 3_600_000, callbackOffsetMs: 0 }),
  'recovery of charges': (db) => refundAbandoned(db, { graceMs: 12_000 }),
  'clean-up': async (db) => {
    await listExpiredArchives(db, { graceMs: 0, limit: 1_000 });
    await listUnclearedJobs(db, { limit: 2_000 });
  },
  'exhausted tasks': (db) => removeExhaustedTasks(db),
};

interface Kind {
  /** The smallest amount; the others are ten times as large, each. */
  readonly first: number;
  readonly seed: (db: Database, tenant: SeededTenant, count: number) => Promise<void>;
  readonly queries: Readonly<Record<string, Query>>;
}

const kinds: Readonly<Record<string, Kind>> = {
  templates: {
    first: 10,
    seed: seedTemplates,
    queries: {
      generate,
      'list of templates': (db, { caller, projectId }) =>
        readProjectTemplates(db, caller, projectId, { page: 0, size: 20 }),
      'a template': (db, { caller, templateId }) =>
        readTemplate(db, createTemplateCache(db), caller, templateId),
      'submit 20 rows': submit,
    },
  },
  jobs: {
    first: 100,
    seed: seedJobs,
    queries: {
      generate,
      'list of jobs': (db, { caller }) => readBatchJobs(db, caller, firstPage),
      'last page of the list of jobs': async (db, { caller }) => {
        const { pagination } = await readBatchJobs(db, caller, firstPage);
        await readBatchJobs(db, caller, { page: pagination.totalPages - 1, size: 20 });
      },
      'a job': (db, { caller, jobId }) => findBatchJob(db, caller.accountId, jobId, { maxErrors: 100 }),
      'items of a job': (db, { caller, jobId }) => readBatchItems(db, caller, jobId, firstPage),
      'submit 20 rows': submit,
      ...sweeps,
    },
  },
  workspaces: {
    first: 10,
    seed: (db, _tenant, count) => seedWorkspaces(db, count),
    queries: {
      generate,
      'list of projects': (db, { caller }) => readProjects(db, caller, { page: 0, size: 20 }),
      'submit 20 rows': submit,
      ...sweeps,
    },
  },
};

interface Line {
  readonly name: string;
  readonly points: { readonly x: number; readonly y: number }[];
}

/** One database. */
interface Step {
  readonly amount: number;
  readonly db: Database;
  readonly tenant: SeededTenant;
  /** Milliseconds by query. */
  readonly times: Map<string, number[]>;
}

/**
 * `--templates`, `--jobs` and `--workspaces` are the largest amounts. `--publish` writes `database.json` and
 * the chart.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      templates: { type: 'string', default: '100000' },
      jobs: { type: 'string', default: '1000000' },
      workspaces: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '40' },
      publish: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  const measured: { readonly kind: string; readonly lines: Line[] }[] = [];
  for (const [kind, each] of Object.entries(kinds)) {
    const last = Number(values[kind as 'templates' | 'jobs' | 'workspaces']);
    const lines = await measure(each, powersOfTen(each.first, last), rounds);
    print(kind, lines, rounds);
    measured.push({ kind, lines });
  }
  if (!values.publish) return;
  const json = `${JSON.stringify({ rounds, node: process.version, measured }, null, 2)}\n`;
  await writeFile(path.join(import.meta.dirname, 'database.json'), json);
  const charts = measured.map(({ kind, lines }) => ({
    title: `Number of ${kind}`,
    xLabel: kind,
    yLabel: 'ms',
    lines,
  }));
  const image = path.join(import.meta.dirname, '../../docs/images/growth-database.svg');
  await writeFile(image, drawCharts(charts));
}

function powersOfTen(first: number, last: number): number[] {
  return first > last ? [] : [first, ...powersOfTen(10 * first, last)];
}

async function measure({ seed, queries }: Kind, amounts: readonly number[], rounds: number): Promise<Line[]> {
  const steps: Step[] = [];
  await withDatabase(async (url) => {
    const server = openDatabase(() => url, { poolSize: 1 });
    try {
      for (const amount of amounts) {
        const name = `with_${amount}`;
        await server.raw(`create database ${name}`);
        const stepUrl = Object.assign(new URL(url), { pathname: name }).href;
        const db = openDatabase(() => stepUrl, { poolSize: 3 });
        steps.push({ amount, db, tenant: await fill(db, seed, amount), times: new Map() });
      }
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        for (const [name, query] of Object.entries(queries)) {
          for (const { db, tenant, times } of steps) {
            const ms = await timeMs(() => query(db, tenant));
            if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
          }
        }
      }
    } finally {
      for (const { db } of steps) await db.destroy();
      await server.destroy();
    }
  });
  return Object.keys(queries).map((name) => ({
    name,
    points: steps.map(({ amount, times }) => ({ x: amount, y: rounded(median(times.get(name) ?? []), 3) })),
  }));
}

async function fill(db: Database, seed: Kind['seed'], amount: number): Promise<SeededTenant> {
  await migrateDatabase(db);
  const tenant = await seedTenant(db);
  await seed(db, tenant, amount);
  await db.raw('vacuum (analyze)');
  // Writes the seeded rows to the disk now, not during the measurements.
  await db.raw('checkpoint');
  return tenant;
}

function print(kind: string, lines: readonly Line[], rounds: number): void {
  console.log(`\n${kind}, medians of ${rounds} rounds in ms`);
  console.table(
    Object.fromEntries(
      lines.map(({ name, points }) => [
        name,
        {
          ...Object.fromEntries(points.map(({ x, y }) => [x, y])),
          'last : first': rounded((points.at(-1)?.y ?? NaN) / (points[0]?.y ?? NaN), 2),
        },
      ]),
    ),
  );
}
