/** Recovers the work of dead processes and removes old data, in one process at a time. */
import type { Logger } from 'pino';
import { emptyBin } from './members/delete-account.ts';
import { clearEndedJobs, cleanUpBatches, type BatchCleanUpCounts } from './batches/clean-up.ts';
import { claimStorage } from './files/installation.ts';
import {
  cleanUpImages,
  evictCachedImages,
  type ImageCacheLimits,
  type ImageCleanUpCounts,
} from './image-urls/clean-up.ts';
import { cleanUpAnswers, type AnswerCleanUpCounts } from './renders/clean-up-answers.ts';
import { cleanUpShares, type ShareCleanUpCounts } from './shares/clean-up.ts';
import { finishBatchJob } from '../store/batches/terminal-states.ts';
import { findOverdueJobs, hastenTasks, redispatchJobs } from '../store/batches/stuck-jobs.ts';
import { removeOldDeliveries } from '../store/callbacks/deliveries.ts';
import { removeOldEndpoints } from '../store/callbacks/endpoints.ts';
import { recoverCallbacks, type CallbackRecoveryCounts } from '../store/callbacks/stuck-deliveries.ts';
import { removeOldEvents } from '../store/webhooks/events.ts';
import { removeOldRowEventCounts } from '../store/webhooks/row-events.ts';
import { recoverWebhooks, type WebhookRecoveryCounts } from '../store/webhooks/stuck-deliveries.ts';
import { blobKey, type Storage } from '../storage/storage.ts';
import { removeOldPictures } from '../store/batches/pictures.ts';
import { removeRetiredVersions, removeUnusedBlobs } from '../store/blobs.ts';
import { followClock } from '../store/clock-steps.ts';
import { removeOldSignIns } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import { removeSilentInstances, SILENT_MS } from '../store/instances.ts';
import { removeExhaustedTasks } from '../store/job-queue.ts';
import { removeOldDevices } from '../store/known-devices.ts';
import { PLAN_NAMES, type Plans } from '../config/plans.ts';
import { withLock, withLockOrSkip } from '../store/locks.ts';
import { refundAbandoned } from '../store/quota.ts';
import { removeOldFlows } from '../store/oidc-flows.ts';
import { removeIdleRateLimits } from '../store/rate-limits.ts';
import { removeEndedSessions } from '../store/sessions.ts';
import { removeExpiredLinks } from '../store/sign-in-links.ts';
import { forgetUnusedFiles } from '../store/stored-data.ts';
import { removeSilentViewers } from '../store/template-viewers.ts';

export interface BatchRecoveryCounts {
  /** Tasks that now run at once instead of waiting. */
  readonly hastenedTasks: number;
  /** Jobs without tasks that got new ones. */
  readonly redispatchedJobs: number;
  readonly timedOutJobs: number;
}

/** Counts of recovered work. */
interface RecoveryCounts extends BatchRecoveryCounts, CallbackRecoveryCounts, WebhookRecoveryCounts {
  readonly refundedCharges: number;
  readonly silentInstances: number;
  /** Worker pools whose tasks were returned to the queue. */
  readonly abandonedPools: number;
}

export interface SweepCounts
  extends RecoveryCounts, BatchCleanUpCounts, ShareCleanUpCounts, AnswerCleanUpCounts, ImageCleanUpCounts {
  readonly idleRateLimits: number;
  /** Tasks that had used up their attempts. */
  readonly exhaustedTasks: number;
  /** Versions of deleted templates. */
  readonly retiredVersions: number;
  /** Files that nothing in their workspace refers to, which its plan counts no longer. */
  readonly uncountedFiles: number;
  /** Files that neither a version nor a draft refers to. */
  readonly unusedFiles: number;
  /** Deliveries of callbacks whose jobs were deleted. */
  readonly oldDeliveries: number;
  /** Events of webhooks that the plan keeps no longer. */
  readonly oldEvents: number;
  readonly endedSessions: number;
  /** Browsers that were not used for long. */
  readonly oldDevices: number;
  /** Entries of the activity log. */
  readonly oldSignIns: number;
  /** Links that nobody can use any more. */
  readonly expiredSignInLinks: number;
  /** Sign-ins at the OpenID provider that were not finished. */
  readonly oldOidcFlows: number;
  /** Removed members whose time in the bin is over. */
  readonly emptiedAccounts: number;
  /** Connections of the designer whose process is gone. */
  readonly silentViewers: number;
}

export interface SweepParts extends ImageCacheLimits {
  readonly db: Database;
  readonly storage: Storage;
  /** How long a batch job may run. */
  readonly batchTimeoutMs: number;
  /** When each attempt of a callback is due, after its job has ended. */
  readonly callbackOffsetsMs: readonly number[];
  readonly plans: Plans;
  readonly log: Logger;
  /** Deletes files without a record however many they are. */
  readonly force?: boolean;
}

/**
 * A version of a deleted template is kept for requests that still use it. They end long before this time is
 * over.
 */
const graceMs = 24 * 60 * 60 * 1000;

/** How long a file that nothing refers to is counted: a clock may be an hour fast. */
const uncountedMs = 2 * 60 * 60 * 1000;

/** How long the delivery of a callback stays visible after its job was deleted. */
const keepDeliveriesMs = 30 * 24 * 60 * 60 * 1000;

/** How long the pictures of a job without a result are kept after its end. */
const keepPicturesMs = 30 * 24 * 60 * 60 * 1000;

/** Files deleted per transaction. */
const filesPerTransaction = 100;

