/** Turning a second factor on and off. */
import { recordActivity, type ActivityAction } from '../../../store/activity.ts';
import type { Database } from '../../../store/database.ts';
import { lockSignInAccount, type SignInAccount } from '../../../store/members.ts';
import {
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../../store/second-factors.ts';
import { endOtherSessions, type StudioCaller } from '../../../store/sessions.ts';
import { removeSignInLinks } from '../../../store/sign-in-links.ts';
import { findAccount } from '../../../store/workspaces.ts';
import { encodeQr, type QrModules } from '../../../render/codes/encode-qr.ts';
import { studioProblems } from '../../problems/studio-problems.ts';
import { confirmPassword } from '../confirm-password.ts';
import { findOwn } from '../own-sessions.ts';
import type { SignInParts } from '../sign-in.ts';
import { countAccount } from '../sign-in-rate.ts';
import { makeRecoveryCodes, makeTotp } from './codes.ts';
import { useCode, useTimeCode } from './use-code.ts';

/** What an authenticator app needs, shown once. */
export interface StartedFactor {
  /** In Base32, to type. */
  readonly secret: string;
  readonly uri: string;
  /** The address as a QR code. */
  readonly qrCode: QrModules;
}

/**
 * Begins to turn on the second factor of the caller: makes a secret, which counts once a code confirms it.
 *
 * @throws Problem PASSWORD_WRONG, SECOND_FACTOR_ON, RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function startOwnFactor(
  parts: SignInParts,
  caller: StudioCaller,
  address: string,
  currentPassword: string | undefined,
): Promise<StartedFactor> {
  const { db, seal } = parts;
  const { accountId } = caller;
  const { account } = await findOwn(db, caller);
  await confirmPassword(parts, account, address, currentPassword);
  const { secret, uri } = makeTotp(account.email ?? account.name);
  const qrCode = encodeQr(uri);
  if (qrCode === null) throw new Error('The address of a second factor fits in no QR code.');
  const sealed = seal.seal(accountId, secret);
  const isStarted = await db.transaction((transaction) =>
    startSecondFactor(transaction, { accountId, ...sealed }),
  );
  if (!isStarted) throw studioProblems.secondFactorOn();
  return { secret, uri, qrCode };
}

/**
 * Turns on the second factor of the caller with its first code. All other sessions of the account end, and
 * its links.
 *
 * @returns the recovery codes, shown once
 * @throws Problem CODE_WRONG, SECOND_FACTOR_ON, SECOND_FACTOR_OFF, RATE_LIMIT_EXCEEDED
 */
export async function confirmOwnFactor(
  { db, seal }: SignInParts,
  caller: StudioCaller,
  code: string,
): Promise<readonly string[]> {
  const { accountId, sessionId } = caller;
  await countAccount(db, accountId);
  const { codes, hashes } = makeRecoveryCodes();
  const isConfirmed = await db.transaction(async (transaction) => {
    const account = await lockOwn(transaction, accountId);
    const factor = await findSecondFactor(transaction, accountId);
    if (factor === null) throw studioProblems.secondFactorOff();
    if (factor.isConfirmed) throw studioProblems.secondFactorOn();
    if (!(await useTimeCode(seal, transaction, accountId, code))) return false;
    await confirmSecondFactor(transaction, accountId, hashes);
    await endOtherSessions(transaction, { accountId, sessionId });
    await removeSignInLinks(transaction, accountId);
    await record(transaction, account, 'SECOND_FACTOR_ON');
    return true;
  });
  if (!isConfirmed) throw studioProblems.codeWrong();
  return codes;
}

/**
 * Turns off the second factor of the caller, with the password and a code.
 *
 * @throws Problem PASSWORD_WRONG, CODE_WRONG, SECOND_FACTOR_OFF, RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function removeOwnFactor(
  parts: SignInParts,
  caller: StudioCaller,
  address: string,
  { currentPassword, code }: { readonly currentPassword?: string | undefined; readonly code: string },
): Promise<void> {
  const { db, seal } = parts;
  const { accountId } = caller;
  const { account } = await findOwn(db, caller);
  await confirmPassword(parts, account, address, currentPassword);
  await countAccount(db, accountId);
  const isRemoved = await db.transaction(async (transaction) => {
    const current = await lockOwn(transaction, accountId);
    if (!current.hasSecondFactor) throw studioProblems.secondFactorOff();
    if (!(await useCode(seal, transaction, current, code))) return false;
    await removeSecondFactor(transaction, accountId);
    await removeSignInLinks(transaction, accountId);
    await record(transaction, current, 'SECOND_FACTOR_OFF');
    return true;
  });
  if (!isRemoved) throw studioProblems.codeWrong();
}

/**
 * Removes the second factor of an account, for the operator. False if it has none; null if there is no such
 * account.
 */
export async function resetFactor(db: Database, accountId: string): Promise<boolean | null> {
  const account = await findAccount(db, accountId);
  if (account === null) return null;
  return await db.transaction(async (transaction) => {
    if (!(await removeSecondFactor(transaction, accountId))) return false;
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

async function lockOwn(transaction: Database, accountId: string): Promise<SignInAccount> {
  const account = await lockSignInAccount(transaction, accountId);
  if (account === null) throw studioProblems.unauthenticated();
  return account;
}

async function record(
  transaction: Database,
  { accountId, workspaceId, name }: SignInAccount,
  action: ActivityAction,
): Promise<void> {
  await recordActivity(transaction, {
    workspaceId,
    actor: { id: accountId, name },
    action,
    accountId,
    subject: name,
  });
}
