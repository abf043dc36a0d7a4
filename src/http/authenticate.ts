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
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') {
    throw problems.unauthorized('Send an API key in the X-Api-Key header.');
  }
  const caller = await findCallerByKeyHash(db, hashKey(key));
  if (caller === null) throw problems.unauthorized('The API key in X-Api-Key is not valid, or was deleted.');
  return caller;
}
