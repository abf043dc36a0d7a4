import type { Database } from '../../store/database.ts';
import { changeMember, setPendingEmail, type Member } from '../../store/members.ts';
import {
  findAccountByEmail,
  findAccountOfWorkspace,
  setProviderPerson,
} from '../../store/sign-in-accounts.ts';
import { endOtherSessions } from '../../store/sessions.ts';
import { createSignInLink, removeSignInLinks } from '../../store/sign-in-links.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/** The token of a link to hand over, before it is part of an address. */
export interface LinkToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Who changes an address. */
export interface AddressChanger {
  readonly isOperator: boolean;
  /** The session of members who change their own address. Null: somebody else's. */
  readonly ownSessionId: string | null;
}

/**
 * Changes the address of a member. The links of the account stop working, and its sessions end, except that
 * of a member who changes their own.
 *
 * A new address of an active member counts once it is confirmed: with the returned link, and as the member.
 * Otherwise an owner could set an address of their own, and sign in as the member at the OpenID provider.
 * Only an address that counts at once is compared with accounts of other workspaces.
 *
 * @returns the link to hand over; null if there is nothing to confirm
 * @throws Problem EMAIL_TAKEN; a unique violation if another account got the address at the same time
 */
export async function changeAddress(
  transaction: Database,
  { isOperator, ownSessionId }: AddressChanger,
  { id: memberId, name, email: before, pendingEmail, status }: Member,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
): Promise<LinkToken | null> {
  if (email === before) {
    if (pendingEmail === null) return null;
    await setPendingEmail(transaction, memberId, null);
    await removeSignInLinks(transaction, memberId);
    return null;
  }
  if ((await findAccountOfWorkspace(transaction, { workspaceId, email })) !== null)
    throw studioProblems.emailTaken();
  const isInvited = status === 'INVITED';
  // An account without an address is one that the operator has made, and hands over.
  const countsAtOnce = isInvited || ownSessionId !== null || (isOperator && before === null);
  if (countsAtOnce && !isInvited && (await findAccountByEmail(transaction, email)) !== null)
    throw studioProblems.emailTaken();
  await setPendingEmail(transaction, memberId, countsAtOnce ? null : email);
  if (countsAtOnce)
    await changeMember(transaction, memberId, {
      email,
      ...(isInvited && name === before && { name: email }),
    });
  // The new address may be that of another account at the provider.
  if (countsAtOnce) await setProviderPerson(transaction, memberId, null);
  await removeSignInLinks(transaction, memberId);
  await endOtherSessions(transaction, { accountId: memberId, sessionId: ownSessionId });
  if (isInvited) return await createSignInLink(transaction, { accountId: memberId, purpose: 'INVITATION' });
  return countsAtOnce
    ? null
    : await createSignInLink(transaction, { accountId: memberId, purpose: 'ADDRESS' });
}
