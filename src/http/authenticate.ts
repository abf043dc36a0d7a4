import type { IncomingMessage } from 'node:http';
import { problems } from '../domain/errors.ts';
import type { Database } from '../store/database.ts';
import { findCallerByKeyHash, hashKey, type Caller } from '../store/keys.ts';

/**
 * Finds who sends a request. A key is looked up by its hash, so that no comparison's time tells how much of it was right.
 *
 * @throws Problem UNAUTHORIZED.
 */
export async function authenticate(request: IncomingMessage, db: Database): Promise<Caller> {
  // Node joins several to one that nobody sent.
  if ((request.headersDistinct['x-api-key']?.length ?? 0) > 1) throw problems.keyRepeated();
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') throw problems.keyMissing();
  const caller = await findCallerByKeyHash(db, hashKey(key));
  if (caller === null) throw problems.keyUnknown();
  return caller;
}
