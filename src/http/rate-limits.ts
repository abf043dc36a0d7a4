import type { ServerResponse } from 'node:http';
import type { OperationId } from '../../handlers/operation.ts';
import type { SubmissionRate } from '../domain/batch/submit.ts';
import { problems, type Problem, type RateState } from '../domain/errors.ts';
import { PLAN_NAMES, type Plan, type Plans } from '../domain/plans.ts';
import type { Database } from '../store/database.ts';
import type { Caller, CallerLimits } from '../store/callers.ts';
import {
  peekToken,
  takeToken,
  tokenBindings,
  type Rate,
  type RateLimit,
  type RateLimitResult,
} from '../store/rate-limits.ts';
import { rateHeaders } from './problem-response.ts';

/** Operations of one tier share one allowance, counted for each account. */
interface Tier extends Rate {
  readonly name: string;
}

const discovery: Tier = { name: 'discovery', perSecond: 50, burst: 50 };
const shares: Tier = { name: 'shares', perSecond: 50, burst: 50 };
const batchSubmit: Tier = { name: 'batch-submit', perSecond: 1, burst: 1 };
const batchRead: Tier = { name: 'batch-read', perSecond: 100, burst: 100 };
const batchChange: Tier = { name: 'batch-change', perSecond: 10, burst: 10 };

const tiers: Readonly<Record<Exclude<OperationId, 'generateImage'>, Tier>> = {
  listProjects: discovery,
  listProjectTemplates: discovery,
  getTemplate: discovery,
  listShares: shares,
  revokeShare: shares,
  submitBatchJob: batchSubmit,
  listBatchJobs: batchRead,
  getBatchJob: batchRead,
  listBatchItems: batchRead,
  getBatchResult: batchRead,
  cancelBatchJob: batchChange,
  deleteBatchJob: batchChange,
};

/** The limits that requests to operations count against. */
export interface RequestLimits {
  /**
   * @param isKeyed whether the request may be the repetition of an earlier one: a submission counts as a read then, until it turns
   *   out to be a new one.
   */
  of(operationId: OperationId, isKeyed: boolean): CallerLimits;
}

/** Puts them together once, as plans stay the same for as long as a process runs. */
export function requestLimits(plans: Plans): RequestLimits {
  const generate = limitsByPlan('generate', ({ generatePerSecond, generateBurst }) => ({
    perSecond: generatePerSecond,
    burst: generateBurst,
  }));
  const ofTiers = new Map(
    [...Object.values(tiers), batchRead].map((tier) => [tier, limitsByPlan(tier.name, () => tier)]),
  );
  return {
    of(operationId, isKeyed) {
      const tier = tierOf(operationId, isKeyed);
      return (tier === null ? null : ofTiers.get(tier)) ?? generate;
    },
  };

  function limitsByPlan(name: string, rate: (plan: Plan) => Rate): CallerLimits {
    const ofPlans = Object.fromEntries(
      PLAN_NAMES.map((plan) => [plan, rate(plans[plan])]),
    ) as CallerLimits['ofPlans'];
    const bindings = { plans: Object.keys(ofPlans), ...tokenBindings(Object.values(ofPlans)) };
    return { name, ofPlans, bindings };
  }
}

/**
 * Writes the RateLimit fields that every answer to a counted request then carries.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED.
 */
export function tellRate(
  { name, ofPlans }: CallerLimits,
  { plan }: Caller,
  result: RateLimitResult,
  response: ServerResponse,
): void {
  tell({ name, ...ofPlans[plan] }, result, response);
}

/** Whose allowance it is, and the answer that tells how it stands. */
interface RateSubject {
  readonly db: Database;
  readonly caller: Caller;
  readonly response: ServerResponse;
}

/** The rate of new submissions, for one request that has been counted as a read. */
export function submissionRate(subject: RateSubject): SubmissionRate {
  return {
    refusal: async (db) => {
      const result = await peekToken(db, limitOf(batchSubmit, subject.caller));
      return result.allowed ? null : refuse(batchSubmit, result);
    },
    take: (db) => take(db, batchSubmit, subject),
  };
}

/** Where rates are not limited. */
export const unlimitedSubmissions: SubmissionRate = {
  refusal: () => Promise.resolve(null),
  take: () => Promise.resolve(),
};

async function take(db: Database, tier: Tier, { caller, response }: RateSubject): Promise<void> {
  tell(tier, await takeToken(db, limitOf(tier, caller)), response);
}

function tell(tier: Tier, result: RateLimitResult, response: ServerResponse): void {
  for (const [name, value] of Object.entries(rateHeaders(stateOf(tier, result))))
    response.setHeader(name, value);
  if (!result.allowed) throw refuse(tier, result);
}

function limitOf({ name, perSecond, burst }: Tier, { accountId }: Caller): RateLimit {
  return { key: `${name}:${accountId}`, perSecond, burst };
}

function refuse(tier: Tier, result: RateLimitResult): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(result.retryAfterMs / 1000));
  return problems.rateLimitExceeded(stateOf(tier, result), tier.perSecond, retryAfterSeconds);
}

function stateOf({ name, perSecond, burst }: Tier, { remaining, resetAfterMs }: RateLimitResult): RateState {
  const windowSeconds = Math.max(1, Math.ceil(burst / perSecond));
  return { name, burst, windowSeconds, remaining, resetSeconds: Math.ceil(resetAfterMs / 1000) };
}

/** Null: what may be generated depends on the plan. */
function tierOf(operationId: OperationId, isKeyed: boolean): Tier | null {
  if (operationId === 'generateImage') return null;
  return operationId === 'submitBatchJob' && isKeyed ? batchRead : tiers[operationId];
}
