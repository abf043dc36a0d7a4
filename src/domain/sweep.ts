/**
 * The periodic duties: what processes that are gone have left behind. Any process does them, one at a time.
 */
import { blobKey, type Storage } from '../storage/storage.ts';
import { removeRetiredVersions, removeUnusedBlobs } from '../store/blobs.ts';
import type { Database } from '../store/database.ts';
import { removeSilentInstances, SILENT_MS } from '../store/instances.ts';
import { doAlone } from '../store/locks.ts';
import { refundAbandoned } from '../store/quota.ts';
import { removeIdleRateLimits } from '../store/rate-limits.ts';

/** What processes that are gone have left behind. */
interface RecoveryCounts {
  /** Charges given back. */
  readonly refundedCharges: number;
  readonly silentInstances: number;
}

/** How much of each a sweep has dealt with. */
export interface SweepCounts extends RecoveryCounts {
  readonly idleRateLimits: number;
  /** Versions of templates that were replaced or deleted. */
  readonly retiredVersions: number;
  /** Files that no version refers to. */
  readonly unusedFiles: number;
}

export interface SweepParts {
  readonly db: Database;
  readonly storage: Storage;
}

/** Requests that began with a version that was then replaced have ended long before. */
const graceMs = 24 * 60 * 60 * 1000;

/** Files deleted in one transaction. */
const filesAtOnce = 100;

/**
 * One pass of every duty.
 *
 * @param wait whether to wait where another process is sweeping, or to leave it to that one and return null.
 */
export async function sweep(
  { db, storage }: SweepParts,
  { wait }: { readonly wait: boolean },
): Promise<SweepCounts | null> {
  return await doAlone(db, 'sweep', { wait }, async () => ({
    ...(await recover(db)),
    idleRateLimits: await removeIdleRateLimits(db),
    retiredVersions: await removeRetiredVersions(db, { graceMs }),
    unusedFiles: await removeUnusedFiles(db, storage),
  }));
}

/** The part of a sweep that somebody waits for. Null where another process is at it. */
export async function recoverAbandonedWork(db: Database): Promise<RecoveryCounts | null> {
  return await doAlone(db, 'sweep', { wait: false }, () => recover(db));
}

async function recover(db: Database): Promise<RecoveryCounts> {
  return {
    refundedCharges: await refundAbandoned(db, { silentMs: SILENT_MS }),
    silentInstances: await removeSilentInstances(db, { silentMs: SILENT_MS }),
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
