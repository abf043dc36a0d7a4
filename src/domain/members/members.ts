import { recordActivity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import {
  addInvitedMember,
  changeMember,
  listMembers,
  lockMembers,
  type MemberChange,
  type Role,
} from '../../store/members.ts';
import { findAccountOfWorkspace, findSignInAccount } from '../../store/sign-in-accounts.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { createSignInLink } from '../../store/sign-in-links.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { linkUrl, type HandedLink } from '../sessions/links.ts';
import type { SignInParts } from '../sessions/sign-in.ts';
import { confirmPassword } from '../sessions/confirm-password.ts';
import { countTakenAddresses } from '../sessions/taken-addresses.ts';
import { toPerson, requireMember, requireOwner, shown, type ShownMember } from './caller.ts';
import { applyChange } from './change-member.ts';
import { refuseTakenEmail, requireEmail } from '../sessions/email.ts';

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
 * gets another link, and the earlier one stops working. Accounts of other workspaces do not matter: the
 * answer does not reveal whether they exist.
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
  const account = await findAccountOfWorkspace(transaction, { workspaceId, email });
  if (account === null || account.hasJoined) throw studioProblems.emailTaken();
  await changeMember(transaction, account.accountId, { role });
  return account.accountId;
}

export interface MemberUpdate {
  readonly memberId: string;
  readonly change: MemberChange & { readonly currentPassword?: string | undefined };
  /** The network address of the caller. */
  readonly address: string;
  readonly publicUrl: string;
}

/** A member who was changed, and the link that confirms a new address. */
export interface UpdatedMember {
  readonly member: ShownMember;
  readonly link: HandedLink | null;
}

/**
 * Changes a member: an owner everybody, others their own name. The own address needs the current password.
 *
 * @throws Problem NOT_FOUND, OWNER_ONLY, PASSWORD_WRONG, LAST_OWNER, EMAIL_TAKEN, RATE_LIMIT_EXCEEDED,
 *   SERVICE_UNAVAILABLE
 */
export async function updateMember(
  parts: SignInParts,
  caller: StudioCaller,
  { memberId, change, address, publicUrl }: MemberUpdate,
): Promise<UpdatedMember> {
  const { db } = parts;
  const isOwn = memberId === caller.accountId;
  if (isOwn && change.email !== undefined && caller.role === 'OWNER')
    await confirmOwner(parts, caller, address, change);
  const update = async (transaction: Database): Promise<UpdatedMember> => {
    const role = await lockMembers(transaction, caller);
    if (role === null) throw studioProblems.unauthenticated();
    const before = await requireMember(transaction, caller, memberId);
    const isOwnName = isOwn && change.email === undefined && change.role === undefined;
    if (role !== 'OWNER' && !isOwnName) throw studioProblems.ownerOnly();
    const { workspaceId } = caller;
    const actor = toPerson(caller);
    const ownSessionId = isOwn ? caller.sessionId : null;
    const { member, link } = await applyChange(
      transaction,
      { workspaceId, actor, ownSessionId },
      before,
      change,
    );
    return {
      member: shown(caller, member),
      link: link === null ? null : { url: linkUrl(publicUrl, link.token), expiresAt: link.expiresAt },
    };
  };
  // Only the own address, which counts at once, is compared with accounts of other workspaces.
  if (!isOwn || change.email === undefined) return await refuseTakenEmail(() => db.transaction(update));
  const { workspaceId } = caller;
  return await countTakenAddresses(db, { workspaceId, link: null }, (transaction) =>
    refuseTakenEmail(() => update(transaction)),
  );
}

/** Somebody else may sit at an unlocked computer. */
async function confirmOwner(
  parts: SignInParts,
  { accountId }: StudioCaller,
  address: string,
  { email, currentPassword }: MemberUpdate['change'],
): Promise<void> {
  const account = await findSignInAccount(parts.db, accountId);
  const isSame = email !== undefined && account?.email === requireEmail(email);
  if (account === null || isSame) return;
  await confirmPassword(parts, account, address, currentPassword);
}
