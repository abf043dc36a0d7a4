/**
 * How the time of what requests and workers ask of the database grows with what is in it: `npm run bench:growth:database [--
 * --templates N --jobs N --workspaces N --rounds N]`.
 *
 * One database for each number of rows, all on one embedded server; every round asks each of them each question in turn, so that
 * they see the same machine. Times are medians in milliseconds: read the ratios. Writes `database.json` beside this file and a chart to `docs/images`, and prints how many times as long
 * each question takes at the last step as at the first.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readBatchItems, readBatchJobs } from '../../src/domain/batch/read.ts';
import { recoverBatches } from '../../src/domain/batch/recover.ts';
import { submitBatch } from '../../src/domain/batch/submit.ts';
import { readProjects, readProjectTemplates, readTemplate } from '../../src/domain/discovery.ts';
import { DEFAULT_PLANS } from '../../src/domain/plans.ts';
import { createTemplateCache } from '../../src/domain/template-cache.ts';
import { endBatchJob } from '../../src/store/batch/end-job.ts';
import { listExpiredArchives, listUnclearedJobs } from '../../src/store/batch/files.ts';
import { findBatchJob } from '../../src/store/batch/read.ts';
import { removeBatchJob } from '../../src/store/batch/remove.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { openEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts';
import { findCallerByKeyHash } from '../../src/store/callers.ts';
import { removeExhaustedTasks } from '../../src/store/job-queue.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { refundAbandoned, reserveRenders, settleCharge } from '../../src/store/quota.ts';
import { quantile, round as rounded } from '../sample.ts';
import { drawCharts } from './chart.ts';
import { seedJobs, seedTemplates, seedTenant, seedWorkspaces, type SeededTenant } from './seed-database.ts';

const { values } = parseArgs({
  options: {
    templates: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: '1000000' },
    workspaces: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '40' },
  },
});
const rounds = Number(values.rounds);

type Question = (db: Database, tenant: SeededTenant) => Promise<unknown>;

const firstPage = { page: 0, size: 20 };

/** What a generate request asks beside the render: who it is, the template, the charge, and its end. */
const generate: Question = async (db, { keyHash, templateId, caller }) => {
  await findCallerByKeyHash(db, keyHash);
  await readTemplate(db, createTemplateCache(db), caller, templateId);
  const charge = await reserveRenders(db, {
    ...caller,
    cause: `bench ${randomUUID()}`,
    renders: 1,
    limit: 1e9,
    now: new Date(),
    instanceId: randomUUID(),
  });
  if (charge.granted) await settleCharge(db, charge.chargeId);
};

/** A batch of 20 rows, which is ended and deleted at once so that the next one may be submitted. */
const submit: Question = async (db, { caller, templateId }) => {
  const { job } = await submitBatch(
    {
      db,
      plans: DEFAULT_PLANS,
      templates: createTemplateCache(db),
      maxOutputPixels: 100_000_000,
      batchMaxRows: 2_000,
      isCallbackUrlAccepted: () => Promise.resolve(true),
    },
    {
      submission: {
        templateId,
        format: 'png',
        options: {},
        filenamePattern: null,
        rows: Array.from({ length: 20 }, (_, row) => ({ title: `Row ${row}` })),
        callbackUrl: null,
        idempotencyKey: randomUUID(),
        origin: 'API_KEY',
      },
      caller,
      rate: { refusal: () => Promise.resolve(null), take: () => Promise.resolve() },
      signal: new AbortController().signal,
    },
  );
  await endBatchJob(db, job.jobId, { status: 'CANCELLED' });
  await removeBatchJob(db, caller.accountId, job.jobId);
};

const sweeps: Readonly<Record<string, Question>> = {
  'recovery of jobs': (db) => recoverBatches(db, { timeoutMs: 3_600_000, callbackOffsetMs: 0 }),
  'recovery of charges': (db) => refundAbandoned(db, { silentMs: 12_000 }),
  'what is to be tidied': async (db) => {
    await listExpiredArchives(db, { limit: 1_000 });
    await listUnclearedJobs(db, { limit: 2_000 });
  },
  'look at the queue': (db) => removeExhaustedTasks(db),
};

interface Kind {
  readonly amounts: readonly number[];
  readonly seed: (db: Database, tenant: SeededTenant, count: number) => Promise<void>;
  readonly questions: Readonly<Record<string, Question>>;
}

