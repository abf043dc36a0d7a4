/** Finds the archive of a batch job, for its owner or for a signed URL. */
import type { Storage } from '../../storage/storage.ts';
import { findArchivedJob, type ArchivedJob } from '../../store/batches/archives.ts';
import type { Database } from '../../store/database.ts';
import type { Actor } from '../../store/callers.ts';
import { accessFile, type DownloadableFile } from '../files/downloadable-file.ts';
import { problems } from '../problems/catalogue.ts';
import type { Problem } from '../problems/problem.ts';
import type { DownloadUrlSigner, DownloadUrl } from './download-urls.ts';
import { archiveMediaTypes, kindOfArchive, type ArchiveKind } from '../files/batch-files.ts';

/** Only the jobs of this account are found. */
type Owner = Pick<Actor, 'accountId'>;

export interface ResultParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly downloads: DownloadUrlSigner;
}

export type ArchiveFile = DownloadableFile<(typeof archiveMediaTypes)[ArchiveKind]>;

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
  const { job, key, expiresAt } = await findOwnArchive(parts.db, caller, jobId);
  if ((await parts.storage.sizeBytes(key)) === null) throw problems.batchResultNotFound();
  const { templateName } = job;
  const archive = { jobId, archiveKey: key, archiveExpiresAt: expiresAt, templateName };
  const signed = await parts.downloads.urlOf({ ...archive, now: new Date() });
  if (signed === null) throw problems.batchResultExpired(expiresAt);
  return signed;
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
): Promise<ArchiveFile> {
  const archive = await findOwnArchive(parts.db, caller, jobId);
  const stored = kindOfArchive(archive.key);
  if (stored !== kind) {
    const detail = `The result of this job is a ${stored}: expected url or ${stored} but received ${kind}.`;
    throw problems.invalidRequest([{ pointer: '/query/delivery', detail }], 'BATCH_INVALID_DELIVERY');
  }
  return archiveFile(parts.storage, archive, problems.batchResultNotFound);
}

/**
 * Finds the archive of a signed URL.
 *
 * @throws Problem DOWNLOAD_LINK_INVALID; NOT_FOUND if the archive is deleted
 */
export async function findDownloadFile(
  parts: ResultParts,
  target: { readonly path: string; readonly query: string },
): Promise<ArchiveFile> {
  const jobId = parts.downloads.verify(target, new Date());
  if (jobId === null) throw problems.downloadLinkInvalid();
  const job = await findArchivedJob(parts.db, { jobId, accountId: null });
  const archive = job === null || job.isExpired ? null : availableArchive(job);
  if (archive === null) throw problems.downloadGone();
  return archiveFile(parts.storage, archive, problems.downloadGone);
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

function archiveFile(
  storage: Storage,
  { job, key, bytes, completedAt }: AvailableArchive,
  gone: () => Problem,
): ArchiveFile {
  const kind = kindOfArchive(key);
  return {
    id: job.jobId,
    mediaType: archiveMediaTypes[kind],
    bytes,
    lastModified: completedAt,
    saveAs: { name: job.templateName, extension: kind },
    ...accessFile(storage, key, gone),
  };
}
