import type { IncomingMessage } from 'node:http';
import { problems } from '../domain/problems/catalogue.ts';
import { findCallerByKeyHash, type Caller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import { hashKey } from '../store/keys.ts';

/**
 * Finds the caller by the API key of the request.
 *
 * @throws Problem UNAUTHORIZED
 */
export async function authenticate(db: Database, request: IncomingMessage): Promise<Caller> {
  // Node joins the values of a repeated header field.
  if ((request.headersDistinct['x-api-key']?.length ?? 0) > 1) throw problems.keyRepeated();
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') throw problems.keyMissing();
  const caller = await findCallerByKey(db, key);
  if (caller === null) throw problems.keyUnknown();
  return caller;
}

/** Finds the caller of a key; null for an unknown or expired one. */
export async function findCallerByKey(db: Database, key: string): Promise<Caller | null> {
  // By its hash: the time of the search says nothing about how much of a wrong key is right.
  return await findCallerByKeyHash(db, hashKey(key));
}
