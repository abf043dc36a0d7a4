/** Accounts as the members of a workspace: roles, addresses, passwords, invitations. */
import { queryRow, queryRows, type Database } from './database.ts';
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

/** An account, as signing in needs it. */
export interface SignInAccount {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string | null;
  /** The address that counts once it is confirmed. */
  readonly pendingEmail: string | null;
  readonly role: Role;
  readonly passwordHash: string | null;
  /** Who it is at the OpenID provider, from the first sign-in there on. */
  readonly oidcIssuer: string | null;
  readonly oidcSubject: string | null;
  readonly hasJoined: boolean;
  readonly hasSecondFactor: boolean;
}

const signInColumns = `id as "accountId", workspace_id as "workspaceId", name, email,
  pending_email as "pendingEmail", role, password_hash as "passwordHash",
  oidc_issuer as "oidcIssuer", oidc_subject as "oidcSubject",
  joined_at is not null as "hasJoined", ${hasSecondFactor('accounts.id')} as "hasSecondFactor"`;

/** The account that has joined with an address, as `normalizeEmail` returns it, or null. */
export async function findAccountByEmail(db: Database, email: string): Promise<SignInAccount | null> {
  const [account] = await readRows<SignInAccount>(
    db,
    `select ${signInColumns} from accounts where email = :email and joined_at is not null`,
    { email },
  );
  return account ?? null;
}

/** The account that was invited last with an address and has not joined, of any workspace, or null. */
export async function findInvitedAccount(db: Database, email: string): Promise<SignInAccount | null> {
  const [account] = await readRows<SignInAccount>(
    db,
    `select ${signInColumns} from accounts where email = :email and joined_at is null
     order by created_at desc, id limit 1`,
    { email },
  );
  return account ?? null;
}

/** The account of a workspace with an address, joined or invited, or null. */
export async function findAccountOfWorkspace(
  db: Database,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
): Promise<SignInAccount | null> {
  const [account] = await readRows<SignInAccount>(
    db,
    `select ${signInColumns} from accounts where workspace_id = :workspaceId and email = :email`,
    { workspaceId, email },
  );
  return account ?? null;
}

/** A person at an OpenID provider: the claims `iss` and `sub`. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
}

/** The account of a person at the OpenID provider, or null. */
export async function findAccountByPerson(
  db: Database,
  { issuer, subject }: ProviderPerson,
): Promise<SignInAccount | null> {
  const [account] = await readRows<SignInAccount>(
    db,
    `select ${signInColumns} from accounts where oidc_issuer = :issuer and oidc_subject = :subject`,
    { issuer, subject },
  );
  return account ?? null;
}

/** Ties an account to a person at the OpenID provider; null unties it. */
export async function setProviderPerson(
  transaction: Database,
  accountId: string,
  person: ProviderPerson | null,
): Promise<void> {
  await queryRows(
    transaction,
    `update accounts set oidc_issuer = :issuer, oidc_subject = :subject where id = :accountId`,
    { accountId, issuer: person?.issuer ?? null, subject: person?.subject ?? null },
  );
}

/** An account, or null. */
export async function findSignInAccount(db: Database, accountId: string): Promise<SignInAccount | null> {
  const [account] = await readRows<SignInAccount>(
    db,
    `select ${signInColumns} from accounts where id = :accountId and removed_at is null`,
    { accountId },
  );
  return account ?? null;
}

/** As `findSignInAccount`; the account does not change until the transaction ends. */
export async function lockSignInAccount(
  transaction: Database,
  accountId: string,
): Promise<SignInAccount | null> {
  const [account] = await queryRows<SignInAccount>(
    transaction,
    `select ${signInColumns} from accounts where id = :accountId and removed_at is null for no key update`,
    { accountId },
  );
  return account ?? null;
}

/** Sets the password of an account. */
export async function setPasswordHash(
  transaction: Database,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await queryRows(transaction, 'update accounts set password_hash = :passwordHash where id = :accountId', {
    accountId,
    passwordHash,
  });
}

/**
 * Makes an invited account an active one.
 *
 * @throws a unique violation if another active account has its address
 */
export async function joinWorkspace(transaction: Database, accountId: string, name: string): Promise<void> {
  await queryRow(
    transaction,
    'update accounts set joined_at = now(), name = :name where id = :accountId returning id',
    { accountId, name },
  );
}
