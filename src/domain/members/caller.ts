/** What the members of a workspace may do to each other, and how they see each other. */
import type { Person } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { findMember, lockMembers, type Member } from '../../store/members.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/** A member as the caller sees it. */
export interface ShownMember extends Member {
  readonly isYou: boolean;
}

/**
 * Locks the members. The caller's role may have changed since the request began.
 *
 * @throws Problem UNAUTHENTICATED, OWNER_ONLY
 */
export async function requireOwner(transaction: Database, caller: StudioCaller): Promise<void> {
  const role = await lockMembers(transaction, caller);
  if (role === null) throw studioProblems.unauthenticated();
  if (role !== 'OWNER') throw studioProblems.ownerOnly();
}

/**
 * A member of the caller's workspace.
 *
 * @throws Problem NOT_FOUND
 */
export async function requireMember(
  transaction: Database,
  { workspaceId }: StudioCaller,
  memberId: string,
): Promise<Member> {
  const member = await findMember(transaction, { workspaceId, memberId });
  if (member === null) throw studioProblems.memberNotFound(memberId);
  return member;
}

/** A member, and whether it is the caller. */
export function shown({ accountId }: StudioCaller, member: Member): ShownMember {
  return { ...member, isYou: member.id === accountId };
}

/** The caller as the activity names it. */
export function toPerson({ accountId, accountName }: StudioCaller): Person {
  return { id: accountId, name: accountName };
}
