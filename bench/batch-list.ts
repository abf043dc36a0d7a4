/**
 * How long the first page of an account's batch jobs takes, with few jobs and with many, side by side in one run:
 * `npm run bench:list [-- --jobs N --rounds N]`.
 *
 * Two accounts share one embedded database: one has 1,000 jobs, the other a million (`--jobs`). Every round asks for each page
 * of both in turn, so that both see the same machine. Times are medians in milliseconds; read the ratios, not the times.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readBatchItems, readBatchJobs } from '../src/domain/batch/read.ts';
import { openDatabase, queryRow, queryRows, type Database } from '../src/store/database.ts';
import { openEmbeddedDatabase } from '../src/store/embedded/embedded-database.ts';
import { findCallerByKeyHash, type Caller } from '../src/store/callers.ts';
import { createKey, hashKey } from '../src/store/keys.ts';
import { migrateDatabase } from '../src/store/migrations.ts';
import { createAccount, createWorkspace } from '../src/store/workspaces.ts';

const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '200' } },
});
const fewJobs = 1_000;
const manyJobs = Number(values.jobs);
const rounds = Number(values.rounds);

const firstPage = { page: 0, size: 20 };
const pages: Record<string, (db: Database, account: SeededAccount) => Promise<unknown>> = {
  'no filter': (db, { caller }) => readBatchJobs(db, caller, firstPage),
  'status=COMPLETED': (db, { caller }) =>
    readBatchJobs(db, caller, { ...firstPage, statuses: ['COMPLETED'] }),
  'status=FAILED, the 5 oldest': (db, { caller }) =>
    readBatchJobs(db, caller, { ...firstPage, statuses: ['FAILED'] }),
  'four states': (db, { caller }) =>
    readBatchJobs(db, caller, {
      ...firstPage,
      statuses: ['PENDING', 'PROCESSING', 'FAILED', 'CANCELLED'],
    }),
  'source=DESIGNER': (db, { caller }) => readBatchJobs(db, caller, { ...firstPage, origin: 'DESIGNER' }),
  'size=100': (db, { caller }) => readBatchJobs(db, caller, { page: 0, size: 100 }),
  'items of a job': (db, { caller, jobId }) => readBatchItems(db, caller, jobId, firstPage),
};

interface SeededAccount {
  readonly caller: Caller;
  /** A job with outcomes of 400 rows. */
  readonly jobId: string;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
const server = await openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
const db = openDatabase(() => server.url, { poolSize: 3 });
try {
  await migrateDatabase(db);
  console.log(`Making ${fewJobs} and ${manyJobs} jobs …`);
  const few = await seedAccount(fewJobs);
  const many = await seedAccount(manyJobs);
  for (const table of ['batch_jobs', 'batch_rows', 'batch_job_counts']) {
    await db.raw(`vacuum (analyze) ${table}`);
  }
  const times = new Map(
    Object.keys(pages).map((name) => [name, { few: [] as number[], many: [] as number[] }]),
  );
  for (let round = -10; round < rounds; round += 1) {
    for (const [name, read] of Object.entries(pages)) {
      const fewMs = await time(() => read(db, few));
      const manyMs = await time(() => read(db, many));
      if (round < 0) continue;
      times.get(name)?.few.push(fewMs);
      times.get(name)?.many.push(manyMs);
    }
  }
  console.log(`First page, ${fewJobs} and ${manyJobs} jobs, ${rounds} rounds`);
  console.table(Object.fromEntries([...times].map(([name, each]) => [name, describe(each)])));
} finally {
  await db.destroy();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** An account with so many jobs: nearly all completed, one in ten from the app, and the five oldest failed. */
async function seedAccount(jobs: number): Promise<SeededAccount> {
  const caller = await makeCaller();
  const { workspaceId, accountId, keyId } = caller;
  const ids = { workspaceId, accountId, keyId, templateId: randomUUID(), chargeId: randomUUID() };
  // A million changes of one total in one transaction would take hours; the totals are counted afterwards.
  await db.raw('alter table batch_jobs disable trigger batch_jobs_are_counted');
  await queryRows(
    db,
    `insert into quota_entries (id, workspace_id, account_id, starts_at, renders, cause, state)
     values (:chargeId, :workspaceId, :accountId, now(), 1, 'bench ' || :chargeId, 'SETTLED')`,
    ids,
  );
  await queryRows(
    db,
    `insert into batch_jobs (
       workspace_id, account_id, api_key_id, origin, template_id, template_name, project_id, project_name, format,
       options, charge_id, total_items, completed_items, created_at, status, completed_at, cleared_at
     )
     select :workspaceId, :accountId, case when n % 10 > 0 then cast(:keyId as uuid) end,
            case when n % 10 > 0 then 'API_KEY' else 'DESIGNER' end,
            :templateId, 'Card', :templateId, 'Cards', 'png', '{}', :chargeId, 400, 400,
            now() - n * interval '30 seconds', s.status,
            case when s.status <> 'PROCESSING' then now() end, now()
     from generate_series(1, cast(:jobs as integer)) n
     cross join lateral (
       select case when n <= 2 then 'PROCESSING' when n > cast(:jobs as integer) - 5 then 'FAILED'
                   when n % 200 = 0 then 'CANCELLED' else 'COMPLETED' end as status
     ) s`,
    { ...ids, jobs },
  );
  await queryRows(
    db,
    `insert into batch_job_counts (account_id, status, origin, jobs)
     select account_id, status, origin, count(*) from batch_jobs where account_id = :accountId
     group by account_id, status, origin`,
    ids,
  );
  await db.raw('alter table batch_jobs enable trigger batch_jobs_are_counted');
  // Rows of one job in a thousand: enough to fill a table that many jobs share.
  await queryRows(
    db,
    `insert into batch_rows (job_id, row_index, variables, filename, status, size_bytes)
     select j.id, r, '{}', 'image-' || r || '.png', 'SUCCESS', 1000
     from (select id, row_number() over (order by created_at desc) as n from batch_jobs
           where account_id = :accountId) j,
          generate_series(0, 399) r
     where j.n % 1000 = 500`,
    ids,
  );
  const { jobId } = await queryRow<{ jobId: string }>(
    db,
    `select j.id as "jobId" from batch_jobs j
     where j.account_id = :accountId and exists (select from batch_rows r where r.job_id = j.id) limit 1`,
    ids,
  );
  return { caller, jobId };
}

async function makeCaller(): Promise<Caller> {
  const { workspaceId } = await createWorkspace(db, { name: 'Bench', plan: 'enterprise' });
  const accountId = await createAccount(db, { workspaceId, name: 'Bench' });
  const key = accountId === null ? 'unknown-account' : await createKey(db, { accountId, name: 'Bench' });
  const caller = typeof key === 'string' ? null : await findCallerByKeyHash(db, hashKey(key.apiKey));
  if (caller === null) throw new Error('The account that was just made has no key.');
  return caller;
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function describe({
  few,
  many,
}: {
  readonly few: number[];
  readonly many: number[];
}): Record<string, number> {
  const [fewMs, manyMs] = [quantile(few, 0.5), quantile(many, 0.5)];
  return {
    [`${fewJobs} ms`]: Number(fewMs.toFixed(2)),
    [`${manyJobs} ms`]: Number(manyMs.toFixed(2)),
    ratio: Number((manyMs / fewMs).toFixed(2)),
    [`${fewJobs} p95`]: Number(quantile(few, 0.95).toFixed(2)),
    [`${manyJobs} p95`]: Number(quantile(many, 0.95).toFixed(2)),
  };
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
