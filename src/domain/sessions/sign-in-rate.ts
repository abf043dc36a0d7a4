import { createHash } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { refundToken, takeToken, type Rate } from '../../store/rate-limits.ts';
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
 * Wrong codes by time: 10 at once, then one every 72 minutes, so at most 10 in an hour and 30 in a day. Of a
 * million codes, three work at a time: somebody who knows the password has a chance of 0.009 % in a day.
 */
const wrongTimeCodes = { perSecond: 20 / 86_400, burst: 10 };

type Subject =
  | 'address'
  | 'account'
  | 'account-of-all'
  | 'oidc'
  | 'code'
  | 'passkey'
  | 'device'
  | TimeCodeGuesser['subject'];

/**
 * Whose wrong codes by time are counted together: those of all browsers for an account, or those of one
 * browser in which the account has signed in before, or of one session, which others do not keep out.
 */
export interface TimeCodeGuesser {
  readonly subject: 'time-code-of-all' | 'time-code-of-device' | 'time-code-of-session';
  readonly key: string;
}

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
 * Counts a code or passkey that somebody who has passed the first step has sent from a network address.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countCode(db: Database, accountId: string, address: string): Promise<void> {
  await count(db, 'code', `${getHash(accountId)} ${toClient(address)}`);
}

/**
 * Counts a code by time, before it is checked. `refundTimeCode` follows if it is right. Recovery codes and
 * passkeys have too many bits to be guessed, and are left out: so guesses do not keep their owner out.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countTimeCode(db: Database, { subject, key }: TimeCodeGuesser): Promise<void> {
  await count(db, subject, getHash(key), wrongTimeCodes);
}

/** Only wrong codes use up the limit. */
export async function refundTimeCode(db: Database, { subject, key }: TimeCodeGuesser): Promise<void> {
  await refundToken(db, { key: rateKey(subject, getHash(key)), ...wrongTimeCodes });
}

/**
 * Counts an attempt in a browser in which the account has signed in before, instead of all other limits.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function countDevice(db: Database, device: string): Promise<void> {
  await count(db, 'device', getHash(device));
}

/** The table of rates keeps no addresses of people. */
function getHash(account: string): string {
  return createHash('sha256').update(account, 'utf8').digest('base64url');
}

async function count(db: Database, subject: Subject, key: string, rate: Rate = rateOfOne): Promise<void> {
  const name = `sign-in-${subject}`;
  const result = await takeToken(db, { key: rateKey(subject, key), ...rate });
  if (result.allowed) return;
  const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1000);
  const state = rateState({ name, ...rate }, result);
  throw rate === wrongTimeCodes
    ? studioProblems.tooManyTimeCodes(state, retryAfterSeconds)
    : studioProblems.tooManySignIns(state, retryAfterSeconds);
}

function rateKey(subject: Subject, key: string): string {
  return `sign-in-${subject}:${key}`;
}
