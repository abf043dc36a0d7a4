import type { operations } from '../../../generated/openapi.ts';
import type { Plan } from '../../config/plans.ts';
import type { Database } from '../../store/database.ts';
import {
  peekToken,
  takeToken,
  takeTokens,
  type Rate,
  type RateLimit,
  type RateLimitResult,
} from '../../store/rate-limits.ts';
import { problems } from '../problems/catalogue.ts';
import type { Problem, RateState } from '../problems/problem.ts';

/** A rate limit of the API. Operations of one tier share one allowance for each account. */
export interface Tier extends Rate {
  readonly name: string;
}

const discovery: Tier = { name: 'discovery', perSecond: 50, burst: 50 };
const shares: Tier = { name: 'shares', perSecond: 50, burst: 50 };
const batchRead: Tier = { name: 'batch-read', perSecond: 100, burst: 100 };
const batchChange: Tier = { name: 'batch-change', perSecond: 10, burst: 10 };

const webhooks: Tier = { name: 'webhooks', perSecond: 50, burst: 50 };

/** Messages of agents, of which tool calls also count as the operations that they are. */
export const agentMessages: Tier = { name: 'agents', perSecond: 50, burst: 50 };

const studio: Tier = { name: 'studio', perSecond: 100, burst: 100 };

/** Streams that tabs open. After a restart all tabs of an account connect at once. */
const streams: Tier = { name: 'streams', perSecond: 2, burst: 60 };
const streamOperations: ReadonlySet<string> = new Set(['events', 'previews']);

/** Previews in the app, and checks of rows. Each takes the time of a renderer, and nobody pays for it. */
const preview: Tier = { name: 'preview', perSecond: 30, burst: 30 };
const previewOperations: ReadonlySet<string> = new Set([
  'previewDraft',
  'previewVersion',
  'checkBatch',
  'convertDesign',
]);

/** New batch jobs: as many at once as in a second, at least one. */
export function submitTier({ submissionsPerSecond: perSecond }: Plan): Tier {
  return { name: 'batch-submit', perSecond, burst: Math.max(1, Math.floor(perSecond)) };
}

/** The operations of requests with a key. */
type KeyOperation = Exclude<keyof operations, 'getImage' | 'headImage'>;

const tiers: Readonly<
  Record<Exclude<KeyOperation, 'generateImage' | 'submitRender' | 'submitBatchJob'>, Tier>
> = {
  listProjects: discovery,
  listProjectTemplates: discovery,
  getTemplate: discovery,
  importTemplate: discovery,
  listShares: shares,
  revokeShare: shares,
  listBatchJobs: batchRead,
  getBatchJob: batchRead,
  listBatchItems: batchRead,
  getBatchResult: batchRead,
  cancelBatchJob: batchChange,
  deleteBatchJob: batchChange,
  listRenders: batchRead,
  getRender: batchRead,
  getRenderFile: batchRead,
  deleteRender: batchChange,
  createWebhookEndpoint: webhooks,
  listWebhookEndpoints: webhooks,
  getWebhookEndpoint: webhooks,
  updateWebhookEndpoint: webhooks,
  deleteWebhookEndpoint: webhooks,
  rotateWebhookSecret: webhooks,
  sendWebhookTest: webhooks,
  listWebhookDeliveries: webhooks,
  replayWebhookEvents: webhooks,
};

/**
 * The tier that a request counts against.
 *
 * @param hasIdempotencyKey a submission with a key may repeat an earlier one and counts as a read; a new one
 * is counted later, by `submitBatch`
 */
export function findTier(operationId: KeyOperation, plan: Plan, hasIdempotencyKey: boolean): Tier {
  if (operationId === 'generateImage' || operationId === 'submitRender') return generateTier(plan);
  if (operationId === 'submitBatchJob') return hasIdempotencyKey ? batchRead : submitTier(plan);
  return tiers[operationId];
}

/** The tier that a request of the app counts against. */
export function findStudioTier(operationId: string): Tier {
  if (streamOperations.has(operationId)) return streams;
  return previewOperations.has(operationId) ? preview : studio;
}