/**
 * A clock that is an hour fast makes files expire early; they cannot be read then. Once it is right again,
 * they can: the files of expired links and archives are kept for this long.
 */
const expiredGraceMs = 2 * 60 * 60 * 1000;

/**
 * Runs all maintenance once, on purpose: what has expired goes at once. Waits while another process runs it.
 *
 * @throws ForeignStorageError before anything is changed, if storage does not belong to the database
 */
export async function sweep(parts: SweepParts): Promise<SweepCounts> {
  return await withLock(parts.db, 'sweep', () => runSweep(parts, { expiredGraceMs: 0 }));
}

/** As `sweep`; null if another process is running it. */
export async function trySweep(parts: SweepParts): Promise<SweepCounts | null> {
  return await withLockOrSkip(parts.db, 'sweep', () => runSweep(parts, { expiredGraceMs }));
}

/** Runs the urgent part of a sweep at once. Null if another process is running this part. */
export async function recoverAbandonedWork(parts: SweepParts): Promise<RecoveryCounts | null> {
  return await withLockOrSkip(parts.db, 'recover', () => recover(parts));
}

/**
 * Deletes the files of cancelled and timed-out jobs, and evicts cached pictures, without waiting for the next
 * sweep. Returns the number of jobs; null if another process is running this part.
 */
export async function clearEndedWork(parts: SweepParts): Promise<number | null> {
  return await withLockOrSkip(parts.db, 'clear', async () => {
    await evictCachedImages(parts);
    return await clearEndedJobs(parts);
  });
}

async function runSweep(
  parts: SweepParts,
  expiry: { readonly expiredGraceMs: number },
): Promise<SweepCounts> {
  const { db, storage } = parts;
  // Again, not only at the start: the database may have been replaced meanwhile.
  await claimStorage(parts);
  const emptiedAccounts = await emptyBin(parts);
  await removeOldEndpoints(db, { retentionMs: keepDeliveriesMs });
  await removeOldRowEventCounts(db);
  await removeOldPictures(db, { uploadMs: graceMs, jobMs: keepPicturesMs, ...expiry });
  const counts = {
    ...(await withLock(db, 'recover', () => recover(parts))),
    idleRateLimits: await removeIdleRateLimits(db),
    exhaustedTasks: await removeExhaustedTasks(db),
    retiredVersions: await removeRetiredVersions(db, { graceMs }),
    uncountedFiles: await forgetUnusedFiles(db, { workspaceId: null, graceMs: uncountedMs }),
    unusedFiles: await removeUnusedFiles(db, storage),
  };
  const batches = await cleanUpBatches(parts, expiry);
  const shares = await cleanUpShares(parts, expiry);
  const answers = await cleanUpAnswers(parts, expiry);
  const images = await cleanUpImages(parts);
  return {
    ...counts,
    ...batches,
    ...shares,
    ...answers,
    ...images,
    heldBackFiles: batches.heldBackFiles + shares.heldBackFiles + images.heldBackFiles,
    oldDeliveries: await removeOldDeliveries(db, { retentionMs: keepDeliveriesMs }),
    oldEvents: await removeEvents(parts),
    endedSessions: await removeEndedSessions(db, { graceMs: expiry.expiredGraceMs }),
    oldDevices: await removeOldDevices(db),
    oldSignIns: await removeOldSignIns(db),
    expiredSignInLinks: await removeExpiredLinks(db),
    oldOidcFlows: await removeOldFlows(db),
    emptiedAccounts,
    silentViewers: await removeSilentViewers(db),
  };
}

async function recover({ db, batchTimeoutMs, callbackOffsetsMs }: SweepParts): Promise<RecoveryCounts> {
  await followClock(db);
  const removed = await removeSilentInstances(db, { silentMs: SILENT_MS });
  return {
    ...removed,
    refundedCharges: await refundAbandoned(db, { graceMs: SILENT_MS }),
    ...(await recoverBatches(db, { timeoutMs: batchTimeoutMs, callbackOffsetMs: callbackOffsetsMs[0] })),
    ...(await recoverCallbacks(db)),
    ...(await recoverWebhooks(db)),
  };
}

/**
 * Restarts batch jobs that have stopped, and ends those that run too long as FAILED. Finished rows stay
 * charged; the others are refunded.
 *
 * @param timeoutMs how long a job may run
 * @param callbackOffsetMs as for `finishBatchJob`
 */
export async function recoverBatches(
  db: Database,
  {
    timeoutMs,
    callbackOffsetMs,
  }: { readonly timeoutMs: number; readonly callbackOffsetMs: number | undefined },
): Promise<BatchRecoveryCounts> {
  const end = { status: 'FAILED', keepCompleted: true } as const;
  let timedOutJobs = 0;
  for (const jobId of await findOverdueJobs(db, { timeoutMs })) {
    if (await finishBatchJob(db, jobId, end, { callbackOffsetMs })) timedOutJobs += 1;
  }
  return {
    timedOutJobs,
    redispatchedJobs: await redispatchJobs(db),
    hastenedTasks: await hastenTasks(db),
  };
}

async function removeEvents({ db, plans }: SweepParts): Promise<number> {
  let removed = 0;
  for (const plan of PLAN_NAMES)
    removed += await removeOldEvents(db, { plan, retentionMs: plans[plan].webhookRetentionMs });
  return removed;
}

async function removeUnusedFiles(db: Database, storage: Storage): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await removeUnusedBlobs(db, { graceMs, limit: filesPerTransaction }, (hash) =>
      storage.delete(blobKey(hash)),
    );
    removed += count;
    if (count < filesPerTransaction) return removed;
  }
}
