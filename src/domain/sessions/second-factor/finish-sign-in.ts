import { lockSignInAccount } from '../../../store/members.ts';
import { findSignInLink, useSignInLink } from '../../../store/sign-in-links.ts';
import { hashToken } from '../../../store/tokens.ts';
import { studioProblems } from '../../problems/studio-problems.ts';
import { readNewSession } from '../own-sessions.ts';
import {
  beginSession,
  noteFailure,
  type NewSession,
  type SignInClient,
  type SignInParts,
} from '../sign-in.ts';
import { countAddress, countCode } from '../sign-in-rate.ts';
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
  await countAddress(db, client.address, 'code');
  const tokenHash = hashToken(challenge);
  const link = await findSignInLink(db, tokenHash);
  if (link?.purpose !== 'CODE' || link.method === undefined) throw studioProblems.challengeInvalid();
  const { accountId, method } = link;
  await countCode(db, accountId, client.address);
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
  return { outcome: 'signed-in', token, session: await readNewSession(parts, token) };
}
