/** Signs members out everywhere: what owners do in the app, and the operator on the command line. */
import { recordActivity, type Person } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { removeDevices } from '../../store/known-devices.ts';
import { findMember, lockMembers, type Member } from '../../store/members.ts';
import { endOtherSessions, type StudioCaller } from '../../store/sessions.ts';
import { removeSignInLinks } from '../../store/sign-in-links.ts';
import { findAccount } from '../../store/workspaces.ts';
import { requireMember, requireOwner, toPerson } from './caller.ts';

/**
 * Ends all sessions of a member, and with them their open streams. The links of the account stop working. Of
 * the caller's own sessions this one stays.
 *
 * @throws Problem OWNER_ONLY, NOT_FOUND
 */
export async function endMemberSessions(db: Database, caller: StudioCaller, memberId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await requireOwner(transaction, caller);
    const member = await requireMember(transaction, caller, memberId);
    const sessionId = memberId === caller.accountId ? caller.sessionId : null;
    await endAll(transaction, { ...member, workspaceId: caller.workspaceId }, toPerson(caller), sessionId);
  });
}

/** As `endMemberSessions`, for the operator. Returns how many; null if there is no such account. */
export async function endAccountSessions(db: Database, accountId: string): Promise<number | null> {
  const account = await findAccount(db, accountId);
  if (account === null) return null;
  const { workspaceId } = account;
  return await db.transaction(async (transaction) => {
    await lockMembers(transaction, account);
    const member = await findMember(transaction, { workspaceId, memberId: accountId });
    return member === null ? null : await endAll(transaction, { ...member, workspaceId }, null, null);
  });
}

async function endAll(
  transaction: Database,
  { id: accountId, name: subject, workspaceId }: Member & { readonly workspaceId: string },
  actor: Person | null,
  sessionId: string | null,
): Promise<number> {
  const ended = await endOtherSessions(transaction, { accountId, sessionId });
  await removeSignInLinks(transaction, accountId);
  await removeDevices(transaction, accountId);
  await recordActivity(transaction, {
    workspaceId,
    actor,
    action: 'SESSIONS_ENDED',
    accountId,
    subject,
    detail: `${ended === 1 ? '1 session' : `${ended} sessions`}, and all links`,
  });
  return ended;
}
