/** Turning a second factor on and off. */
import { recordActivity } from '../../../store/activity.ts';
import type { Database } from '../../../store/database.ts';
import {
  confirmSecondFactor,
  findSecondFactor,
  removeApp,
  removeFactors,
  startSecondFactor,
} from '../../../store/second-factors.ts';
import type { StudioCaller } from '../../../store/sessions.ts';
import { removeSignInLinks } from '../../../store/sign-in-links.ts';
import { findAccount } from '../../../store/workspaces.ts';
import { encodeQr, type QrModules } from '../../../render/codes/encode-qr.ts';
import { studioProblems } from '../../problems/studio-problems.ts';
import { confirmPassword } from '../confirm-password.ts';
import { findOwn } from '../own-sessions.ts';
import type { SignInParts } from '../sign-in.ts';
import { countAccount } from '../sign-in-rate.ts';
import { afterAdding, afterRemoving, lockOwn, recordOwn } from './changes.ts';
import { makeTotp } from './codes.ts';
import type { OwnerProof } from './passkeys/own-passkeys.ts';
import { proofProblem, readProof, useProof } from './prove-owner.ts';
import { useTimeCode } from './use-code.ts';

/** What an authenticator app needs, shown once. */
export interface StartedFactor {
  /** In Base32, to type. */
  readonly secret: string;
  readonly uri: string;
  /** The address as a QR code. */
  readonly qrCode: QrModules;
}

/**
 * Begins to turn on codes as the second factor of the caller: makes a secret, which counts once a code
 * confirms it.
 *
 * @throws Problem PASSWORD_WRONG, CODE_WRONG, PASSKEY_WRONG, SECOND_FACTOR_ON, RATE_LIMIT_EXCEEDED,
 *   SERVICE_UNAVAILABLE
 */
export async function startOwnFactor(
  parts: SignInParts,
  caller: StudioCaller,
  address: string,
  { currentPassword, ...given }: OwnerProof,
): Promise<StartedFactor> {
  const { db, seal } = parts;
  const { accountId } = caller;
  const { account } = await findOwn(db, caller);
  await confirmPassword(parts, account, address, currentPassword);
  if ((await findSecondFactor(db, accountId))?.isConfirmed === true) throw studioProblems.secondFactorOn();
  const proof = account.hasSecondFactor ? await readProof(parts, caller, given) : null;
  const { secret, uri } = makeTotp(account.email ?? account.name);
  const qrCode = encodeQr(uri);
  if (qrCode === null) throw new Error('The address of a second factor fits in no QR code.');
  const sealed = seal.seal(accountId, secret);
  const outcome = await db.transaction(async (transaction) => {
    const current = await lockOwn(transaction, accountId);
    if (proof !== null && !(await useProof(parts, transaction, current, proof))) return 'not proved';
    return (await startSecondFactor(transaction, { accountId, ...sealed })) ? 'started' : 'on';
  });
  if (outcome === 'not proved' && proof !== null) throw proofProblem(proof);
  if (outcome !== 'started') throw studioProblems.secondFactorOn();
  return { secret, uri, qrCode };
}

/**
 * Turns on codes as the second factor of the caller with the first one. All other sessions of the account
 * end, and its links.
 *
 * @returns recovery codes, shown once, if it is the first factor
 * @throws Problem CODE_WRONG, SECOND_FACTOR_ON, SECOND_FACTOR_OFF, RATE_LIMIT_EXCEEDED
 */
export async function confirmOwnFactor(
  { db, seal }: SignInParts,
  caller: StudioCaller,
  code: string,
): Promise<readonly string[]> {
  const { accountId } = caller;
  await countAccount(db, accountId);
  const recoveryCodes = await db.transaction(async (transaction) => {
    const account = await lockOwn(transaction, accountId);
    const factor = await findSecondFactor(transaction, accountId);
    if (factor === null) throw studioProblems.secondFactorOff();
    if (factor.isConfirmed) throw studioProblems.secondFactorOn();
    if (!(await useTimeCode(seal, transaction, accountId, code))) return null;
    await confirmSecondFactor(transaction, accountId);
    const codes = await afterAdding(transaction, caller, account);
    const detail = account.hasSecondFactor ? besidePasskeys : undefined;
    await recordOwn(transaction, account, 'SECOND_FACTOR_ON', { detail });
    return codes;
  });
  if (recoveryCodes === null) throw studioProblems.codeWrong();
  return recoveryCodes;
}

/** In the log, where only codes were turned on or off. */
const besidePasskeys = 'Codes of an app, beside passkeys';

/**
 * Turns off codes as the second factor of the caller, with the password and the second factor. Passkeys stay.
 *
 * @throws Problem PASSWORD_WRONG, CODE_WRONG, PASSKEY_WRONG, SECOND_FACTOR_OFF, RATE_LIMIT_EXCEEDED,
 *   SERVICE_UNAVAILABLE
 */
export async function removeOwnFactor(
  parts: SignInParts,
  caller: StudioCaller,
  address: string,
  { currentPassword, ...given }: OwnerProof,
): Promise<void> {
  const { db } = parts;
  const { accountId } = caller;
  const { account } = await findOwn(db, caller);
  await confirmPassword(parts, account, address, currentPassword);
  const proof = await readProof(parts, caller, given);
  const isRemoved = await db.transaction(async (transaction) => {
    const current = await lockOwn(transaction, accountId);
    const factor = await findSecondFactor(transaction, accountId);
    if (factor?.isConfirmed !== true) throw studioProblems.secondFactorOff();
    if (!(await useProof(parts, transaction, current, proof))) return false;
    await removeApp(transaction, accountId);
    const { hasSecondFactor } = await afterRemoving(transaction, caller);
    const detail = hasSecondFactor ? besidePasskeys : undefined;
    await recordOwn(transaction, current, 'SECOND_FACTOR_OFF', { detail });
    return true;
  });
  if (!isRemoved) throw proofProblem(proof);
}

/**
 * Removes the second factor of an account, passkeys and all, for the operator. False if it has none; null if
 * there is no such account.
 */
export async function resetFactor(db: Database, accountId: string): Promise<boolean | null> {
  const account = await findAccount(db, accountId);
  if (account === null) return null;
  return await db.transaction(async (transaction) => {
    if (!(await removeFactors(transaction, accountId))) return false;
    await removeSignInLinks(transaction, accountId);
    await recordActivity(transaction, {
      workspaceId: account.workspaceId,
      actor: null,
      action: 'SECOND_FACTOR_OFF',
      accountId,
      subject: account.name,
    });
    return true;
  });
}
