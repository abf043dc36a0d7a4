import { recordActivity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import {
  addInvitedMember,
  changeMember,
  findAccountByEmail,
  listMembers,
  lockMembers,
  type MemberChange,
  type Role,
} from '../../store/members.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { createSignInLink } from '../../store/sign-in-links.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { linkUrl, type HandedLink } from '../sessions/links.ts';
import { toPerson, requireMember, requireOwner, shown, type ShownMember } from './caller.ts';
import { applyChange, refuseTakenEmail } from './change-member.ts';
import { requireEmail } from '../sessions/email.ts';

/** The members of the caller's workspace, by name. */
export async function readMembers(db: Database, caller: StudioCaller): Promise<ShownMember[]> {
  return (await listMembers(db, caller.workspaceId)).map((member) => shown(caller, member));
}

export interface Invitation {
  readonly email: string;
  readonly role: Role;
  readonly publicUrl: string;
}

export interface InvitedMember {
  readonly member: ShownMember;
  readonly link: HandedLink;
}

/**
 * Invites an address: makes an account that becomes active with the link. An address that is invited already
 * gets another link, and the earlier one stops working.
 *
 * @throws Problem OWNER_ONLY, EMAIL_TAKEN
 */
export async function inviteMember(
  db: Database,
  caller: StudioCaller,
  { email: given, role, publicUrl }: Invitation,
): Promise<InvitedMember> {
  const { workspaceId } = caller;
  const email = requireEmail(given);
  return await db.transaction(async (transaction) => {
    await requireOwner(transaction, caller);
    const accountId =
      (await addInvitedMember(transaction, { workspaceId, email, role })) ??
      (await inviteAgain(transaction, { workspaceId, email, role }));
    const { token, expiresAt } = await createSignInLink(transaction, { accountId, purpose: 'INVITATION' });
    const member = await requireMember(transaction, caller, accountId);
    const detail = `As ${role.toLowerCase()}`;
    await recordActivity(transaction, {
      workspaceId,
      actor: toPerson(caller),
      action: 'MEMBER_INVITED',
      accountId,
      subject: member.name,
      detail,
    });
    return { member: shown(caller, member), link: { url: linkUrl(publicUrl, token), expiresAt } };
  });
}

/** Finds the invited member with an address, and gives them another role. */
async function inviteAgain(
  transaction: Database,
  { workspaceId, email, role }: { readonly workspaceId: string; readonly email: string; readonly role: Role },
): Promise<string> {
  const account = await findAccountByEmail(transaction, email);
  if (account?.workspaceId !== workspaceId || account.hasJoined) throw studioProblems.emailTaken();
  await changeMember(transaction, account.accountId, { role });
  return account.accountId;
}

/**
 * Changes a member: an owner everybody, others their own name.
 *
 * @throws Problem NOT_FOUND, OWNER_ONLY, LAST_OWNER, EMAIL_TAKEN
 */
export async function updateMember(
  db: Database,
  caller: StudioCaller,
  memberId: string,
  change: MemberChange,
): Promise<ShownMember> {
  return await refuseTakenEmail(() =>
    db.transaction(async (transaction) => {
      const role = await lockMembers(transaction, caller);
      if (role === null) throw studioProblems.unauthenticated();
      const before = await requireMember(transaction, caller, memberId);
      const isOwnName =
        memberId === caller.accountId && change.email === undefined && change.role === undefined;
      if (role !== 'OWNER' && !isOwnName) throw studioProblems.ownerOnly();
      const { workspaceId } = caller;
      const actor = toPerson(caller);
      return shown(caller, await applyChange(transaction, { workspaceId, actor }, before, change));
    }),
  );
}
