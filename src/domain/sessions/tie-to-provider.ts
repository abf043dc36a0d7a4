import { recordActivity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { removeDevices } from '../../store/known-devices.ts';
import { removeFactors } from '../../store/second-factors.ts';
import { endOtherSessions } from '../../store/sessions.ts';
import {
  setPasswordHash,
  setProviderPerson,
  type ProviderPerson,
  type SignInAccount,
} from '../../store/sign-in-accounts.ts';
import { removeSignInLinks } from '../../store/sign-in-links.ts';

/**
 * Ties an account to a person at the OpenID provider, which has verified their address. Before the first tie
 * nobody has proved the address: the password and second factors may be those of somebody else, such as an
 * owner who opened an invitation of a stranger's address. They are removed, and sessions, links and known
 * browsers of the account end.
 *
 * @returns whether a password or a second factor was removed
 */
export async function tieToProvider(
  transaction: Database,
  account: SignInAccount,
  person: ProviderPerson,
): Promise<{ readonly hasRemoved: boolean }> {
  const { accountId, workspaceId, name } = account;
  await setProviderPerson(transaction, accountId, person);
  // Accounts of an earlier provider have been tied before.
  if (account.oidcIssuer !== null) return { hasRemoved: false };
  const hadPassword = account.passwordHash !== null;
  await setPasswordHash(transaction, accountId, null);
  const hadFactors = await removeFactors(transaction, accountId);
  const ended = await endOtherSessions(transaction, { accountId, sessionId: null });
  await removeSignInLinks(transaction, accountId);
  await removeDevices(transaction, accountId);
  const removed = [hadPassword && 'the password', hadFactors && 'the second factor'].filter(Boolean);
  if (removed.length > 0 || ended > 0)
    await recordActivity(transaction, {
      workspaceId,
      actor: { id: accountId, name },
      action: 'MEMBER_CHANGED',
      accountId,
      subject: name,
      detail:
        'First sign-in with the OpenID provider: ' +
        [...removed.map((what) => `${what} removed`), 'earlier sessions and links ended'].join(', '),
    });
  return { hasRemoved: removed.length > 0 };
}
