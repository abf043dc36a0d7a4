import { recordActivity, type Person } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import {
  changeMember,
  findMember,
  findOtherOwner,
  lockMembers,
  type Member,
  type MemberChange,
} from '../../store/members.ts';
import { findAccount } from '../../store/workspaces.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { changeAddress, type LinkToken } from './change-address.ts';
import { describeChange } from './describe-change.ts';
import { refuseTakenEmail, requireEmail } from '../sessions/email.ts';

/** A member who was changed, and the link that confirms a new address, to hand over. */
export interface AppliedChange {
  readonly member: Member;
  readonly link: LinkToken | null;
}

/**
 * Changes a member and records what has changed, in a transaction that has locked the members.
 *
 * @param actor null: the operator
 * @param ownSessionId the session of members who change themselves
 * @throws Problem LAST_OWNER, EMAIL_TAKEN; a unique violation if another account got the address meanwhile
 */
export async function applyChange(
  transaction: Database,
  {
    workspaceId,
    actor,
    ownSessionId,
  }: {
    readonly workspaceId: string;
    readonly actor: Person | null;
    readonly ownSessionId: string | null;
  },
  before: Member,
  { name, email, role }: MemberChange,
): Promise<AppliedChange> {
  if (role === 'MEMBER') await findHeir(transaction, workspaceId, before);
  await changeMember(transaction, before.id, { name: name?.trim(), role });
  const changer = { isOperator: actor === null, ownSessionId };
  const link =
    email === undefined
      ? null
      : await changeAddress(transaction, changer, before, { workspaceId, email: requireEmail(email) });
  const after = await findMember(transaction, { workspaceId, memberId: before.id });
  if (after === null) throw studioProblems.memberNotFound(before.id);
  const detail = describeChange(before, after);
  if (detail !== '')
    await recordActivity(transaction, {
      workspaceId,
      actor,
      action: 'MEMBER_CHANGED',
      accountId: after.id,
      subject: after.name,
      detail,
    });
  return { member: after, link };
}

/**
 * The active owner that is left without a member, or null.
 *
 * @throws Problem LAST_OWNER if the member is the only one
 */
export async function findHeir(
  transaction: Database,
  workspaceId: string,
  { id, role, status }: Member,
): Promise<string | null> {
  const otherOwnerId = await findOtherOwner(transaction, { workspaceId, memberId: id });
  if (role === 'OWNER' && status === 'ACTIVE' && otherOwnerId === null) throw studioProblems.lastOwner();
  return otherOwnerId;
}

/**
 * Changes an account for the operator. Null if there is no such account.
 *
 * @throws Problem LAST_OWNER, EMAIL_TAKEN
 */
export async function changeAccount(
  db: Database,
  accountId: string,
  change: MemberChange,
): Promise<AppliedChange | null> {
  const account = await findAccount(db, accountId);
  if (account === null) return null;
  const { workspaceId } = account;
  return await refuseTakenEmail(() =>
    db.transaction(async (transaction) => {
      await lockMembers(transaction, account);
      const before = await findMember(transaction, { workspaceId, memberId: accountId });
      if (before === null) return null;
      return await applyChange(transaction, { workspaceId, actor: null, ownSessionId: null }, before, change);
    }),
  );
}
