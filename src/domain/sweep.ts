/**
 * The periodic duties: what processes that are gone have left behind. Any process does them, one at a time.
 */
import { recoverBatches, type BatchRecoveryCounts } from './batch/recover.ts';
import { clearEndedJobs, tidyFiles, type TidyCounts } from './batch/tidy.ts';
import { tidyShares, type ShareTidyCounts } from './shares/expire.ts';
import { removeOldDeliveries } from '../store/callbacks/deliveries.ts';
import { recoverCallbacks, type CallbackRecoveryCounts } from '../store/callbacks/recover.ts';
import { blobKey, type Storage } from '../storage/storage.ts';
import { removeRetiredVersions, removeUnusedBlobs } from '../store/blobs.ts';
import type { Database } from '../store/database.ts';
import { removeSilentInstances, SILENT_MS } from '../store/instances.ts';
import { removeExhaustedTasks } from '../store/job-queue.ts';
import { doAlone, doUnlessTaken } from '../store/locks.ts';
import { refundAbandoned } from '../store/quota.ts';
import { removeIdleRateLimits } from '../store/rate-limits.ts';

/** What processes that are gone have left behind, and work that came to a standstill. */
interface RecoveryCounts extends BatchRecoveryCounts, CallbackRecoveryCounts {
  /** Charges given back. */
  readonly refundedCharges: number;
  readonly silentInstances: number;
  /** Pools of workers whose tasks were given to others. */
  readonly abandonedPools: number;
}

/** How much of each a sweep has dealt with. */
export interface SweepCounts extends RecoveryCounts, TidyCounts, ShareTidyCounts {
  readonly idleRateLimits: number;
  /** Tasks that the queue had given up. */
  readonly exhaustedTasks: number;
  /** Versions of templates that were replaced or deleted. */
  readonly retiredVersions: number;
  /** Files that no version refers to. */
  readonly unusedFiles: number;
  /** Records of callbacks whose jobs were deleted. */
  readonly oldDeliveries: number;
}

export interface SweepParts {
  readonly db: Database;
  readonly storage: Storage;
  /** How long a batch job may be at work. */
  readonly batchTimeoutMs: number;
  /** When each attempt of a callback is due, after the end of its job. */
  readonly callbackOffsetsMs: readonly number[];
}

/** Requests that began with a version that was then replaced have ended long before. */
const graceMs = 24 * 60 * 60 * 1000;

/** How long it can be told what became of a callback after its job was deleted. */
const keepDeliveriesMs = 30 * 24 * 60 * 60 * 1000;

/** Files deleted in one transaction. */
const filesAtOnce = 100;

/** One pass of every duty. Waits where another process is at it. */
export async function sweep(parts: SweepParts): Promise<SweepCounts> {
  return await doAlone(parts.db, 'sweep', () => doDuties(parts));
}

/** One pass of every duty, unless another process is at it: null then. */
export async function sweepUnlessTaken(parts: SweepParts): Promise<SweepCounts | null> {
  return await doUnlessTaken(parts.db, 'sweep', () => doDuties(parts));
}

/** The part of a sweep that somebody waits for. It does not wait for the rest, which may take long. Null as above. */
export async function recoverAbandonedWork(parts: SweepParts): Promise<RecoveryCounts | null> {
  return await doUnlessTaken(parts.db, 'recover', () => recover(parts));
}

/**
 * The part of a sweep that keeps the files of cancelled jobs, and of those that took too long, from lying about until the next
 * one. Returns how many jobs; null as above.
 */
export async function clearEndedWork(parts: SweepParts): Promise<number | null> {
  return await doUnlessTaken(parts.db, 'clear', () => clearEndedJobs(parts));
}

async function doDuties(parts: SweepParts): Promise<SweepCounts> {
  const { db, storage } = parts;
  return {
    ...(await doAlone(db, 'recover', () => recover(parts))),
    idleRateLimits: await removeIdleRateLimits(db),
    exhaustedTasks: await removeExhaustedTasks(db),
    retiredVersions: await removeRetiredVersions(db, { graceMs }),
    unusedFiles: await removeUnusedFiles(db, storage),
    ...(await tidyFiles(parts)),
    ...(await tidyShares(parts)),
    oldDeliveries: await removeOldDeliveries(db, { keepMs: keepDeliveriesMs }),
  };
}

async function recover({ db, batchTimeoutMs, callbackOffsetsMs }: SweepParts): Promise<RecoveryCounts> {
  return {
    refundedCharges: await refundAbandoned(db, { silentMs: SILENT_MS }),
    ...(await removeSilentInstances(db, { silentMs: SILENT_MS })),
    ...(await recoverBatches(db, { timeoutMs: batchTimeoutMs, callbackOffsetMs: callbackOffsetsMs[0] })),
    ...(await recoverCallbacks(db)),
  };
}

async function removeUnusedFiles(db: Database, storage: Storage): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await removeUnusedBlobs(db, { graceMs, limit: filesAtOnce }, (hash) =>
      storage.delete(blobKey(hash)),
    );
    removed += count;
    if (count < filesAtOnce) return removed;
  }
}