function generateTier({ generatePerSecond, generateBurst }: Plan): Tier {
  return { name: 'generate', perSecond: generatePerSecond, burst: generateBurst };
}

/** Pictures of a page that image URLs may show at once, on every plan. */
const pictureBurst = 40;

/** New pictures at image URLs have the rate of generate requests, but an allowance of their own. */
function pictureTier({ generatePerSecond, generateBurst }: Plan): Tier {
  return { name: 'pictures', perSecond: generatePerSecond, burst: Math.max(generateBurst, pictureBurst) };
}

/** Counts a new picture at an image URL, if the rate allows it. */
export async function takePicture(db: Database, plan: Plan, accountId: string): Promise<RateLimitResult> {
  return await takeToken(db, findLimit(pictureTier(plan), accountId));
}

/**
 * Counts a render that a renderer was lost to: one more request for each second that it took. It is refunded,
 * so without this it would be free, however much it cost the service.
 */
export async function countLostRender(
  db: Database,
  plan: Plan,
  accountId: string,
  renderMs: number,
): Promise<void> {
  for (const tier of [generateTier(plan), pictureTier(plan)])
    await takeTokens(db, findLimit(tier, accountId), Math.ceil(renderMs / 1_000));
}

/** Counts a preview that a renderer was lost to, as `countLostRender` does. */
export async function countLostPreview(db: Database, accountId: string, renderMs: number): Promise<void> {
  await takeTokens(db, findLimit(preview, accountId), Math.ceil(renderMs / 1_000));
}

/** Milliseconds of a thread that count as one request. */
const msPerRequest = 100;

/**
 * Counts a render that was refused after work: one more request for each tenth of a second of a thread. It is
 * not charged, so without this it would be as cheap as a mistake that is found at once.
 */
export async function countRefusedRender(
  db: Database,
  plan: Plan,
  accountId: string,
  workMs: number,
): Promise<void> {
  for (const tier of [generateTier(plan), pictureTier(plan)]) await countWork(db, tier, accountId, workMs);
}

/** Counts a preview that was refused after work, as `countRefusedRender` does. */
export async function countRefusedPreview(db: Database, accountId: string, workMs: number): Promise<void> {
  await countWork(db, preview, accountId, workMs);
}

/** Counts a batch whose rows were refused after work, as `countRefusedRender` does. */
export async function countRefusedRows(
  db: Database,
  plan: Plan,
  accountId: string,
  workMs: number,
): Promise<void> {
  await countWork(db, submitTier(plan), accountId, workMs);
}

async function countWork(db: Database, tier: Tier, accountId: string, workMs: number): Promise<void> {
  const requests = Math.floor(workMs / msPerRequest);
  if (requests > 0) await takeTokens(db, findLimit(tier, accountId), requests);
}

/**
 * Counts a request and returns the state of the account's rate limit.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countRequest(db: Database, tier: Tier, accountId: string): Promise<RateState> {
  const result = await takeToken(db, findLimit(tier, accountId));
  if (!result.allowed) throw rateRefusal(tier, result);
  return rateState(tier, result);
}

/** The problem that `countRequest` would throw now, or null. Counts nothing. */
export async function findRateRefusal(db: Database, tier: Tier, accountId: string): Promise<Problem | null> {
  const result = await peekToken(db, findLimit(tier, accountId));
  return result.allowed ? null : rateRefusal(tier, result);
}

export function findLimit({ name, perSecond, burst }: Tier, accountId: string): RateLimit {
  return { key: `${name}:${accountId}`, perSecond, burst };
}

export function rateRefusal(tier: Tier, result: RateLimitResult): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(result.retryAfterMs / 1000));
  return problems.rateLimitExceeded(rateState(tier, result), tier.perSecond, retryAfterSeconds);
}

export function rateState(
  { name, perSecond, burst }: Tier,
  { remaining, resetAfterMs }: RateLimitResult,
): RateState {
  const windowSeconds = Math.max(1, Math.ceil(burst / perSecond));
  return { name, burst, windowSeconds, remaining, resetSeconds: Math.ceil(resetAfterMs / 1000) };
}
