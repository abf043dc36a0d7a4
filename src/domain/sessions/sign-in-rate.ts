import { createHash } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { takeToken } from '../../store/rate-limits.ts';
import { toClient } from '../quota/client-address.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { rateState } from '../quota/request-rates.ts';

/** Ten attempts at once, then one every six seconds. `RATE_LIMITS` does not turn this off. */
const rate = { perSecond: 10 / 60, burst: 10 };

type Subject = 'address' | 'account' | 'oidc';

/**
 * Counts an attempt to sign in from a network address.
 *
 * @param subject `oidc`: answers of the provider, which follow attempts that have been counted
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countAddress(
  db: Database,
  address: string,
  subject: 'address' | 'oidc' = 'address',
): Promise<void> {
  await count(db, subject, toClient(address));
}

/**
 * Counts an attempt to sign in to the account with an address, whether there is one or not.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countAccount(db: Database, account: string): Promise<void> {
  // Hashed: the table of rates keeps no addresses of people.
  await count(db, 'account', createHash('sha256').update(account, 'utf8').digest('base64url'));
}

async function count(db: Database, subject: Subject, key: string): Promise<void> {
  const name = `sign-in-${subject}`;
  const result = await takeToken(db, { key: `${name}:${key}`, ...rate });
  if (result.allowed) return;
  const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1000);
  throw studioProblems.tooManySignIns(rateState({ name, ...rate }, result), retryAfterSeconds);
}
