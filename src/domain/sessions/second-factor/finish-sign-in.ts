import { lockSignInAccount } from '../../../store/members.ts';
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
import { countAddress, countCode, countDeviceCode } from '../sign-in-rate.ts';
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
  const tokenHash = hashToken(challenge);
  const link = await findSignInLink(db, tokenHash);
  const device = await findKnownDevice(db, link?.accountId, client.device);
  if (device === null) await countAddress(db, client.address, 'code');
  else await countDeviceCode(db, device);
  if (link?.purpose !== 'CODE' || link.method === undefined) throw studioProblems.challengeInvalid();
  const { accountId, method } = link;
  if (device === null) await countCode(db, accountId, client.address);
  const token = await db.transaction(async (transaction) => {
    const account = await lockSignInAccount(transaction, accountId);
    if (account === null) throw studioProblems.challengeInvalid();
    if (!(await useCode(seal, transaction, account, code))) return null;
    if (!(await useSignInLink(transaction, tokenHash))) throw studioProblems.challengeInvalid();
    return await beginSession(transaction, account, method, client);
  });
  if (token === null) {
    noteFailure(db, { accountId }, 'With a code', client);
    throw studioProblems.signInCodeWrong();
  }
  return await describeSession(parts, client, token);
}
