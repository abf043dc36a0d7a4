/** The passkeys of a caller. */
import {
  insertPasskey,
  keepChallenge,
  listPasskeys,
  removePasskey,
  renamePasskey,
  takeChallenge,
  type Passkey,
} from '../../../../store/passkeys.ts';
import type { StudioCaller } from '../../../../store/sessions.ts';
import { studioProblems } from '../../../problems/studio-problems.ts';
import { confirmPassword } from '../../confirm-password.ts';
import { findOwn } from '../../own-sessions.ts';
import type { SignInParts } from '../../sign-in.ts';
import { countAccount } from '../../sign-in-rate.ts';
import { afterAdding, afterRemoving, lockOwn, recordOwn } from '../changes.ts';
import { proofProblem, readProof, useProof, type GivenFactor } from '../prove-owner.ts';
import { findRelyingParty } from './relying-party.ts';
import { askForPasskey } from './use-passkey.ts';
import { creationOptions, makeChallenge, verifyMade, type MadePasskey } from './webauthn.ts';

/** Of an account. */
export const maxPasskeys = 10;

/** The password and, if there is one, the second factor of the caller. */
export interface OwnerProof extends GivenFactor {
  readonly currentPassword?: string | undefined;
}

export type ListedPasskey = Pick<Passkey, 'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'> & {
  /** Whether it was made for the address that the service has now. */
  readonly isUsable: boolean;
};

/** The passkeys of the caller, and the origin where browsers use them; null if they cannot. */
export async function readPasskeys(
  { db, publicUrl }: SignInParts,
  { accountId }: StudioCaller,
): Promise<{ readonly passkeys: readonly ListedPasskey[]; readonly origin: string | null }> {
  const party = findRelyingParty(publicUrl());
  const passkeys = await listPasskeys(db, accountId);
  return {
    passkeys: passkeys.map((passkey) => ({ ...passkey, isUsable: passkey.rpId === party?.rpId })),
    origin: party?.origin ?? null,
  };
}

/**
 * Begins to add a passkey. Returns what the browser needs.
 *
 * @throws Problem PASSWORD_WRONG, CODE_WRONG, PASSKEY_WRONG, PASSKEYS_NOT_POSSIBLE, PASSKEY_LIMIT_REACHED,
 *   RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function startOwnPasskey(
  parts: SignInParts,
  caller: StudioCaller,
  address: string,
  { currentPassword, ...given }: OwnerProof,
): Promise<Record<string, unknown>> {
  const { db, publicUrl } = parts;
  const { accountId, sessionId } = caller;
  const { account } = await findOwn(db, caller);
  await confirmPassword(parts, account, address, currentPassword);
  const party = findRelyingParty(publicUrl());
  if (party === null) throw studioProblems.passkeysNotPossible();
  const existing = await listPasskeys(db, accountId);
  if (existing.length >= maxPasskeys) throw studioProblems.passkeyLimitReached(maxPasskeys);
  if (account.hasSecondFactor) {
    const proof = await readProof(parts, caller, given);
    const isProved = await db.transaction(async (transaction) =>
      useProof(parts, transaction, await lockOwn(transaction, accountId), proof),
    );
    if (!isProved) throw proofProblem(proof);
  }
  const challenge = makeChallenge();
  await keepChallenge(db, { sessionId, purpose: 'ADD' }, challenge);
  const { name: displayName, email } = account;
  const own = { accountId, displayName, userName: email ?? displayName };
  return await creationOptions(party, challenge, own, existing);
}

/**
 * Adds a passkey, which counts as the second factor from now on. All other sessions of the account end, and
 * its links.
 *
 * @returns the passkey, and recovery codes, shown once, if it is the first factor
 * @throws Problem PASSKEY_WRONG, PASSKEYS_NOT_POSSIBLE, PASSKEY_LIMIT_REACHED, RATE_LIMIT_EXCEEDED
 */
