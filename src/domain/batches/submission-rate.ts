import type { Plans } from '../../config/plans.ts';
import { isKeyUsed } from '../../store/batches/idempotency-keys.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { Problem } from '../problems/problem.ts';
import { countRefusedRows, countRequest, findRateRefusal, submitTier } from '../quota/request-rates.ts';

type Account = Pick<Actor, 'accountId' | 'workspaceId' | 'plan'>;

interface RateParts {
  readonly db: Database;
  readonly plans: Plans;
}

/**
 * Refuses a new submission with an idempotency key, before its body is read, if the account has used up its
 * rate. A key that has a job may announce a repetition, which is answered whatever the limits are.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function admitSubmission(
  { db, plans }: RateParts,
  { accountId, workspaceId, plan }: Account,
  idempotencyKey: string,
): Promise<void> {
  // In this order: the submission that used up the rate has stored its job, so that its repetition finds it.
  const refusal = await findRateRefusal(db, submitTier(plans[plan]), accountId);
  if (refusal !== null && !(await isKeyUsed(db, workspaceId, idempotencyKey))) throw refusal;
}

/**
 * Counts a submission with an idempotency key that `error` refuses, and throws that error. Failures of
 * the service are not counted.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED instead if the rate is used up
 */
export async function countRefusal(
  { db, plans }: RateParts,
  { accountId, plan }: Account,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  throw error.with({ rate: await countRequest(db, submitTier(plans[plan]), accountId) });
}

/** Counts a submission whose rows were refused after work against the rate limit. */
export async function countRefusedWork(
  { db, plans, limitsRates }: RateParts & { readonly limitsRates: boolean },
  { accountId, plan }: Account,
  workMs: number,
): Promise<void> {
  if (limitsRates) await countRefusedRows(db, plans[plan], accountId, workMs);
}
