/** Finds the result of a job, an archive or the file of a single render: for its owner or a signed URL. */
import type { Storage } from '../../storage/storage.ts';
import { findArchivedJob, type ArchivedJob } from '../../store/batches/archives.ts';
import type { Database } from '../../store/database.ts';
import type { Actor } from '../../store/callers.ts';
import { accessFile, type DownloadableFile } from '../files/downloadable-file.ts';
import { problems } from '../problems/catalogue.ts';
import type { Problem } from '../problems/problem.ts';
import type { DownloadUrlSigner, DownloadUrl } from './download-urls.ts';
import {
  extensionOfResult,
  kindOfArchive,
  resultMediaTypes,
  type ArchiveKind,
  type ResultExtension,
} from '../files/batch-files.ts';

/** Only the jobs of this account are found. */
type Owner = Pick<Actor, 'accountId'>;

export interface ResultParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly downloads: DownloadUrlSigner;
}

export type ResultFile<Extension extends ResultExtension = ResultExtension> = DownloadableFile<
  (typeof resultMediaTypes)[Extension]
>;

/** An archive that was stored and has not expired. */
export interface AvailableArchive {
  readonly job: ArchivedJob;
  readonly key: string;
  readonly bytes: number;
  readonly completedAt: Date;
  readonly expiresAt: Date;
}

/**
 * A new signed URL of an archive of the caller's account. It works without an API key until it expires.
 *
 * @throws Problem BATCH_NOT_FOUND, BATCH_RESULT_NOT_READY, BATCH_RESULT_EXPIRED, BATCH_RESULT_NOT_FOUND
 */
export async function signResult(parts: ResultParts, caller: Owner, jobId: string): Promise<DownloadUrl> {
  const archive = await findOwnArchive(parts.db, caller, jobId);
  const signed = await signStored(parts, archive, problems.batchResultNotFound);
  if (signed === null) throw problems.batchResultExpired(archive.expiresAt);
  return signed;
}

/**
 * A new signed URL of the file of a render of the caller's account, as `signResult`.
 *
 * @throws Problem RENDER_NOT_FOUND, RENDER_NOT_READY, RENDER_FILE_NOT_FOUND
 */
export async function signRenderFile(
  parts: ResultParts,
  caller: Owner,
  renderId: string,
): Promise<DownloadUrl> {
  const job = await findArchivedJob(parts.db, { jobId: renderId, accountId: caller.accountId });
  if (job?.isRender !== true) throw problems.renderNotFound(renderId);
  if (job.status !== 'COMPLETED') throw problems.renderNotReady(job.status);
  const archive = job.isExpired ? null : availableArchive(job);
  const signed = archive === null ? null : await signStored(parts, archive, problems.renderFileNotFound);
  if (signed === null) throw problems.renderFileNotFound();
  return signed;
}

/** Null: it has expired. */
async function signStored(
  { storage, downloads }: ResultParts,
  { job: { jobId, templateName }, key, expiresAt }: AvailableArchive,
  gone: () => Problem,
): Promise<DownloadUrl | null> {
  if ((await storage.sizeBytes(key)) === null) throw gone();
  const archive = { jobId, archiveKey: key, archiveExpiresAt: expiresAt, templateName };
  return await downloads.urlOf({ ...archive, now: new Date() });
}

/**
 * Finds an archive of the caller's account.
 *
 * @throws Problem as `signResult`; BATCH_INVALID_DELIVERY if it is of the other kind
 */
export async function findResultFile(
  parts: ResultParts,
  caller: Owner,
  jobId: string,
  kind: ArchiveKind,
): Promise<ResultFile<ArchiveKind>> {
  const archive = await findOwnArchive(parts.db, caller, jobId);
  const stored = kindOfArchive(archive.key);
  if (stored !== kind) {
    const detail = `The result of this job is a ${stored}: expected url or ${stored} but received ${kind}.`;
    throw problems.invalidRequest([{ pointer: '/query/delivery', detail }], 'BATCH_INVALID_DELIVERY');
  }
  return resultFile(parts.storage, archive, kind, problems.batchResultNotFound);
}

/**
 * Finds the archive, or the file of a single render, of a signed URL.
 *
 * @throws Problem DOWNLOAD_LINK_INVALID; NOT_FOUND if the archive is deleted
 */
export async function findDownloadFile(
  parts: ResultParts,
  target: { readonly path: string; readonly query: string },
): Promise<ResultFile> {
  const jobId = parts.downloads.verify(target, new Date());
  if (jobId === null) throw problems.downloadLinkInvalid();
  const job = await findArchivedJob(parts.db, { jobId, accountId: null });
  const archive = job === null || job.isExpired ? null : availableArchive(job);
  if (archive === null) throw problems.downloadGone();
  return resultFile(parts.storage, archive, extensionOfResult(archive.key), problems.downloadGone);
}

/**
 * The archive of a job of the caller's account.
 *
 * @throws Problem as `signResult`
 */
export async function findOwnArchive(
  db: Database,
  { accountId }: Owner,
  jobId: string,
): Promise<AvailableArchive> {
  const job = await findArchivedJob(db, { jobId, accountId });
  if (job === null || job.isRender) throw problems.batchNotFound(jobId);
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

function resultFile<Extension extends ResultExtension>(
  storage: Storage,
  { job, key, bytes, completedAt }: AvailableArchive,
  extension: Extension,
  gone: () => Problem,
): ResultFile<Extension> {
  return {
    id: job.jobId,
    mediaType: resultMediaTypes[extension],
    bytes,
    lastModified: completedAt,
    saveAs: { name: job.templateName, extension },
    ...accessFile(storage, key, gone),
  };
}
