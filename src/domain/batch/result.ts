/**
 * The archive of a batch job, on its way to whoever may have it.
 */
import type { Readable } from 'node:stream';
import type { Storage } from '../../storage/storage.ts';
import { findArchivedJob, type ArchivedJob } from '../../store/batch/archive.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import { selectRange, type RangeRequest, type SelectedRange, type Validators } from '../byte-range.ts';
import { problems } from '../errors.ts';
import type { Downloads, DownloadUrl } from './downloads.ts';

export interface ResultParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly downloads: Downloads;
}

/** An archive, or a part of it, that can be read. */
export interface OpenedArchive extends Validators {
  readonly templateName: string;
  /** Of the whole archive. */
  readonly bytes: number;
  /** Null: all of it. */
  readonly part: SelectedRange | null;
  /** Null where only its particulars were asked for. To be read to its end or destroyed. */
  readonly stream: Readable | null;
}

/** What a client says beside the address. */
export interface DownloadRequest extends RangeRequest {
  /** Whether it wants the archive, or only to know of it. */
  readonly wantsContent: boolean;
}

/** A job whose archive was stored, and has not expired. */
interface AvailableArchive {
  readonly job: ArchivedJob;
  readonly key: string;
  readonly bytes: number;
  readonly completedAt: Date;
  readonly expiresAt: Date;
}

/**
 * A fresh address of an archive of the caller's account, good for a while and without a key.
 *
 * @throws Problem BATCH_NOT_FOUND, BATCH_RESULT_NOT_READY, BATCH_RESULT_EXPIRED, BATCH_RESULT_NOT_FOUND
 */
export async function signResult(parts: ResultParts, caller: Caller, jobId: string): Promise<DownloadUrl> {
  const { job, key, expiresAt } = await findOwnArchive(parts.db, caller, jobId);
  if ((await parts.storage.sizeBytes(key)) === null) throw problems.batchResultNotFound();
  const { templateName } = job;
  const archive = { jobId, archiveKey: key, archiveExpiresAt: expiresAt, templateName };
  const signed = await parts.downloads.urlOf({ ...archive, now: new Date() });
  if (signed === null) throw problems.batchResultExpired(expiresAt);
  return signed;
}

/**
 * Opens an archive of the caller's account.
 *
 * @throws Problem as `signResult`; RANGE_NOT_SATISFIABLE
 */
export async function openResult(
  parts: ResultParts,
  caller: Caller,
  jobId: string,
  request: RangeRequest,
): Promise<OpenedArchive> {
  const archive = await findOwnArchive(parts.db, caller, jobId);
  const opened = await openArchive(parts.storage, archive, { ...request, wantsContent: true });
  if (opened === null) throw problems.batchResultNotFound();
  return opened;
}

/**
 * Opens the archive that a signed address leads to.
 *
 * @throws Problem DOWNLOAD_LINK_INVALID; NOT_FOUND where it is gone; RANGE_NOT_SATISFIABLE
 */
export async function openDownload(
  parts: ResultParts,
  target: { readonly path: string; readonly query: string },
  request: DownloadRequest,
): Promise<OpenedArchive> {
  const jobId = parts.downloads.verify(target, new Date());
  if (jobId === null) throw problems.downloadLinkInvalid();
  const job = await findArchivedJob(parts.db, { jobId, accountId: null });
  const archive = job === null || job.isExpired ? null : availableArchive(job);
  const opened = archive === null ? null : await openArchive(parts.storage, archive, request);
  if (opened === null) throw problems.downloadGone();
  return opened;
}

async function findOwnArchive(db: Database, { accountId }: Caller, jobId: string): Promise<AvailableArchive> {
  const job = await findArchivedJob(db, { jobId, accountId });
  if (job === null) throw problems.batchNotFound(jobId);
  if (job.status !== 'COMPLETED') throw problems.batchResultNotReady(job.status);
  if (job.isExpired && job.archiveExpiresAt !== null) {
    throw problems.batchResultExpired(job.archiveExpiresAt);
  }
  const archive = availableArchive(job);
  if (archive === null) throw problems.batchResultNotFound();
  return archive;
}

function availableArchive(job: ArchivedJob): AvailableArchive | null {
  const { archiveKey: key, archiveBytes: bytes, archiveExpiresAt: expiresAt, completedAt } = job;
  if (key === null || bytes === null || expiresAt === null || completedAt === null) return null;
  return { job, key, bytes, completedAt, expiresAt };
}

async function openArchive(
  storage: Storage,
  { job, key, bytes, completedAt }: AvailableArchive,
  request: DownloadRequest,
): Promise<OpenedArchive | null> {
  // A job has one archive, which never changes.
  const validators = { etag: `"${job.jobId}"`, lastModified: completedAt };
  const { templateName } = job;
  if (!request.wantsContent) {
    if ((await storage.sizeBytes(key)) === null) return null;
    return { ...validators, templateName, bytes, part: null, stream: null };
  }
  const part = selectRange(request, bytes, validators);
  if (part === 'unsatisfiable') throw problems.rangeNotSatisfiable(bytes);
  const file = await storage.open(key, part ?? undefined);
  return file === null ? null : { ...validators, templateName, bytes, part, stream: file.stream };
}
