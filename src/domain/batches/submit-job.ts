import {
  findOriginal,
  type AcceptedJob,
  type Fingerprint,
  type OriginalJob,
} from '../../store/batches/idempotency-keys.ts';
import { DispatchError, storeSubmission, type CheckedSubmission } from '../../store/batches/submissions.ts';
import { isDatabaseAway } from '../../store/outages.ts';
import { readUsage } from '../../store/quota.ts';
import { quotaRefused } from '../../telemetry/events.ts';
import { problems } from '../problems/catalogue.ts';
import type { QuotaState, RateState } from '../problems/problem.ts';
import { findLimit, rateRefusal, rateState, submitTier } from '../quota/request-rates.ts';
import { quotaState, secondsToReset } from '../quota/state.ts';
import { requireAnyRoom } from '../quota/stored-data.ts';
import { checkSubmission } from './check-submission.ts';
import { lostPicture } from './pictures.ts';
import { computeFingerprint, type SubmitParts, type SubmitRequest } from './submission.ts';
import { countRefusal } from './submission-rate.ts';

export interface Submitted {
  readonly job: AcceptedJob;
  /** The job was accepted earlier with the same idempotency key; its rows may be others. */
  readonly isReplayed: boolean;
  readonly quota: QuotaState;
  /** The rate limit that a new submission with a key has counted against; else null. */
  readonly rate: RateState | null;
}

/**
 * Accepts a batch, or returns the job that was accepted earlier with the same idempotency key, whatever the
 * limits are now. A refused submission stores nothing but its count against the rate limit.
 *
 * HTTP counts a submission with a key as a read, because it may be a repetition, and has admitted it
 * (`admitSubmission`); a new one is counted here.
 *
 * @throws Problem
 */
export async function submitBatch(parts: SubmitParts, request: SubmitRequest): Promise<Submitted> {
  const { db, limitsRates } = parts;
  const { submission, caller, signal } = request;
  const { idempotencyKey } = submission;
  const fingerprint = computeFingerprint(submission);
  const isCounted = limitsRates && idempotencyKey !== null;
  if (idempotencyKey !== null) {
    const original = await findOriginal(db, caller.workspaceId, idempotencyKey, fingerprint);
    if (original !== null) return await repeat(parts, caller, original);
  }
  const checked = await checkNew(parts, request, fingerprint).catch((error: unknown) => {
    if (!isCounted) throw error;
    return countRefusal(parts, caller, error);
  });
  signal.throwIfAborted();
  return await store(parts, request, checked);
}

async function checkNew(
  parts: SubmitParts,
  request: SubmitRequest,
  fingerprint: Fingerprint,
): Promise<CheckedSubmission> {
  await requireAnyRoom(parts, request.caller);
  return await checkSubmission(parts, request, fingerprint);
}

async function store(
  parts: SubmitParts,
  { caller }: SubmitRequest,
  checked: CheckedSubmission,
): Promise<Submitted> {
  const { createdAt, maxActive, rows, quotaLimit } = checked;
  const tier = submitTier(parts.plans[caller.plan]);
  const limit = parts.limitsRates ? findLimit(tier, caller.accountId) : null;
  const outcome = await storeSubmission(parts.db, checked, limit).catch((error: unknown) => {
    if (!(error instanceof DispatchError)) throw error;
    if (isDatabaseAway(error.cause)) throw problems.serviceUnavailable(error.cause);
    throw problems.dispatchFailed(error, quotaState(quotaLimit, error.used, createdAt));
  });
  if (outcome.kind === 'repeated') return await repeat(parts, caller, outcome.original);
  if (outcome.kind === 'rate-limited') throw rateRefusal(tier, outcome.rate);
  const rate = outcome.rate === null ? null : rateState(tier, outcome.rate);
  const quota = quotaState(quotaLimit, outcome.used, createdAt);
  switch (outcome.kind) {
    case 'lost-pictures':
      throw problems.invalidRequest(outcome.names.map((name) => lostPicture(0, name)));
    case 'accepted':
      return { job: outcome.job, isReplayed: false, quota, rate };
    case 'too-many-active':
      throw problems.tooManyActiveBatches(maxActive, quota).with({ ...(rate && { rate }) });
    case 'over-quota':
      quotaRefused.record();
      throw problems
        .batchOverQuota(rows.length, quota, secondsToReset(quota, createdAt))
        .with({ ...(rate && { rate }) });
  }
}

async function repeat(
  { db, plans }: SubmitParts,
  { workspaceId, plan }: SubmitRequest['caller'],
  { isSame, ...job }: OriginalJob,
): Promise<Submitted> {
  if (!isSame) throw problems.idempotencyKeyReused();
  const now = new Date();
  const { used } = await readUsage(db, workspaceId, now);
  const quota = quotaState(plans[plan].rendersPerMonth, used, now);
  return { job, isReplayed: true, quota, rate: null };
}
