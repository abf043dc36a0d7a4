import type { Logger } from 'pino';
import type { Storage } from '../../storage/storage.ts';
import { deleteBatchJob } from '../../store/batches/jobs.ts';
import { finishBatchJob } from '../../store/batches/terminal-states.ts';
import { listBatchJobs, type ListedJob } from '../../store/batches/list-jobs.ts';
import {
  findBatchJob,
  findJobColumns,
  ownsBatchJob,
  type BatchJob,
  type JobColumns,
} from '../../store/batches/jobs.ts';
import {
  listBatchItems,
  listBatchItemsWithValues,
  type BatchItem,
  type BatchItemWithValues,
} from '../../store/batches/items.ts';
import { findJobDetails, type JobDetails } from '../../store/batches/job-details.ts';
import type { BatchOrigin, BatchStatus } from '../../store/batches/job-status.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { toPage, toRange, type PageRequest, type PageOf } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';
import type { DownloadUrlSigner, DownloadUrl } from './download-urls.ts';
import { clearBatchFiles } from '../files/batch-files.ts';

/** Only the jobs of this account are found. */
type Owner = Pick<Actor, 'accountId'>;

/** Derived from a job's counters. */
interface Progress {
  /** Rows that have an outcome. */
  readonly processedItems: number;
}

export interface BatchJobDetails extends BatchJob, Progress {
  /** From the first row's start to the job's end. */
  readonly renderTimeMs: number | null;
  /** Null if there is no archive, or it has expired. */
  readonly download: DownloadUrl | null;
}

/** Errors listed in the job itself; its items list all of them. */
const maxErrors = 5;

/** All states of a job, in the order of its life. */
export const allStatuses: readonly BatchStatus[] = [
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
];
const allOrigins: readonly BatchOrigin[] = ['API_KEY', 'DESIGNER'];

/**
 * A job of the caller's account.
 *
 * @throws Problem BATCH_NOT_FOUND, also if the job belongs to another account.
 */
export async function readBatchJob(
  { db, downloads }: { readonly db: Database; readonly downloads: DownloadUrlSigner },
  caller: Owner,
  jobId: string,
): Promise<BatchJobDetails> {
  const job = await findBatchJob(db, caller.accountId, jobId, { maxErrors: maxErrors });
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

export interface JobListRequest extends PageRequest {
  /** Undefined or empty: all. */
  readonly statuses?: readonly BatchStatus[] | undefined;
  readonly origin?: BatchOrigin | undefined;
  readonly templateId?: string | undefined;
}

/** One page of the jobs of the caller's account, the newest first. */
export async function readBatchJobs(
  db: Database,
  caller: Owner,
  filter: JobListRequest,
): Promise<PageOf<ListedJob & Progress>> {
  const { statuses = [], origin, templateId } = filter;
  const { jobs, total } = await listBatchJobs(
    db,
    {
      accountId: caller.accountId,
      templateId,
      statuses: statuses.length === 0 ? allStatuses : [...new Set(statuses)],
      origins: origin === undefined ? allOrigins : [origin],
    },
    toRange(filter),
  );
  return toPage(jobs.map(withProgress), total, filter);
}

/** As `readBatchJobs`, with what the app shows of each job. */
export async function readBatchJobsInDetail(
  db: Database,
  caller: Owner,
  filter: JobListRequest,
): Promise<PageOf<JobDetails & Progress>> {
  const { data, pagination } = await readBatchJobs(db, caller, filter);
  const jobIds = data.map(({ jobId }) => jobId);
  const jobs = await findJobDetails(db, caller.accountId, jobIds);
  return { data: jobs.map(withProgress), pagination };
}

/**
 * A job of the caller's account, as the app shows it.
 *
 * @throws Problem BATCH_NOT_FOUND, also if the job belongs to another account.
 */
export async function readBatchJobInDetail(
  db: Database,
  caller: Owner,
  jobId: string,
): Promise<JobDetails & Progress> {
  const [job] = await findJobDetails(db, caller.accountId, [jobId]);
  if (job === undefined) throw problems.batchNotFound(jobId);
  return withProgress(job);
}

/**
 * One page of the outcomes of a job's rows, in the order of submission.
 *
 * @throws Problem BATCH_NOT_FOUND, also if the job belongs to another account.
 */
export async function readBatchItems(
  db: Database,
  caller: Owner,
  jobId: string,
  page: PageRequest,
): Promise<PageOf<BatchItem>> {
  const listed = await listBatchItems(db, caller.accountId, jobId, toRange(page));
  if (listed === null) throw problems.batchNotFound(jobId);
  return toPage(listed.items, listed.total, page);
}

/**
 * As `readBatchItems`, with the values of each row, and on demand only one outcome. with the columns of
 * the sheet that they come from.
 *
 * @throws Problem BATCH_NOT_FOUND
 */
export async function readBatchItemsWithValues(
  db: Database,
  caller: Owner,
  jobId: string,
  { status, ...page }: PageRequest & { readonly status?: BatchItem['status'] | undefined },
): Promise<PageOf<BatchItemWithValues> & JobColumns> {
  const list = { ...toRange(page), status };
  const [listed, columns] = await Promise.all([
    listBatchItemsWithValues(db, caller.accountId, jobId, list),
    findJobColumns(db, caller.accountId, jobId),
  ]);
  if (listed === null) throw problems.batchNotFound(jobId);
  return { ...toPage(listed.items, listed.total, page), ...columns };
}

export interface CancelParts {
  readonly db: Database;
  /** When each attempt of a callback is due, after its job has ended. */
  readonly callbackOffsetsMs: readonly number[];
}

/**
 * Cancels a job of the caller's account and refunds the rows that are not rendered. An ended job stays as it
 * is.
 *
 * @throws Problem BATCH_NOT_FOUND
 */
export async function cancelBatch(
  { db, callbackOffsetsMs }: CancelParts,
  caller: Owner,
  jobId: string,
): Promise<void> {
  if (!(await ownsBatchJob(db, caller.accountId, jobId))) throw problems.batchNotFound(jobId);
  await finishBatchJob(db, jobId, { status: 'CANCELLED' }, { callbackOffsetMs: callbackOffsetsMs[0] });
}

/**
 * Deletes an ended job of the caller's account with its rows and its archive. Files are deleted last: if that
 * fails, they belong to no job and the next sweep removes them.
 *
 * @throws Problem BATCH_NOT_FOUND, BATCH_JOB_ACTIVE
 */
export async function deleteBatch(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  { caller, jobId, log }: { readonly caller: Owner; readonly jobId: string; readonly log: Logger },
): Promise<void> {
  const outcome = await deleteBatchJob(db, caller.accountId, jobId);
  if (outcome.kind === 'unknown') throw problems.batchNotFound(jobId);
  if (outcome.kind === 'active') throw problems.batchActive(outcome.status);
  await clearBatchFiles(storage, jobId, null).catch((error: unknown) => {
    log.warn({ err: error, jobId }, 'files of a deleted job stay until the next sweep');
  });
}

function withProgress<Job extends { readonly completedItems: number; readonly failedItems: number }>(
  job: Job,
): Job & Progress {
  return { ...job, processedItems: job.completedItems + job.failedItems };
}
