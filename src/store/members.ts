/** Accounts as the members of a workspace: roles, addresses, passwords, invitations. */
import { queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import { hasSecondFactor } from './second-factors.ts';

/** An `OWNER` manages members, everybody's keys and the callback secret. */
export type Role = 'OWNER' | 'MEMBER';

export interface Member {
  readonly id: string;
  readonly name: string;
  /** With a to z instead of A to Z. */
  readonly email: string | null;
  /** The address that counts once it is confirmed. */
  readonly pendingEmail: string | null;
  readonly role: Role;
  /** `INVITED`: has not used the invitation. */
  readonly status: 'ACTIVE' | 'INVITED';
  readonly createdAt: Date;
  /** The last use of a session. */
  readonly lastSeenAt: Date | null;
  readonly keyCount: number;
  readonly templateCount: number;
  readonly hasSecondFactor: boolean;
}

const columns = `a.id, a.name, a.email, a.pending_email as "pendingEmail", a.role,
  case when a.joined_at is null then 'INVITED' else 'ACTIVE' end as status,
  a.created_at as "createdAt", a.last_seen_at as "lastSeenAt",
  (select count(*)::int from api_keys k where k.account_id = a.id and k.workspace_id = a.workspace_id)
    as "keyCount",
  (select count(*)::int from templates t where t.account_id = a.id and t.workspace_id = a.workspace_id)
    as "templateCount", ${hasSecondFactor('a.id')} as "hasSecondFactor"`;

/** The members of a workspace, by name. */
export async function listMembers(db: Database, workspaceId: string): Promise<Member[]> {
  return await readRows<Member>(
    db,
    `select ${columns} from accounts a where a.workspace_id = :workspaceId and a.removed_at is null
     order by lower(a.name), a.name, a.id`,
    { workspaceId },
  );
}

/** A member of a workspace, or null. */
export async function findMember(
  db: Database,
  { workspaceId, memberId }: { readonly workspaceId: string; readonly memberId: string },
): Promise<Member | null> {
  const [member] = await queryRows<Member>(
    db,
    `select ${columns} from accounts a
     where a.id = :memberId and a.workspace_id = :workspaceId and a.removed_at is null`,
    { workspaceId, memberId },
  );
  return member ?? null;
}

/**
 * Locks the members of a workspace until the transaction ends: their changes run one after the other.
 *
 * @returns the caller's role now; null if the account is gone
 */
export async function lockMembers(
  transaction: Database,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string },
): Promise<Role | null> {
  await queryRows(transaction, 'select from workspaces where id = :workspaceId for no key update', {
    workspaceId,
  });
  const [caller] = await queryRows<{ role: Role }>(
    transaction,
    'select role from accounts where id = :accountId and workspace_id = :workspaceId and removed_at is null',
    { workspaceId, accountId },
  );
  return caller?.role ?? null;
}

/** An active owner of a workspace other than a member: the one that joined first. Null if there is none. */
export async function findOtherOwner(
  transaction: Database,
  { workspaceId, memberId }: { readonly workspaceId: string; readonly memberId: string },
): Promise<string | null> {
  const [owner] = await queryRows<{ id: string }>(
    transaction,
    `select id from accounts
     where workspace_id = :workspaceId and id <> :memberId and role = 'OWNER' and joined_at is not null
       and removed_at is null
     order by joined_at, id limit 1`,
    { workspaceId, memberId },
  );
  return owner?.id ?? null;
}

export interface MemberChange {
  readonly name?: string | undefined;
  /** With a to z instead of A to Z. */
  readonly email?: string | undefined;
  readonly role?: Role | undefined;
}

/**
 * Changes a member.
 *
 * @throws a unique violation if another account of the workspace has the address, or another that has joined
 *   and so has this one
 */
export async function changeMember(
  transaction: Database,
  memberId: string,
  { name, email, role }: MemberChange,
): Promise<void> {
  await queryRows(
    transaction,
    `update accounts set name = coalesce(:name, name), email = coalesce(:email, email),
                         role = coalesce(:role, role)
     where id = :memberId`,
    { memberId, name: name ?? null, email: email ?? null, role: role ?? null },
  );
}

/** Sets the address that counts once it is confirmed; null removes it. */
export async function setPendingEmail(
  transaction: Database,
  memberId: string,
  pendingEmail: string | null,
): Promise<void> {
  await queryRows(transaction, 'update accounts set pending_email = :pendingEmail where id = :memberId', {
    memberId,
    pendingEmail,
  });
}

/**
 * Adds a member who has not joined yet, named as the address. Null if an account of the workspace has the
 * address.
 */
export async function addInvitedMember(
  transaction: Database,
  { workspaceId, email, role }: { readonly workspaceId: string; readonly email: string; readonly role: Role },
): Promise<string | null> {
  const [member] = await queryRows<{ id: string }>(
    transaction,
    `insert into accounts (workspace_id, name, email, role, joined_at)
     values (:workspaceId, :email, :email, :role, null)
     on conflict (workspace_id, email) do nothing returning id`,
    { workspaceId, email, role },
  );
  return member?.id ?? null;
}
