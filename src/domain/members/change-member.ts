import { recordActivity, type Person } from '../../store/activity.ts';
import { isUniqueViolation, type Database } from '../../store/database.ts';
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
import { describeChange } from './describe-change.ts';
import { requireEmail } from '../sessions/email.ts';

/**
 * Changes a member and records what has changed, in a transaction that has locked the members.
 *
 * @param actor null: the operator
 * @throws Problem LAST_OWNER; a unique violation if another account has the address
 */
export async function applyChange(
  transaction: Database,
  { workspaceId, actor }: { readonly workspaceId: string; readonly actor: Person | null },
  before: Member,
  { name, email, role }: MemberChange,
): Promise<Member> {
  if (role === 'MEMBER') await findHeir(transaction, workspaceId, before);
  await changeMember(transaction, before.id, {
    name: name?.trim(),
    email: email === undefined ? undefined : requireEmail(email),
    role,
  });
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
  return after;
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
): Promise<Member | null> {
  const account = await findAccount(db, accountId);
  if (account === null) return null;
  const { workspaceId } = account;
  return await refuseTakenEmail(() =>
    db.transaction(async (transaction) => {
      await lockMembers(transaction, account);
      const before = await findMember(transaction, { workspaceId, memberId: accountId });
      if (before === null) return null;
      return await applyChange(transaction, { workspaceId, actor: null }, before, change);
    }),
  );
}

/** @throws Problem EMAIL_TAKEN if the database refuses an address because another account has it */
export async function refuseTakenEmail<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw isUniqueViolation(error) ? studioProblems.emailTaken() : error;
  }
}
