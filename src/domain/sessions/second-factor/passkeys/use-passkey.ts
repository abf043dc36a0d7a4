import type { Logger } from '../../../../telemetry/log.ts';
import type { Database } from '../../../../store/database.ts';
import {
  keepChallenge,
  listPasskeys,
  takeChallenge,
  usePasskey as recordUse,
  type ChallengeUse,
  type Passkey,
} from '../../../../store/passkeys.ts';
import { studioProblems } from '../../../problems/studio-problems.ts';
import { findRelyingParty, type RelyingParty } from './relying-party.ts';
import { makeChallenge, requestOptions, verifyAnswer, type PasskeyAnswer } from './webauthn.ts';

export interface PasskeyParts {
  readonly db: Database;
  /** The origin that clients see. */
  readonly publicUrl: () => string;
  readonly log: Logger;
}

/** An answer whose signature is that of a passkey of the account. */
export interface VerifiedPasskey {
  readonly passkeyId: string;
  readonly counter: number;
}

/**
 * Begins to ask for a passkey of an account. Returns what the browser needs; null if the use is over.
 *
 * @throws Problem PASSKEYS_NOT_POSSIBLE if it has none for the address of the service
 */
export async function askForPasskey(
  { db, publicUrl }: PasskeyParts,
  accountId: string,
  use: ChallengeUse,
): Promise<Record<string, unknown> | null> {
  const party = findRelyingParty(publicUrl());
  const passkeys = party === null ? [] : await listUsable(db, accountId, party);
  if (party === null || passkeys.length === 0) throw studioProblems.noPasskey();
  const challenge = makeChallenge();
  const options = await requestOptions(party, challenge, passkeys);
  return (await keepChallenge(db, use, challenge)) ? options : null;
}

/** Checks an answer. Its challenge works once, also if the answer is wrong. Null: wrong. */
export async function verifyPasskey(
  { db, publicUrl }: PasskeyParts,
  accountId: string,
  use: ChallengeUse,
  answer: PasskeyAnswer,
): Promise<VerifiedPasskey | null> {
  const challenge = await takeChallenge(db, use);
  const party = findRelyingParty(publicUrl());
  if (challenge === null || party === null) return null;
  const given = Buffer.from(answer.id, 'base64url');
  const passkeys = await listUsable(db, accountId, party);
  const passkey = passkeys.find(({ credentialId }) => credentialId.equals(given));
  if (passkey === undefined) return null;
  const counter = await verifyAnswer(party, challenge, passkey, answer);
  return counter === null ? null : { passkeyId: passkey.passkeyId, counter };
}

/** Records the use of a passkey. False if it was removed, or its counter went back, which is logged. */
export async function usePasskey(
  { log }: Pick<PasskeyParts, 'log'>,
  transaction: Database,
  accountId: string,
  verified: VerifiedPasskey,
): Promise<boolean> {
  const outcome = await recordUse(transaction, verified);
  if (outcome === 'copied') {
    const { passkeyId } = verified;
    log.warn({ accountId, passkeyId }, 'A passkey was refused: its counter went back, so it may be a copy.');
  }
  return outcome === 'used';
}

async function listUsable(
  db: Database,
  accountId: string,
  { rpId }: RelyingParty,
): Promise<readonly Passkey[]> {
  const passkeys = await listPasskeys(db, accountId);
  return passkeys.filter((passkey) => passkey.rpId === rpId);
}
