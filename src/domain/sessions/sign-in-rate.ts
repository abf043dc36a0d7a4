import { createHash } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { takeToken, type Rate } from '../../store/rate-limits.ts';
import { toClient } from '../quota/client-address.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { rateState } from '../quota/request-rates.ts';

/** Ten attempts at once, then one every six seconds. `RATE_LIMITS` does not turn this off. */
const rateOfOne = { perSecond: 10 / 60, burst: 10 };

/**
 * Attempts to sign in to an account from everywhere: those of one network address are fewer, so that a
 * stranger does not keep its owner out. NIST SP 800-63B allows 100 failed attempts.
 */
const rateOfAll = { perSecond: 100 / 60, burst: 100 };

/**
 * Codes of a second factor for an account, from everywhere: of a million, three work at a time, so guesses of
 * somebody who knows the password stay hopeless.
 */
const codesOfAll = { perSecond: 60 / 3600, burst: 60 };

type Subject =
  | 'address'
  | 'account'
  | 'account-of-all'
  | 'oidc'
  | 'code'
  | 'passkey'
  | 'code-of-all'
  | 'device'
  | 'code-of-device';

/**
 * Counts an attempt to sign in from a network address.
 *
 * @param subject `oidc`, `code`, `passkey`: answers of the provider, codes, and requests for passkeys, which
 *   follow counted attempts
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countAddress(
  db: Database,
  address: string,
  subject: 'address' | 'oidc' | 'code' | 'passkey' = 'address',
): Promise<void> {
  await count(db, subject, toClient(address));
}

/**
 * Counts an attempt to prove that an account is one's own, in a session of it or with a link.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countAccount(db: Database, account: string): Promise<void> {
  await count(db, 'account', getHash(account));
}

/**
 * Counts an attempt to sign in to the account with an email address, whether there is one or not, from a
 * network address.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countSignIn(db: Database, email: string, address: string): Promise<void> {
  await count(db, 'account', `${getHash(email)} ${toClient(address)}`);
  await count(db, 'account-of-all', getHash(email), rateOfAll);
}

/**
 * Counts a code of a second factor that somebody who has passed the first step has sent.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countCode(db: Database, accountId: string, address: string): Promise<void> {
  await count(db, 'code', `${getHash(accountId)} ${toClient(address)}`);
  await count(db, 'code-of-all', getHash(accountId), codesOfAll);
}

/**
 * Counts an attempt in a browser in which the account has signed in before, instead of all other limits.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countDevice(db: Database, device: string): Promise<void> {
  await count(db, 'device', getHash(device));
}

/**
 * Counts a code of such a browser: as slow as codes from everywhere, which do not keep it out.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countDeviceCode(db: Database, device: string): Promise<void> {
  await countDevice(db, device);
  await count(db, 'code-of-device', getHash(device), codesOfAll);
}

/** The table of rates keeps no addresses of people. */
function getHash(account: string): string {
  return createHash('sha256').update(account, 'utf8').digest('base64url');
}

async function count(db: Database, subject: Subject, key: string, rate: Rate = rateOfOne): Promise<void> {
  const name = `sign-in-${subject}`;
  const result = await takeToken(db, { key: `${name}:${key}`, ...rate });
  if (result.allowed) return;
  const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1000);
  throw studioProblems.tooManySignIns(rateState({ name, ...rate }, result), retryAfterSeconds);
}
