/**
 * Removes files of batch jobs that are no longer needed. Part of a sweep. Each step has a limit per pass; the
 * next pass continues, also after a process that exited between two steps.
 */
import {
  findJobFiles,
  recordArchiveRemoved,
  listExpiredArchives,
  listUnclearedJobs,
  recordCleared,
  type JobFiles,
} from '../../store/batches/archives.ts';
import { deleteBatchJob } from '../../store/batches/jobs.ts';
import { listExpiredRenders } from '../../store/batches/renders.ts';
import type { Database } from '../../store/database.ts';
import { findInstances } from '../../store/instances.ts';
import { runInSequence } from '../../async/in-sequence.ts';
import { removeOrphans, type OrphanCounts, type OrphanParts } from '../files/orphan-files.ts';
import { batchFilesPrefix, clearBatchFiles, jobOfFile } from '../files/batch-files.ts';

export interface BatchCleanUpCounts {
  /** Single renders that were removed because their retention time is over. */
  readonly expiredRenders: number;
  /** Archives that were deleted because their retention time is over. */
  readonly expiredArchives: number;
  /** Ended jobs whose files, except the archive, were deleted. */
  readonly clearedJobs: number;
  /** Deleted files of jobs that no longer exist, or that were written after their job had ended. */
  readonly leftBehindFiles: number;
  /** Files like these that were kept because there are suspiciously many. */
  readonly heldBackFiles: number;
  /** Deleted files that processes were writing when they were killed. */
  readonly unfinishedFiles: number;
}

type CleanUpParts = Pick<OrphanParts, 'db' | 'storage'>;

/** Limits per pass. */
const limits = { archives: 1_000, jobs: 2_000, files: 10_000 } as const;

/** The setting that stores where the next pass continues. */
const cursorSetting = 'batch files looked at';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Deletes the files that are no longer needed. Only one process may run this at a time.
 *
 * @param expiredGraceMs how long an archive is kept after its expiry
 * @throws the first failure, after everything else was tried.
 */
export async function cleanUpBatches(
  parts: OrphanParts,
  { expiredGraceMs = 0 } = {},
): Promise<BatchCleanUpCounts> {
  const { db, storage } = parts;
  let orphans: OrphanCounts = { removed: 0, heldBack: 0 };
  const [expiredRenders = 0, expiredArchives = 0, clearedJobs = 0, leftBehindFiles = 0, unfinishedFiles = 0] =
    await runInSequence([
      () => expireRenders(parts, expiredGraceMs),
      () => expireArchives(parts, expiredGraceMs),
      () => clearEndedJobs(parts),
      async () => {
        orphans = await removeOrphanedBatchFiles(parts, limits.files);
        return orphans.removed;
      },
      () => storage.removeLeftovers((owners) => findInstances(db, owners)),
    ]);
  const { heldBack: heldBackFiles } = orphans;
  return { expiredRenders, expiredArchives, clearedJobs, leftBehindFiles, heldBackFiles, unfinishedFiles };
}

/** Removes renders with their files. A file that cannot be deleted belongs to no job; the scan finds it. */
async function expireRenders({ db, storage }: CleanUpParts, graceMs: number): Promise<number> {
  const expired = await listExpiredRenders(db, { graceMs, limit: limits.archives });
  const tasks = expired.map(({ jobId, accountId }) => async () => {
    await deleteBatchJob(db, accountId, jobId, 'render');
    await clearBatchFiles(storage, jobId, null);
  });
  return (await runInSequence(tasks)).length;
}

/** Deletes the file before its key, so that the next pass finds a failure. Open downloads are not cut. */
async function expireArchives({ db, storage }: CleanUpParts, graceMs: number): Promise<number> {
  const expired = await listExpiredArchives(db, { graceMs, limit: limits.archives });
  const tasks = expired.map(({ jobId, archiveKey }) => async () => {
    await storage.delete(archiveKey);
    await recordArchiveRemoved(db, jobId);
  });
  return (await runInSequence(tasks)).length;
}

/** Deletes the files, except the archives, of jobs that have ended. Returns the number of jobs. */
export async function clearEndedJobs(parts: CleanUpParts): Promise<number> {
  const jobs = await listUnclearedJobs(parts.db, { limit: limits.jobs });
  return (await runInSequence(jobs.map((job) => () => clearEndedJob(parts, job)))).length;
}

/** Deletes an ended job's files except its archive. */
export async function clearEndedJob(
  { db, storage }: CleanUpParts,
  { jobId, archiveKey }: JobFiles,
): Promise<void> {
  await clearBatchFiles(storage, jobId, archiveKey);
  await recordCleared(db, jobId);
}

/**
 * Deletes files of jobs that no longer exist, and files of ended jobs except archives: a stalled process may
 * have written one after the job was cleared. Limits as for `removeOrphans`.
 *
 * @param limit files to check in this pass
 */
export async function removeOrphanedBatchFiles(parts: OrphanParts, limit: number): Promise<OrphanCounts> {
  // A job exists before its files, so a listed file without a job is an orphan.
  const scan = { prefix: batchFilesPrefix, cursorSetting, limit };
  return await removeOrphans(parts, scan, (keys) => findOrphans(parts.db, keys));
}

async function findOrphans(db: Database, keys: readonly string[]): Promise<string[]> {
  // Files with other names were not written by Platen.
  const ours = keys.filter((key) => uuid.test(jobOfFile(key)));
  const jobs = await findJobFiles(db, [...new Set(ours.map(jobOfFile))]);
  const byId = new Map(jobs.map((job) => [job.jobId, job]));
  return ours.filter((key) => {
    const job = byId.get(jobOfFile(key));
    return job === undefined || (!job.isActive && key !== job.archiveKey);
  });
}
