/**
 * The part of a sweep that removes files which nobody needs: every step does so much at most, and finds what an earlier pass, or
 * a process that ended between two steps, has left.
 */
import type { Storage } from '../../storage/storage.ts';
import {
  findJobFiles,
  forgetArchive,
  listExpiredArchives,
  listUnclearedJobs,
  noteCleared,
  type JobFiles,
} from '../../store/batch/files.ts';
import type { Database } from '../../store/database.ts';
import { findInstances } from '../../store/instances.ts';
import { inTurn } from '../in-turn.ts';
import { removeUnneeded } from '../unneeded-files.ts';
import { batchFilesPrefix, clearBatchFiles, jobOfFile } from './files.ts';

export interface TidyCounts {
  /** Archives that were kept as long as they had to be. */
  readonly expiredArchives: number;
  /** Jobs that have ended, of which all but the archive was removed. */
  readonly clearedJobs: number;
  /** Files of jobs that were deleted, and such that came after their job's end. */
  readonly leftBehindFiles: number;
  /** Files that processes were writing when they were killed. */
  readonly unfinishedFiles: number;
}

export interface TidyParts {
  readonly db: Database;
  readonly storage: Storage;
}

/** What one pass looks at. */
const limits = { archives: 1_000, jobs: 2_000, files: 10_000 } as const;

/** Where the next pass goes on. */
const cursorSetting = 'batch files looked at';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes the files that nobody needs. One process at a time.
 *
 * @throws what failed first, once all that can be removed is.
 */
export async function tidyFiles({ db, storage }: TidyParts): Promise<TidyCounts> {
  const [expiredArchives = 0, clearedJobs = 0, leftBehindFiles = 0, unfinishedFiles = 0] = await inTurn([
    () => expireArchives({ db, storage }),
    () => clearEndedJobs({ db, storage }),
    () => removeLeftBehind({ db, storage }, limits.files),
    () => storage.removeLeftovers((owners) => findInstances(db, owners)),
  ]);
  return { expiredArchives, clearedJobs, leftBehindFiles, unfinishedFiles };
}

/** The file goes first: as long as the job knows of it, another pass finds it. Downloads under way have it open. */
async function expireArchives({ db, storage }: TidyParts): Promise<number> {
  const expired = await listExpiredArchives(db, { limit: limits.archives });
  const acts = expired.map(({ jobId, archiveKey }) => async () => {
    await storage.delete(archiveKey);
    await forgetArchive(db, jobId);
  });
  return (await inTurn(acts)).length;
}

/** Removes all of the jobs that have ended but their archives. Returns of how many. */
export async function clearEndedJobs(parts: TidyParts): Promise<number> {
  const jobs = await listUnclearedJobs(parts.db, { limit: limits.jobs });
  return (await inTurn(jobs.map((job) => () => clearEndedJob(parts, job)))).length;
}

/** Removes all of a job that has ended but its archive. */
export async function clearEndedJob(
  { db, storage }: TidyParts,
  { jobId, archiveKey }: JobFiles,
): Promise<void> {
  await clearBatchFiles(storage, jobId, archiveKey);
  await noteCleared(db, jobId);
}

/**
 * Removes the files of jobs that are gone, and those of ended jobs but their archives: a process that was held up may have
 * written one after the rest was cleared. A pass looks at so many files and goes on behind them in the next one.
 *
 * @param limit how many files are looked at.
 * @returns how many were removed.
 */
export async function removeLeftBehind({ db, storage }: TidyParts, limit: number): Promise<number> {
  // A file that has no job when it has been listed has lost it, as no file is there before its job.
  const lookedAt = { prefix: batchFilesPrefix, cursorSetting, limit };
  return await removeUnneeded({ db, storage }, lookedAt, (keys) => findUnneeded(db, keys));
}

async function findUnneeded(db: Database, keys: readonly string[]): Promise<string[]> {
  // What has another name is not ours.
  const ours = keys.filter((key) => uuid.test(jobOfFile(key)));
  const jobs = await findJobFiles(db, [...new Set(ours.map(jobOfFile))]);
  const byId = new Map(jobs.map((job) => [job.jobId, job]));
  return ours.filter((key) => {
    const job = byId.get(jobOfFile(key));
    return job === undefined || (!job.isActive && key !== job.archiveKey);
  });
}
