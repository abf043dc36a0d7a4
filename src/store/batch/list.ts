/**
 * An account's batch jobs, the newest first. A page takes as long with a million jobs as with a thousand: each combination of
 * status and origin is read in the order of an index, as far as the page goes, and totals are kept as jobs come and change.
 */
import type { Database } from '../database.ts';
import { readRows } from '../repeat-cut.ts';
import type { BatchOrigin, BatchStatus } from './submit.ts';

export interface ListedJob {
  readonly jobId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly origin: BatchOrigin;
  /** Null where the key was deleted, or the job came without one. */
  readonly apiKeyName: string | null;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
  readonly format: 'png' | 'jpeg' | 'webp' | 'pdf';
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export interface JobFilter {
  readonly accountId: string;
  /** Each once. */
  readonly statuses: readonly BatchStatus[];
  readonly origins: readonly BatchOrigin[];
}

/** One page of an account's jobs that are in one of the states and of one of the origins, and how many there are. */
export async function listBatchJobs(
  db: Database,
  { accountId, statuses, origins }: JobFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly jobs: ListedJob[]; readonly total: number }> {
  // One statement, so that the total fits the page.
  const rows = await readRows<{ total: number } & (ListedJob | Record<keyof ListedJob, null>)>(
    db,
    `with kinds as (
       select s.status, o.origin
       from unnest(cast(:statuses as text[])) s (status), unnest(cast(:origins as text[])) o (origin)
     ), counted as (
       select coalesce(sum(c.jobs), 0)::float8 as total
       from batch_job_counts c join kinds using (status, origin) where c.account_id = :accountId
     ), page as (
       select newest.id
       from kinds cross join lateral (
         select b.id, b.created_at from batch_jobs b
         where b.account_id = :accountId and b.status = kinds.status and b.origin = kinds.origin
           -- Past the last page nothing is read.
           and cast(:offset as bigint) < (select total from counted)
         order by b.created_at desc, b.id
         limit :reach
       ) newest
       order by newest.created_at desc, newest.id
       limit :limit offset :offset
     )
     select counted.total, j.*
     from counted left join lateral (
       select b.id as "jobId", b.template_id as "templateId", b.template_name as "templateName",
              b.project_id as "projectId", b.project_name as "projectName", b.origin, k.name as "apiKeyName",
              b.status, b.total_items as "totalItems", b.completed_items as "completedItems",
              b.failed_items as "failedItems", b.format, b.created_at as "createdAt",
              b.completed_at as "completedAt"
       from page join batch_jobs b on b.id = page.id left join api_keys k on k.id = b.api_key_id
     ) j on true
     order by j."createdAt" desc, j."jobId"`,
    {
      accountId,
      statuses: [...statuses],
      origins: [...origins],
      limit,
      offset,
      reach: offset + limit,
    },
  );
  const jobs = rows.flatMap(({ total: _total, ...job }) => (job.jobId === null ? [] : [job]));
  return { jobs, total: rows[0]?.total ?? 0 };
}
