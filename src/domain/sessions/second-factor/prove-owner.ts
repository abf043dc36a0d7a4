import type { Database } from '../../../store/database.ts';
import type { SignInAccount } from '../../../store/sign-in-accounts.ts';
import type { StudioCaller } from '../../../store/sessions.ts';
import { studioProblems } from '../../problems/studio-problems.ts';
import type { Problem } from '../../problems/problem.ts';
import type { SignInParts } from '../sign-in.ts';
import { countAccount, countTimeCode, refundTimeCode, type TimeCodeGuesser } from '../sign-in-rate.ts';
import { isTimeCode, normalizeCode } from './codes.ts';
import { usePasskey, verifyPasskey, type VerifiedPasskey } from './passkeys/use-passkey.ts';
import type { PasskeyAnswer } from './passkeys/webauthn.ts';
import { useCode } from './use-code.ts';

/** A use of the second factor, in a session: a code, or what a browser answered with a passkey. */
export interface GivenFactor {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

/** A given factor whose passkey was verified. */
export type Proof =
  | {
      readonly kind: 'code';
      readonly code: string;
      /** Null: a recovery code, which cannot be guessed. */
      readonly guesser: TimeCodeGuesser | null;
    }
  | { readonly kind: 'passkey'; readonly verified: VerifiedPasskey | null }
  | { readonly kind: 'none' };

/**
 * Prepares a proof that the caller has the second factor, before the transaction that needs it.
 *
 * @throws Problem RATE_LIMIT_EXCEEDED
 */
export async function readProof(
  parts: SignInParts,
  { accountId, sessionId }: StudioCaller,
  { code, passkey }: GivenFactor,
): Promise<Proof> {
  await countAccount(parts.db, accountId);
  if (passkey !== undefined) {
    const verified = await verifyPasskey(parts, accountId, { sessionId, purpose: 'PROVE' }, passkey);
    return { kind: 'passkey', verified };
  }
  if (code === undefined) return { kind: 'none' };
  const guesser: TimeCodeGuesser | null = isTimeCode(normalizeCode(code))
    ? { subject: 'time-code-of-session', key: sessionId }
    : null;
  if (guesser !== null) await countTimeCode(parts.db, guesser);
  return { kind: 'code', code, guesser };
}

/** Uses a proof, once. False if it is wrong or missing. */
export async function useProof(
  parts: SignInParts,
  transaction: Database,
  account: SignInAccount,
  proof: Proof,
): Promise<boolean> {
  switch (proof.kind) {
    case 'none':
      return false;
    case 'code': {
      const isRight = await useCode(parts.seal, transaction, account, proof.code);
      if (isRight && proof.guesser !== null) await refundTimeCode(transaction, proof.guesser);
      return isRight;
    }
    case 'passkey':
      return (
        proof.verified !== null && (await usePasskey(parts, transaction, account.accountId, proof.verified))
      );
  }
}

/** The problem of a proof that is wrong or missing. */
export function proofProblem({ kind }: Proof): Problem {
  switch (kind) {
    case 'none':
      return studioProblems.factorMissing();
    case 'code':
      return studioProblems.codeWrong();
    case 'passkey':
      return studioProblems.passkeyWrong();
  }
}
