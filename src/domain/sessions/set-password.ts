import { recordActivity } from '../../store/activity.ts';
import { removeDevices } from '../../store/known-devices.ts';
import { lockSignInAccount, setPasswordHash } from '../../store/sign-in-accounts.ts';
import { endOtherSessions, type StudioCaller } from '../../store/sessions.ts';
import { removeSignInLinks } from '../../store/sign-in-links.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { findOwn, needsCurrentPassword } from './own-sessions.ts';
import { requireGoodPassword } from './password-rules.ts';
import type { SignInParts } from './sign-in.ts';
import { countAccount } from './sign-in-rate.ts';

export interface NewPassword {
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

/**
 * Sets the password of the caller. Ends all other sessions of the account, and its unused sign-in links.
 *
 * @throws Problem PASSWORD_WRONG; VALIDATION_ERROR for a password that is easy to guess; RATE_LIMIT_EXCEEDED,
 *   SERVICE_UNAVAILABLE
 */
export async function setPassword(
  { db, passwords }: SignInParts,
  caller: StudioCaller,
  address: string,
  { currentPassword, newPassword }: NewPassword,
): Promise<void> {
  const { accountId, sessionId, workspaceId } = caller;
  const { account, session } = await findOwn(db, caller);
  if (needsCurrentPassword(account.passwordHash, session)) {
    await countAccount(db, accountId);
    const fits = await passwords.verify(address, account.passwordHash, currentPassword ?? '');
    if (!fits) throw studioProblems.passwordWrong();
  }
  requireGoodPassword(newPassword, account.email, '/newPassword');
  const passwordHash = await passwords.hash(address, newPassword);
  await db.transaction(async (transaction) => {
    const current = await lockSignInAccount(transaction, accountId);
    // Another request may have set a password since.
    if (current?.passwordHash !== account.passwordHash) throw studioProblems.passwordWrong();
    await setPasswordHash(transaction, accountId, passwordHash);
    await endOtherSessions(transaction, { sessionId, accountId });
    await removeSignInLinks(transaction, accountId);
    await removeDevices(transaction, accountId);
    await recordActivity(transaction, {
      workspaceId,
      actor: { id: accountId, name: current.name },
      action: 'PASSWORD_SET',
      accountId,
      subject: current.name,
    });
  });
}
