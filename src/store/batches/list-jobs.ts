/**
 * An account's batch jobs, newest first. A page takes as long with a million jobs as with a thousand, and the
 * last page as long as the first: the statement reads each combination of status and origin from an index,
 * up to the end of the page. A trigger maintains the totals, and the counts by day and hour of creation; a
 * late page skips the days and hours before it by their counts. The jobs of one template are counted instead:
 * there is an index for them, and 100,000 of them take some ten milliseconds.
 */
import type { OutputFormat } from '../../common/names/output-formats.ts';
import type { Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { BatchOrigin, BatchStatus, JobOrigin, Metadata } from './job-status.ts';

export interface ListedJob {
  readonly jobId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly origin: BatchOrigin;
  /** Null if the key was deleted, or the job came from the app. */
  readonly apiKeyName: string | null;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
  readonly format: OutputFormat;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /** Null if the submission had none. */
  readonly metadata: Metadata | null;
}

export interface JobFilter {
  readonly accountId: string;
  /** Without duplicates, as `origins`. */
  readonly statuses: readonly BatchStatus[];
  readonly origins: readonly JobOrigin[];
  /** Undefined: of all templates. */
  readonly templateId?: string | undefined;
}

interface JobList {
  readonly jobs: ListedJob[];
  readonly total: number;
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** A page of an account's jobs with these statuses and origins, and the total. */
export async function listBatchJobs(db: Database, filter: JobFilter, range: Range): Promise<JobList> {
  const { templateId } = filter;
  return templateId === undefined
    ? await listJobsOfAll(db, filter, range)
    : await listJobsOfTemplate(db, { ...filter, templateId }, range);
}

async function listJobsOfAll(
  db: Database,
  { accountId, statuses, origins }: JobFilter,
  { offset, limit }: Range,
): Promise<JobList> {
  // One statement, so that page and total are consistent.
  const rows = await readRows<ListedRow>(
    db,
    `with kinds as (
       select s.status, o.origin
       from unnest(cast(:statuses as text[])) s (status), unnest(cast(:origins as text[])) o (origin)
     ), counted as (
       select coalesce(sum(c.jobs), 0)::float8 as total
       from batch_job_counts c join kinds using (status, origin) where c.account_id = :accountId
     ), ${offset < lateOffset ? startAtNewest : startAtHour}, page as (
       select newest.id
       from kinds cross join lateral (
         select b.id, b.created_at from batch_jobs b
         where b.account_id = :accountId and b.status = kinds.status and b.origin = kinds.origin
           and b.created_at < (select before from start)
           -- Reads nothing behind the last page.
           and cast(:offset as bigint) < (select total from counted)
         order by b.created_at desc, b.id
         limit :reach - (select newer from start)
       ) newest
       order by newest.created_at desc, newest.id
       limit :limit offset cast(:offset as bigint) - (select newer from start)
     )
     ${selectPage}`,
    {
      accountId,
      statuses: [...statuses],
      origins: [...origins],
      limit,
      offset,
      lateOffset,
      reach: offset + limit,
    },
  );
  return toList(rows);
}

/** The index has all that is counted and skipped here, so the table is read for the page only. */
async function listJobsOfTemplate(
  db: Database,
  { accountId, templateId, statuses, origins }: JobFilter & { readonly templateId: string },
  { offset, limit }: Range,
): Promise<JobList> {
  const wanted = `account_id = :accountId and template_id = :templateId
    and status = any(cast(:statuses as text[])) and origin = any(cast(:origins as text[]))`;
  const rows = await readRows<ListedRow>(
    db,
    `with counted as (
       select count(*)::float8 as total from batch_jobs where ${wanted}
     ), page as (
       select id from batch_jobs
       where ${wanted} and cast(:offset as bigint) < (select total from counted)
       order by created_at desc, id
       limit :limit offset :offset
     )
     ${selectPage}`,
    { accountId, templateId, statuses: [...statuses], origins: [...origins], limit, offset },
  );
  return toList(rows);
}

type ListedRow = { readonly total: number } & (ListedJob | Record<keyof ListedJob, null>);

function toList(rows: readonly ListedRow[]): JobList {
  const jobs = rows.flatMap(({ total: _total, ...job }) => (job.jobId === null ? [] : [job]));
  return { jobs, total: rows[0]?.total ?? 0 };
}

/** SQL: the jobs of `page` with the total of `counted`; without a job, one row with the total alone. */
const selectPage = `
  select counted.total, j.*
  from counted left join lateral (
    select b.id as "jobId", b.template_id as "templateId", b.template_name as "templateName",
           b.project_id as "projectId", b.project_name as "projectName", b.origin, k.name as "apiKeyName",
           b.status, b.total_items as "totalItems", b.completed_items as "completedItems",
           b.failed_items as "failedItems", b.format, b.created_at as "createdAt",
           b.completed_at as "completedAt", b.metadata
    from page join batch_jobs b on b.id = page.id left join api_keys k on k.id = b.api_key_id
  ) j on true
  order by j."createdAt" desc, j."jobId"`;

/** From this offset on, adding up counts is cheaper than reading all newer jobs. */
const lateOffset = 1_000;

// Where the walk to the page starts: its jobs were created before `before`, and `newer` jobs were not.

const startAtNewest = `start as (select timestamptz 'infinity' as before, bigint '0' as newer)`;

/** The hour of the page's first job. The counts of days lead to its day, those of hours to its hour. */
const startAtHour = `
  days as (
    select c.since, sum(c.jobs) as jobs, sum(sum(c.jobs)) over (order by c.since desc) as up_to
    from batch_job_counts_by_time c join kinds using (status, origin)
    where c.account_id = :accountId and c.unit = 'day'
      and cast(:offset as bigint) < (select total from counted)
    group by c.since
  ), day as (
    select since, up_to - jobs as newer from days where up_to > :offset order by since desc limit 1
  ), hours as (
    select c.since, sum(c.jobs) as jobs,
           (select newer from day) + sum(sum(c.jobs)) over (order by c.since desc) as up_to
    from batch_job_counts_by_time c join kinds using (status, origin)
    where c.account_id = :accountId and c.unit = 'hour'
      and c.since >= (select since from day) and c.since < (select since from day) + interval '24 hours'
    group by c.since
  ), hour as (
    select since, up_to - jobs as newer from hours where up_to > :offset order by since desc limit 1
  ), start as (
    -- One row, also behind the last page.
    select max(since) + interval '1 hour' as before, cast(coalesce(max(newer), 0) as bigint) as newer
    from hour
  )`;
