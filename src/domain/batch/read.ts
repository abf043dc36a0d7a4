import { listBatchJobs, type ListedJob } from '../../store/batch/list.ts';
import { findBatchJob, listBatchItems, type BatchItem, type BatchJob } from '../../store/batch/read.ts';
import type { BatchOrigin, BatchStatus } from '../../store/batch/submit.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import { problems } from '../errors.ts';
import { pageOf, rangeOf, type PageNumber, type PageOf } from '../pagination.ts';
import type { Downloads, DownloadUrl } from './downloads.ts';

/** Counters of a job, and what follows from them. */
interface Progress {
  /** Rows that have an outcome. */
  readonly processedItems: number;
}

export interface BatchJobInFull extends BatchJob, Progress {
  /** From the first row's start to the job's end. */
  readonly renderTimeMs: number | null;
  /** Null where there is no archive, or none any more. */
  readonly download: DownloadUrl | null;
}

/** Failures that a job tells itself; its items tell them all. */
const mostErrors = 5;

const allStatuses: readonly BatchStatus[] = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'];
const allOrigins: readonly BatchOrigin[] = ['API_KEY', 'DESIGNER'];

/**
 * A job of the caller's account.
 *
 * @throws Problem BATCH_NOT_FOUND, whether there is no such job or only not for this caller.
 */
export async function readBatchJob(
  { db, downloads }: { readonly db: Database; readonly downloads: Downloads },
  caller: Caller,
  jobId: string,
): Promise<BatchJobInFull> {
  const job = await findBatchJob(db, caller.accountId, jobId, { mostErrors });
  if (job === null) throw problems.batchNotFound(jobId);
  const { startedAt, completedAt, archiveKey, archiveExpiresAt, templateName } = job;
  const renderTimeMs =
    startedAt === null || completedAt === null ? null : completedAt.getTime() - startedAt.getTime();
  const download =
    archiveKey === null || archiveExpiresAt === null
      ? null
      : await downloads.urlOf({ jobId, archiveKey, archiveExpiresAt, templateName, now: new Date() });
  return { ...withProgress(job), renderTimeMs, download };
}

/** One page of the jobs of the caller's account, the newest first. */
export async function readBatchJobs(
  db: Database,
  caller: Caller,
  filter: {
    /** Undefined or empty: all. */
    readonly statuses?: readonly BatchStatus[] | undefined;
    readonly origin?: BatchOrigin | undefined;
  } & PageNumber,
): Promise<PageOf<ListedJob & Progress>> {
  const { statuses = [], origin } = filter;
  const { jobs, total } = await listBatchJobs(
    db,
    {
      accountId: caller.accountId,
      statuses: statuses.length === 0 ? allStatuses : [...new Set(statuses)],
      origins: origin === undefined ? allOrigins : [origin],
    },
    rangeOf(filter),
  );
  return pageOf(jobs.map(withProgress), total, filter);
}

/**
 * One page of the outcomes of a job's rows, in the order of submission.
 *
 * @throws Problem BATCH_NOT_FOUND, whether there is no such job or only not for this caller.
 */
export async function readBatchItems(
  db: Database,
  caller: Caller,
  jobId: string,
  page: PageNumber,
): Promise<PageOf<BatchItem>> {
  const listed = await listBatchItems(db, caller.accountId, jobId, rangeOf(page));
  if (listed === null) throw problems.batchNotFound(jobId);
  return pageOf(listed.items, listed.total, page);
}

function withProgress<Job extends { readonly completedItems: number; readonly failedItems: number }>(
  job: Job,
): Job & Progress {
  return { ...job, processedItems: job.completedItems + job.failedItems };
}
