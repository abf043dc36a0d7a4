import type { Database } from '../../../store/database.ts';
import { lockSignInAccount, type SignInAccount } from '../../../store/sign-in-accounts.ts';
import { findSignInLink, useSignInLink } from '../../../store/sign-in-links.ts';
import { hashToken } from '../../../store/tokens.ts';
import { studioProblems } from '../../problems/studio-problems.ts';
import { findKnownDevice } from '../known-device.ts';
import {
  beginSession,
  describeSession,
  noteFailure,
  type NewSession,
  type SignInClient,
  type SignInParts,
} from '../sign-in.ts';
import {
  countAddress,
  countCode,
  countDevice,
  countTimeCode,
  refundTimeCode,
  type TimeCodeGuesser,
} from '../sign-in-rate.ts';
import { isTimeCode, normalizeCode } from './codes.ts';
import { askForPasskey, usePasskey, verifyPasskey } from './passkeys/use-passkey.ts';
import type { PasskeyAnswer } from './passkeys/webauthn.ts';
import { useCode } from './use-code.ts';

/**
 * Finishes a sign-in that waits for a code of the second factor, or a recovery code. A wrong code leaves the
 * challenge as it is, for its 10 minutes.
 *
 * @throws Problem CHALLENGE_INVALID, SIGN_IN_CODE_WRONG, RATE_LIMIT_EXCEEDED
 */
export async function finishSignIn(
  parts: SignInParts,
  client: SignInClient,
  { challenge, code }: { readonly challenge: string; readonly code: string },
): Promise<NewSession> {
  const { db, seal } = parts;
  const waiting = await findWaiting(db, client, challenge);
  const guesser = isTimeCode(normalizeCode(code)) ? waiting.guesser : null;
  if (guesser !== null) await countTimeCode(db, guesser);
  const token = await enter(db, client, waiting, {
    prove: (transaction, account) => useCode(seal, transaction, account, code),
  });
  if (guesser !== null && token !== null) await refundTimeCode(db, guesser);
  if (token === null) {
    noteFailure(db, waiting, 'With a code', client);
    throw studioProblems.signInCodeWrong();
  }
  return await describeSession(parts, client, token);
}

/**
 * Begins to finish a sign-in with a passkey. Returns what the browser needs.
 *
 * @throws Problem CHALLENGE_INVALID, PASSKEYS_NOT_POSSIBLE, RATE_LIMIT_EXCEEDED
 */
export async function startPasskeySignIn(
  parts: SignInParts,
  client: SignInClient,
  challenge: string,
): Promise<Record<string, unknown>> {
  const { db } = parts;
  const tokenHash = hashToken(challenge);
  const link = await findSignInLink(db, tokenHash);
  const device = await findKnownDevice(db, link?.accountId, client.device);
  if (device === null) await countAddress(db, client.address, 'passkey');
  else await countDevice(db, device);
  if (link?.purpose !== 'CODE') throw studioProblems.challengeInvalid();
  const options = await askForPasskey(parts, link.accountId, { tokenHash, purpose: 'SIGN_IN' });
  if (options === null) throw studioProblems.challengeInvalid();
  return options;
}

/**
 * Finishes a sign-in with a passkey. A wrong answer leaves the sign-in as it is, for its 10 minutes, but not
 * what was asked for.
 *
 * @throws Problem CHALLENGE_INVALID, SIGN_IN_PASSKEY_WRONG, RATE_LIMIT_EXCEEDED
 */
export async function finishPasskeySignIn(
  parts: SignInParts,
  client: SignInClient,
  { challenge, passkey }: { readonly challenge: string; readonly passkey: PasskeyAnswer },
): Promise<NewSession> {
  const { db } = parts;
  const waiting = await findWaiting(db, client, challenge);
  const { accountId, tokenHash } = waiting;
  const verified = await verifyPasskey(parts, accountId, { tokenHash, purpose: 'SIGN_IN' }, passkey);
  const token =
    verified === null
      ? null
      : await enter(db, client, waiting, {
          prove: (transaction) => usePasskey(parts, transaction, accountId, verified),
          factor: ' and a passkey',
        });
  if (token === null) {
    noteFailure(db, waiting, verified === null ? 'With a passkey' : 'With a copy of a passkey', client);
    throw studioProblems.signInPasskeyWrong();
  }
  return await describeSession(parts, client, token);
}

/** A sign-in whose first step is done. */
interface Waiting {
  readonly accountId: string;
  readonly method: 'PASSWORD' | 'LINK';
  readonly tokenHash: Buffer;
  readonly guesser: TimeCodeGuesser;
}

/**
 * Finds the sign-in of a challenge, and counts an attempt to finish it.
 *
 * @throws Problem CHALLENGE_INVALID, RATE_LIMIT_EXCEEDED
 */
async function findWaiting(db: Database, client: SignInClient, challenge: string): Promise<Waiting> {
  const tokenHash = hashToken(challenge);
  const link = await findSignInLink(db, tokenHash);
  const device = await findKnownDevice(db, link?.accountId, client.device);
  if (device === null) await countAddress(db, client.address, 'code');
  else await countDevice(db, device);
  if (link?.purpose !== 'CODE' || link.method === undefined) throw studioProblems.challengeInvalid();
  const { accountId, method } = link;
  if (device === null) await countCode(db, accountId, client.address);
  const guesser: TimeCodeGuesser =
    device === null
      ? { subject: 'time-code-of-all', key: accountId }
      : { subject: 'time-code-of-device', key: device };
  return { accountId, method, tokenHash, guesser };
}

/** Starts the session of a sign-in. Null if the second factor is not proved. */
async function enter(
  db: Database,
  client: SignInClient,
  { accountId, method, tokenHash }: Waiting,
  {
    prove,
    factor,
  }: {
    readonly prove: (transaction: Database, account: SignInAccount) => Promise<boolean>;
    /** For the log, after the way of the first step. */
    readonly factor?: string;
  },
): Promise<string | null> {
  return await db.transaction(async (transaction) => {
    const account = await lockSignInAccount(transaction, accountId);
    if (account === null) throw studioProblems.challengeInvalid();
    if (!(await prove(transaction, account))) return null;
    if (!(await useSignInLink(transaction, tokenHash))) throw studioProblems.challengeInvalid();
    return await beginSession(transaction, account, method, client, factor);
  });
}