export async function addOwnPasskey(
  { db, publicUrl }: SignInParts,
  caller: StudioCaller,
  made: MadePasskey & { readonly name: string; readonly transports?: readonly string[] | undefined },
): Promise<{ readonly passkey: ListedPasskey; readonly recoveryCodes: readonly string[] }> {
  const { accountId, sessionId } = caller;
  const party = findRelyingParty(publicUrl());
  if (party === null) throw studioProblems.passkeysNotPossible();
  await countAccount(db, accountId);
  const challenge = await takeChallenge(db, { sessionId, purpose: 'ADD' });
  const key = challenge === null ? null : await verifyMade(party, challenge, made);
  if (key === null) throw studioProblems.passkeyWrong();
  const name = made.name.trim();
  return await db.transaction(async (transaction) => {
    const before = await lockOwn(transaction, accountId);
    const existing = await listPasskeys(transaction, accountId);
    if (existing.length >= maxPasskeys) throw studioProblems.passkeyLimitReached(maxPasskeys);
    const { transports = [] } = made;
    const passkey = await insertPasskey(transaction, {
      accountId,
      ...key,
      transports,
      rpId: party.rpId,
      name,
    });
    if (passkey === null) throw studioProblems.passkeyWrong();
    const recoveryCodes = await afterAdding(transaction, caller, before);
    await recordOwn(transaction, before, 'PASSKEY_ADDED', { subject: name });
    return { passkey: { ...passkey, isUsable: true }, recoveryCodes };
  });
}

/** @throws Problem NOT_FOUND */
export async function renameOwnPasskey(
  { db }: SignInParts,
  { accountId }: StudioCaller,
  passkeyId: string,
  name: string,
): Promise<void> {
  const isRenamed = await renamePasskey(db, { accountId, passkeyId, name: name.trim() });
  if (!isRenamed) throw studioProblems.passkeyNotFound(passkeyId);
}

/**
 * Removes a passkey. Without any other factor the second factor is off.
 *
 * @throws Problem NOT_FOUND, PASSWORD_WRONG, CODE_WRONG, PASSKEY_WRONG, RATE_LIMIT_EXCEEDED,
 *   SERVICE_UNAVAILABLE
 */
export async function removeOwnPasskey(
  parts: SignInParts,
  caller: StudioCaller,
  address: string,
  { passkeyId, currentPassword, ...given }: OwnerProof & { readonly passkeyId: string },
): Promise<void> {
  const { db } = parts;
  const { accountId } = caller;
  const { account } = await findOwn(db, caller);
  const isOwn = (await listPasskeys(db, accountId)).some((each) => each.passkeyId === passkeyId);
  if (!isOwn) throw studioProblems.passkeyNotFound(passkeyId);
  await confirmPassword(parts, account, address, currentPassword);
  const proof = await readProof(parts, caller, given);
  const isProved = await db.transaction(async (transaction) => {
    const before = await lockOwn(transaction, accountId);
    if (!(await useProof(parts, transaction, before, proof))) return false;
    const name = await removePasskey(transaction, { accountId, passkeyId });
    if (name === null) throw studioProblems.passkeyNotFound(passkeyId);
    await recordOwn(transaction, before, 'PASSKEY_REMOVED', { subject: name });
    const { hasSecondFactor } = await afterRemoving(transaction, caller);
    if (!hasSecondFactor) await recordOwn(transaction, before, 'SECOND_FACTOR_OFF');
    return true;
  });
  if (!isProved) throw proofProblem(proof);
}

/**
 * Begins to use a passkey in the session of the caller, as a proof. Returns what the browser needs.
 *
 * @throws Problem PASSKEYS_NOT_POSSIBLE
 */
export async function startOwnProof(
  parts: SignInParts,
  { accountId, sessionId }: StudioCaller,
): Promise<Record<string, unknown>> {
  const options = await askForPasskey(parts, accountId, { sessionId, purpose: 'PROVE' });
  if (options === null) throw studioProblems.noPasskey();
  return options;
}