const kinds: Readonly<Record<string, Kind>> = {
  templates: {
    amounts: powers(10, Number(values.templates)),
    seed: seedTemplates,
    questions: {
      generate,
      'list of templates': (db, { caller, projectId }) =>
        readProjectTemplates(db, caller, projectId, { page: 0, limit: 20 }),
      'a template': (db, { caller, templateId }) =>
        readTemplate(db, createTemplateCache(db), caller, templateId),
      'submit 20 rows': submit,
    },
  },
  jobs: {
    amounts: powers(100, Number(values.jobs)),
    seed: seedJobs,
    questions: {
      generate,
      'list of jobs': (db, { caller }) => readBatchJobs(db, caller, firstPage),
      'a job': (db, { caller, jobId }) => findBatchJob(db, caller.accountId, jobId, { mostErrors: 100 }),
      'items of a job': (db, { caller, jobId }) => readBatchItems(db, caller, jobId, firstPage),
      'submit 20 rows': submit,
      ...sweeps,
    },
  },
  workspaces: {
    amounts: powers(10, Number(values.workspaces)),
    seed: (db, _tenant, more) => seedWorkspaces(db, more),
    questions: {
      generate,
      'list of projects': (db, { caller }) => readProjects(db, caller, { page: 0, limit: 20 }),
      'submit 20 rows': submit,
      ...sweeps,
    },
  },
};

/** Ten times as many at each step. */
function powers(first: number, last: number): number[] {
  return first > last ? [] : [first, ...powers(10 * first, last)];
}

interface Line {
  readonly name: string;
  readonly points: { readonly x: number; readonly y: number }[];
}

const measured: { readonly kind: string; readonly lines: Line[] }[] = [];
for (const [kind, each] of Object.entries(kinds)) measured.push({ kind, lines: await measure(kind, each) });
await writeFile(
  path.join(import.meta.dirname, 'database.json'),
  `${JSON.stringify({ rounds, node: process.version, measured }, null, 2)}\n`,
);
await writeFile(
  path.join(import.meta.dirname, '..', '..', 'docs', 'images', 'growth-database.svg'),
  drawCharts(
    measured.map(({ kind, lines }) => ({ title: `With so many ${kind}`, xLabel: kind, yLabel: 'ms', lines })),
  ),
);

async function measure(kind: string, { amounts, seed, questions }: Kind): Promise<Line[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
  const server = await openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
  const open = (url: string): Database => openDatabase(() => url, { poolSize: 3 });
  const steps: Step[] = [];
  const first = open(server.url);
  try {
    for (const amount of amounts) {
      const name = `with_${amount}`;
      await first.raw(`create database ${name}`);
      const db = open(Object.assign(new URL(server.url), { pathname: name }).href);
      steps.push({ amount, ...(await fill(db, seed, amount)), times: new Map() });
    }
    for (let round = -6; round < rounds; round += 1) {
      for (const [name, question] of Object.entries(questions)) {
        for (const { db, tenant, times } of steps) {
          const start = performance.now();
          await question(db, tenant);
          const ms = performance.now() - start;
          if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
        }
      }
    }
  } finally {
    for (const { db } of steps) await db.destroy();
    await first.destroy();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  const lines = Object.keys(questions).map((name) => ({
    name,
    points: steps.map(({ amount, times }) => ({
      x: amount,
      y: rounded(quantile(times.get(name) ?? [], 0.5), 3),
    })),
  }));
  print(kind, lines);
  return lines;
}

interface Step {
  readonly amount: number;
  readonly db: Database;
  readonly tenant: SeededTenant;
  /** Milliseconds, by question. */
  readonly times: Map<string, number[]>;
}

async function fill(
  db: Database,
  seed: Kind['seed'],
  amount: number,
): Promise<{ readonly db: Database; readonly tenant: SeededTenant }> {
  await migrateDatabase(db);
  const tenant = await seedTenant(db);
  await seed(db, tenant, amount);
  await db.raw('vacuum (analyze)');
  // What was just written goes to the disk now, not in the middle of the questions.
  await db.raw('checkpoint');
  return { db, tenant };
}

function print(kind: string, lines: readonly Line[]): void {
  console.log(`\n${kind}, medians of ${rounds} in ms`);
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
