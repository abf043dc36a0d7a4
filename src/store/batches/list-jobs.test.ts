import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createCaller, createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { queryRow, queryRows } from '../database.ts';
import { listBatchJobs, type JobFilter } from './list-jobs.ts';

const allStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
const origins = ['API_KEY', 'DESIGNER'] as const;

describe('list of batch jobs', () => {
  let database: TestDatabase;
  let account: string;
  before(async () => {
    // One connection, so that the statistics of its statements are complete when it reads them.
    database = await createTestDatabase({ poolSize: 1 });
    // Two and a half days with 48 jobs an hour. Two jobs each have the same time.
    account = await addAccount(3_000, '75 seconds');
    await removeJobs(account);
  });
  after(() => database.close());

  const filters: Readonly<Record<string, Omit<JobFilter, 'accountId'>>> = {
    'no filter': { statuses: allStatuses, origins },
    'one status': { statuses: ['COMPLETED'], origins },
    'two statuses and one origin': { statuses: ['FAILED', 'CANCELLED'], origins: ['DESIGNER'] },
  };
  for (const [name, filter] of Object.entries(filters)) {
    it(`has every job on one page, in order, across days and hours: ${name}`, async () => {
      const expected = await queryRows<{ id: string }>(
        database.db,
        `select id from batch_jobs
         where account_id = :account and status = any(:statuses) and origin = any(:origins)
         order by created_at desc, id`,
        { account, statuses: [...filter.statuses], origins: [...filter.origins] },
      );
      const size = 97;
      const listed: string[] = [];
      for (let offset = 0; offset <= expected.length; offset += size) {
        const page = await list(account, filter, offset, size);
        assert.equal(page.total, expected.length);
        listed.push(...page.jobs.map(({ jobId }) => jobId));
      }
      assert.deepEqual(
        listed,
        expected.map(({ id }) => id),
      );
      assert.deepEqual((await list(account, filter, 1_000_000, 20)).jobs, []);
    });
  }

  it('reads no more than an hour of jobs for a late page', async () => {
    const accountId = await addAccount(8_000, '10 seconds');
    await database.db.raw('analyze batch_jobs');
    const filter = { statuses: ['COMPLETED'], origins } as const;
    for (const offset of [1_000, 2_000, 5_000]) {
      const before = await countRead();
      const { jobs } = await list(accountId, filter, offset, 20);
      const read = (await countRead()) - before;
      assert.equal(jobs.length, 20);
      // An hour has about 230 of these. Each origin's are read, then the page's jobs by their ids.
      assert.ok(read < 800, `The page at ${offset} read ${read} jobs.`);
    }
  });

  it('counts a job in its day and hour while jobs are added, finished and removed', async () => {
    const accountId = await addAccount(50, '1 hour');
    await queryRows(
      database.db,
      `update batch_jobs set status = 'COMPLETED', completed_at = now()
       where account_id = :accountId and status = 'PENDING'`,
      { accountId },
    );
    await removeJobs(accountId);
    for (const unit of ['day', 'hour']) {
      const counted = await queryRows(
        database.db,
        `select since, status, origin, jobs from batch_job_counts_by_time
         where account_id = :accountId and unit = :unit order by since, status, origin`,
        { accountId, unit },
      );
      const stored = await queryRows(
        database.db,
        `select date_trunc(:unit, created_at, 'UTC') as since, status, origin, count(*) as jobs
         from batch_jobs where account_id = :accountId group by 1, 2, 3 order by 1, 2, 3`,
        { accountId, unit },
      );
      assert.deepEqual(counted, stored);
    }
  });

  const list = (accountId: string, filter: Omit<JobFilter, 'accountId'>, offset: number, limit: number) =>
    listBatchJobs(database.db, { accountId, ...filter }, { offset, limit });

  /** Entries of indexes and tables of jobs that all statements have read so far. */
  async function countRead(): Promise<number> {
    await database.db.raw('select pg_stat_force_next_flush()');
    const { entries } = await queryRow<{ entries: number }>(
      database.db,
      `select cast(t.seq_tup_read + sum(i.idx_tup_read) as float8) as entries
       from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
       where t.relname = 'batch_jobs' group by t.seq_tup_read`,
      {},
    );
    return entries;
  }

  /** Adds an account with jobs of all statuses and origins, two at each step back in time. */
  async function addAccount(jobs: number, step: string): Promise<string> {
    const { workspaceId, accountId } = await createCaller(database.db);
    const chargeId = randomUUID();
    const ids = { workspaceId, accountId, chargeId, templateId: randomUUID() };
    await queryRows(
      database.db,
      `insert into quota_entries (id, workspace_id, account_id, starts_at, renders, cause, state)
       values (:chargeId, :workspaceId, :accountId, now(), 1, :chargeId, 'SETTLED')`,
      ids,
    );
    await queryRows(
      database.db,
      `insert into batch_jobs (
         workspace_id, account_id, origin, template_id, template_name, project_id, project_name, format,
         options, charge_id, total_items, created_at, status, completed_at
       )
       select :workspaceId, :accountId, case when n % 3 = 0 then 'DESIGNER' else 'API_KEY' end, :templateId,
              'Card', :templateId, 'Cards', 'png', '{}', :chargeId, 1,
              now() - n / 2 * 2 * cast(:step as interval), s.status,
              case when s.status not in ('PENDING', 'PROCESSING') then now() end
       from generate_series(1, cast(:jobs as integer)) n
       cross join lateral (
         select (array['PENDING', 'PROCESSING', 'FAILED', 'CANCELLED', 'COMPLETED'])[least(n % 11, 4) + 1]
           as status
       ) s`,
      { ...ids, jobs, step },
    );
    return accountId;
  }

  /** Removes one job in seven, and all of the second hour. */
  async function removeJobs(accountId: string): Promise<void> {
    await queryRows(
      database.db,
      `delete from batch_jobs where id in (
         select id from (
           select id, created_at, row_number() over (order by created_at desc, id) as n
           from batch_jobs where account_id = :accountId
         ) jobs
         where n % 7 = 0
            or date_trunc('hour', created_at, 'UTC') = date_trunc('hour', now() - interval '1 hour', 'UTC')
       )`,
      { accountId },
    );
  }
});
