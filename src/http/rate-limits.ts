import type { ServerResponse } from 'node:http';
import type { OperationId } from '../../handlers/operation.ts';
import { problems } from '../domain/errors.ts';
import type { Plan } from '../domain/plans.ts';
import type { Database } from '../store/database.ts';
import type { Caller } from '../store/keys.ts';
import { takeToken } from '../store/rate-limits.ts';

/** Operations of one tier share one allowance, counted for each account. */
interface Tier {
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
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

/**
 * Counts a request against its tier and writes the RateLimit fields (draft-ietf-httpapi-ratelimit-headers) that every
 * later answer to it then carries. The policy is told as the burst, and the whole seconds in which it comes back.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED.
 */
export async function limitRate(
  db: Database,
  operationId: OperationId,
  caller: Caller,
  plan: Plan,
  response: ServerResponse,
): Promise<void> {
  const tier = operationId === 'generateImage' ? generateTier(plan) : tiers[operationId];
  const { perSecond, burst } = tier;
  const taken = await takeToken(db, { key: `${tier.name}:${caller.accountId}`, perSecond, burst });
  const resetSeconds = Math.ceil(taken.resetAfterMs / 1000);
  response.setHeader(
    'RateLimit-Policy',
    `"${tier.name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`,
  );
  response.setHeader('RateLimit', `"${tier.name}";r=${taken.remaining};t=${resetSeconds}`);
  if (taken.allowed) return;
  throw problems.rateLimitExceeded(tier.name, perSecond, Math.max(1, Math.ceil(taken.retryAfterMs / 1000)));
}

function generateTier(plan: Plan): Tier {
  return { name: 'generate', perSecond: plan.generatePerSecond, burst: plan.generateBurst };
}
