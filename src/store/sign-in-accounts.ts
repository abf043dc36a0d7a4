/** Accounts as signing in needs them: addresses, passwords, persons of an OpenID provider. */
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import type { Role } from './members.ts';
import { hasSecondFactor } from './second-factors.ts';

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

/** Sets the password of an account; null removes it. */
export async function setPasswordHash(
  transaction: Database,
  accountId: string,
  passwordHash: string | null,
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
