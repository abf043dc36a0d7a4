/** Members leave, wait in the bin, and come back: what owners do in the app. */
import { recordActivity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { changeMember } from '../../store/members.ts';
import {
  findRemovedAccount,
  inviteRemovedAccount,
  listBelongings,
  listRemovedAccounts,
  type Belongings,
  type RemovedAccount,
} from '../../store/removed-accounts.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { createSignInLink } from '../../store/sign-in-links.ts';
import { emptyFromBin, removeAccount, type DeleteAccountParts } from './delete-account.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { linkUrl } from '../sessions/links.ts';
import { toPerson, requireMember, requireOwner, shown } from './caller.ts';
import { refuseTakenEmail, requireEmail } from '../sessions/email.ts';
import type { Invitation, InvitedMember } from './members.ts';

/**
 * What a member has: what passes to another one, and what waits in the bin, if the member is removed.
 *
 * @throws Problem OWNER_ONLY, NOT_FOUND
 */
export async function readBelongings(
  db: Database,
  caller: StudioCaller,
  memberId: string,
): Promise<Belongings> {
  return await db.transaction(async (transaction) => {
    await requireOwner(transaction, caller);
    await requireMember(transaction, caller, memberId);
    return await listBelongings(transaction, memberId);
  });
}

/**
 * Removes a member. What is shared goes to the heir; without one to the owner who removes the member, or to
 * another owner if an owner leaves. What is private waits in the bin.
 *
 * @throws Problem OWNER_ONLY, NOT_FOUND (also for the heir), LAST_OWNER
 */
export async function removeMember(
  parts: DeleteAccountParts,
  caller: StudioCaller,
  { memberId, heirId }: { readonly memberId: string; readonly heirId: string | null },
): Promise<void> {
  await parts.db.transaction(async (transaction) => {
    await requireOwner(transaction, caller);
    await requireMember(transaction, caller, memberId);
    const removal = await removeAccount(
      { ...parts, db: transaction },
      {
        accountId: memberId,
        heirId: heirId ?? (memberId === caller.accountId ? null : caller.accountId),
        actor: toPerson(caller),
      },
    );
    if (removal.outcome === 'unknown-heir') throw studioProblems.memberNotFound(heirId ?? '');
    // The members are locked, and one of them is an owner.
    if (removal.outcome !== 'removed') throw new Error(`A member cannot be removed: ${removal.outcome}.`);
  });
}

/**
 * The members in the bin, last removed first.
 *
 * @throws Problem OWNER_ONLY
 */
export async function readRemovedMembers(db: Database, caller: StudioCaller): Promise<RemovedAccount[]> {
  return await db.transaction(async (transaction) => {
    await requireOwner(transaction, caller);
    return await listRemovedAccounts(transaction, caller.workspaceId);
  });
}

/**
 * Takes a member out of the bin, with what is private, and invites them again.
 *
 * @throws Problem OWNER_ONLY, NOT_FOUND, EMAIL_TAKEN
 */
export async function restoreMember(
  db: Database,
  caller: StudioCaller,
  memberId: string,
  { email, role, publicUrl }: Invitation,
): Promise<InvitedMember> {
  return await refuseTakenEmail(() =>
    db.transaction(async (transaction) => {
      await requireOwner(transaction, caller);
      await requireRemoved(transaction, caller, memberId);
      await inviteRemovedAccount(transaction, memberId);
      await changeMember(transaction, memberId, { email: requireEmail(email), role });
      const { token, expiresAt } = await createSignInLink(transaction, {
        accountId: memberId,
        purpose: 'INVITATION',
      });
      const member = await requireMember(transaction, caller, memberId);
      await recordActivity(transaction, {
        workspaceId: caller.workspaceId,
        actor: toPerson(caller),
        action: 'MEMBER_INVITED',
        accountId: memberId,
        subject: member.name,
        detail: 'From the bin',
      });
      return { member: shown(caller, member), link: { url: linkUrl(publicUrl, token), expiresAt } };
    }),
  );
}

/**
 * Deletes a member in the bin for good.
 *
 * @throws Problem OWNER_ONLY, NOT_FOUND
 */
export async function purgeMember(
  parts: DeleteAccountParts,
  caller: StudioCaller,
  memberId: string,
): Promise<void> {
  await parts.db.transaction(async (transaction) => {
    await requireOwner(transaction, caller);
    await requireRemoved(transaction, caller, memberId);
  });
  if (!(await emptyFromBin(parts, memberId))) throw studioProblems.memberNotFound(memberId);
}

async function requireRemoved(
  transaction: Database,
  { workspaceId }: StudioCaller,
  accountId: string,
): Promise<void> {
  if (!(await findRemovedAccount(transaction, { workspaceId, accountId })))
    throw studioProblems.memberNotFound(accountId);
}
