import type { IncomingMessage } from 'node:http';
import { problems } from '../domain/problems/catalogue.ts';
import type { Problem } from '../domain/problems/problem.ts';
import type { RateRefusals } from '../domain/quota/rate-refusals.ts';
import type { Tier } from '../domain/quota/request-rates.ts';
import { findCallerByKeyHash, type Caller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import { hashKey } from '../store/keys.ts';
import type { Exchange } from './exchange.ts';
import { rateHeaders } from './problem-response.ts';
import { setHeaders } from './respond.ts';

interface AdmissionParts {
  readonly db: Database;
  /** Whether requests count against rate limits. */
  readonly limitsRates: boolean;
  readonly rateRefusals: RateRefusals;
}

interface KeyAdmission {
  readonly key: string;
  /** The same on every plan. */
  readonly tierName: Tier['name'];
  readonly findTier: (caller: Caller) => Tier;
  readonly unknown: () => Problem;
}

/**
 * Finds the caller of a key, and counts the request for its account. By its hash: the time of the search says
 * nothing about how much of a wrong key is right.
 *
 * @throws Problem UNAUTHORIZED, RATE_LIMIT_EXCEEDED
 */
export async function admitKey(
  { db, limitsRates, rateRefusals }: AdmissionParts,
  { response, note }: Exchange,
  { key, tierName, findTier, unknown }: KeyAdmission,
): Promise<Caller> {
  const keyHash = hashKey(key);
  const refused = rateRefusals.find({ name: tierName }, keyHash);
  if (refused !== undefined) {
    note(refused.sender);
    throw refused.problem;
  }
  const caller = await findCallerByKeyHash(db, keyHash);
  if (caller === null) throw unknown();
  const { keyId, accountId, workspaceId } = caller;
  const sender = { keyId, accountId, workspaceId };
  note(sender);
  if (!limitsRates) return caller;
  // At once: refusals that follow carry these headers, too.
  setHeaders(response, rateHeaders(await rateRefusals.count(db, findTier(caller), keyHash, sender)));
  return caller;
}

/**
 * Reads the API key of a request.
 *
 * @throws Problem UNAUTHORIZED
 */
export function readKey(request: IncomingMessage): string {
  // Node joins the values of a repeated header field.
  if ((request.headersDistinct['x-api-key']?.length ?? 0) > 1) throw problems.keyRepeated();
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') throw problems.keyMissing();
  return key;
}
