import type { IncomingMessage } from 'node:http';
import type { OperationId } from '../../handlers/operation.ts';
import { problems } from '../domain/errors.ts';
import type { Plans } from '../domain/plans.ts';
import type { Database } from '../store/database.ts';
import {
  findCallerByKeyHash,
  findCountedCaller,
  hashKey,
  type Caller,
  type CallerLimits,
} from '../store/keys.ts';
import type { RateLimitResult } from '../store/rate-limits.ts';
import { callerLimits } from './rate-limits.ts';

/** What callers are known and counted by. */
export interface CallerRules {
  readonly db: Database;
  readonly plans: Plans;
  /** Whether rates are limited at all. */
  readonly rateLimits: boolean;
}

/** Who sends a request, which has been counted against its operation's limits where rates are limited. */
export interface Authenticated {
  readonly caller: Caller;
  readonly counted: { readonly limits: CallerLimits; readonly rate: RateLimitResult } | null;
}

/**
 * Finds who sends a request. A key is looked up by its hash, so that no comparison's time tells how much of it was right.
 *
 * @throws Problem UNAUTHORIZED.
 */
export async function authenticate(
  { db, plans, rateLimits }: CallerRules,
  operationId: OperationId,
  request: IncomingMessage,
): Promise<Authenticated> {
  // Node joins several to one that nobody sent.
  if ((request.headersDistinct['x-api-key']?.length ?? 0) > 1) throw problems.keyRepeated();
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') throw problems.keyMissing();
  const hash = hashKey(key);
  if (!rateLimits) {
    const caller = await findCallerByKeyHash(db, hash);
    if (caller === null) throw problems.keyUnknown();
    return { caller, counted: null };
  }
  const limits = callerLimits(operationId, request.headers['idempotency-key'] !== undefined, plans);
  const found = await findCountedCaller(db, hash, limits);
  if (found === null) throw problems.keyUnknown();
  return { caller: found.caller, counted: { limits, rate: found.rate } };
}
