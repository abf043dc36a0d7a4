/** What every change of the second factor of an account does besides. */
import { recordActivity, type ActivityAction } from '../../../store/activity.ts';
import type { Database } from '../../../store/database.ts';
import { lockSignInAccount, type SignInAccount } from '../../../store/sign-in-accounts.ts';
import { readFactorState, setRecoveryCodes } from '../../../store/second-factors.ts';
import { endOtherSessions, type StudioCaller } from '../../../store/sessions.ts';
import { removeSignInLinks } from '../../../store/sign-in-links.ts';
import { studioProblems } from '../../problems/studio-problems.ts';
import { makeRecoveryCodes } from './codes.ts';

/** Locks the account of a caller: no other change of its factors runs meanwhile. */
export async function lockOwn(transaction: Database, accountId: string): Promise<SignInAccount> {
  const account = await lockSignInAccount(transaction, accountId);
  if (account === null) throw studioProblems.unauthenticated();
  return account;
}

/**
 * After a factor was added: all other sessions of the account end, and its links. Returns recovery codes, if
 * it is the first factor.
 *
 * @param before the account before the change
 */
export async function afterAdding(
  transaction: Database,
  { accountId, sessionId }: StudioCaller,
  before: SignInAccount,
): Promise<readonly string[]> {
  await endOtherSessions(transaction, { accountId, sessionId });
  await removeSignInLinks(transaction, accountId);
  if (before.hasSecondFactor) return [];
  const { codes, hashes } = makeRecoveryCodes();
  await setRecoveryCodes(transaction, accountId, hashes);
  return codes;
}

/** After a factor was removed: links of the account end; with the last factor, so do its recovery codes. */
export async function afterRemoving(
  transaction: Database,
  { accountId }: StudioCaller,
): Promise<{ readonly hasSecondFactor: boolean }> {
  await removeSignInLinks(transaction, accountId);
  const { hasSecondFactor } = await readFactorState(transaction, accountId);
  if (!hasSecondFactor) await setRecoveryCodes(transaction, accountId, []);
  return { hasSecondFactor };
}

/** Records what the owner of an account has changed. */
export async function recordOwn(
  transaction: Database,
  { accountId, workspaceId, name }: SignInAccount,
  action: ActivityAction,
  { subject = name, detail }: { readonly subject?: string; readonly detail?: string | undefined } = {},
): Promise<void> {
  await recordActivity(transaction, {
    workspaceId,
    actor: { id: accountId, name },
    action,
    accountId,
    subject,
    detail,
  });
}
