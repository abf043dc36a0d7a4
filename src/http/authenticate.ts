import type { IncomingMessage } from 'node:http';
import type { OperationId } from '../../handlers/operation.ts';
import { problems } from '../domain/errors.ts';
import { findCallerByKeyHash, findCountedCaller, type Caller, type CallerLimits } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import { hashKey } from '../store/keys.ts';
import type { RateLimitResult } from '../store/rate-limits.ts';
import type { Template } from '../store/templates.ts';
import { uuid } from './ajv.ts';
import type { RequestLimits } from './rate-limits.ts';

/** What callers are known and counted by. */
export interface CallerRules {
  readonly db: Database;
  /** Null where rates are not limited. */
  readonly limits: RequestLimits | null;
}

/** Who sends a request. Where rates are limited, it has been counted against its operation's limits. */
export interface Authenticated {
  readonly caller: Caller;
  readonly counted: { readonly limits: CallerLimits; readonly rate: RateLimitResult } | null;
  /** The template that the path names, as the caller sees it; undefined where it has not been looked for. */
  readonly template?: Template | null;
}

/**
 * Finds who sends a request. A key is looked up by its hash, so that no comparison's time tells how much of it was right.
 *
 * @param templateId of the path, as it was sent
 * @throws Problem UNAUTHORIZED.
 */
export async function authenticate(
  { db, limits }: CallerRules,
  operationId: OperationId,
  request: IncomingMessage,
  templateId: unknown,
): Promise<Authenticated> {
  // Node joins several to one that nobody sent.
  if ((request.headersDistinct['x-api-key']?.length ?? 0) > 1) throw problems.keyRepeated();
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') throw problems.keyMissing();
  const hash = hashKey(key);
  if (limits === null) {
    const caller = await findCallerByKeyHash(db, hash);
    if (caller === null) throw problems.keyUnknown();
    return { caller, counted: null };
  }
  const ofOperation = limits.of(operationId, request.headers['idempotency-key'] !== undefined);
  // What is none is refused by the validation later.
  const isTemplate = typeof templateId === 'string' && uuid.test(templateId);
  const found = await findCountedCaller(db, hash, ofOperation, isTemplate ? templateId : null);
  if (found === null) throw problems.keyUnknown();
  const { caller, rate, template } = found;
  return { caller, counted: { limits: ofOperation, rate }, ...(isTemplate ? { template } : {}) };
}
