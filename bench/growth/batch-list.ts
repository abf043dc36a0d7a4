/**
 * The first page of an account's batch jobs with each filter, with 1,000 jobs and with a million, and late
 * pages.
 *
 * Two accounts share one database. Every round reads each page of both in turn, so that both see the same
 * machine. Times are medians in milliseconds; read the ratios.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readBatchItems, readBatchJobs } from '../../src/domain/batches/manage-jobs.ts';
import type { Caller } from '../../src/store/callers.ts';
import { openDatabase, queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { withDatabase } from '../shared/database.ts';
import { median, quantile, round as rounded, timeMs } from '../shared/statistics.ts';
import { addCharge, countJobsByTime, seedTenant } from './seed-database.ts';

const fewJobs = 1_000;
const warmUpRounds = 10;

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
  'late page': (db, { caller, jobs }) => readBatchJobs(db, caller, { page: Math.floor(jobs / 40), size: 20 }),
  'late page, status=COMPLETED': (db, { caller, jobs }) =>
    readBatchJobs(db, caller, { page: Math.floor(jobs / 40), size: 20, statuses: ['COMPLETED'] }),
  'last page': (db, { caller, jobs }) =>
    readBatchJobs(db, caller, { page: Math.ceil(jobs / 20) - 1, size: 20 }),
  'items of a job': (db, { caller, jobId }) => readBatchItems(db, caller, jobId, firstPage),
};

interface SeededAccount {
  readonly caller: Caller;
  /** How many. */
  readonly jobs: number;
  /** A job with outcomes of 400 rows. */
  readonly jobId: string;
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { jobs: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '200' } },
  });
  const [manyJobs, rounds] = [Number(values.jobs), Number(values.rounds)];
  await withDatabase(async (url) => {
    const db = openDatabase(() => url, { poolSize: 3 });
    try {
      await migrateDatabase(db);
      console.log(`Creating ${fewJobs} and ${manyJobs} jobs …`);
      const few = await seedAccount(db, fewJobs);
      const many = await seedAccount(db, manyJobs);
      for (const table of ['batch_jobs', 'batch_rows', 'batch_job_counts', 'batch_job_counts_by_time'])
        await db.raw(`vacuum (analyze) ${table}`);
      const series = Object.entries(pages).map(([name, read]) => ({
        name,
        read,
        few: [] as number[],
        many: [] as number[],
      }));
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        for (const each of series) {
          const fewMs = await timeMs(() => each.read(db, few));
          const manyMs = await timeMs(() => each.read(db, many));
          if (round < 0) continue;
          each.few.push(fewMs);
          each.many.push(manyMs);
        }
      }
      const rows = series.map((each) => [
        each.name,
        {
          [`${fewJobs} ms`]: rounded(median(each.few), 2),
          [`${manyJobs} ms`]: rounded(median(each.many), 2),
          ratio: rounded(median(each.many) / median(each.few), 2),
          [`${fewJobs} p95`]: rounded(quantile(each.few, 0.95), 2),
          [`${manyJobs} p95`]: rounded(quantile(each.many, 0.95), 2),
        },
      ]);
      console.log(`Pages, ${fewJobs} and ${manyJobs} jobs, ${rounds} rounds`);
      console.table(Object.fromEntries(rows));
    } finally {
      await db.destroy();
    }
  });
}

/** An account with jobs: nearly all completed, one in ten from the app, the five oldest failed. */
async function seedAccount(db: Database, jobs: number): Promise<SeededAccount> {
  const { caller } = await seedTenant(db);
  const { workspaceId, accountId, keyId } = caller;
  const ids = { workspaceId, accountId, keyId, templateId: randomUUID(), chargeId: randomUUID() };
  // A million updates of one total in one transaction would take hours: totals are counted afterwards.
  await db.raw('alter table batch_jobs disable trigger batch_jobs_are_counted');
  await addCharge(db, ids);
  await queryRows(
    db,
    `insert into batch_jobs (
       workspace_id, account_id, api_key_id, origin, template_id, template_name, project_id, project_name,
       format,
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
  await countJobsByTime(db, accountId);
  await db.raw('alter table batch_jobs enable trigger batch_jobs_are_counted');
  // One job in a thousand has rows: enough to fill the table that all jobs share.
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
  return { caller, jobs, jobId };
}
