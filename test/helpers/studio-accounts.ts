/** Accounts that sign in, in tests of the app. */
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { createSignInLink, type LinkPurpose } from '../../src/store/sign-in-links.ts';
import { createPasswords } from '../../src/domain/sessions/passwords.ts';
import { createCaller, type CallerOptions } from './database.ts';

let count = 0;

/** Somebody who can sign in with address and password. */
export interface Credentials {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly password: string;
}

/** Creates an account with an address of its own and a password. */
export async function createCredentials(db: Database, options: CallerOptions = {}): Promise<Credentials> {
  const { accountId, workspaceId } = await createCaller(db, options);
  const email = `person-${(count += 1)}@example.org`;
  const password = 'correct horse battery staple';
  const passwordHash = await createPasswords().hash('test', password);
  await queryRows(
    db,
    'update accounts set email = :email, password_hash = :passwordHash where id = :accountId',
    { accountId, email, passwordHash },
  );
  return { accountId, workspaceId, email, password };
}

/** Invites an address, and returns the token of the link. */
export async function invite(
  db: Database,
  workspaceId: string,
): Promise<{ accountId: string; token: string }> {
  const { accountId } = await queryRow<{ accountId: string }>(
    db,
    `insert into accounts (workspace_id, name, email, joined_at)
     values (:workspaceId, :email, :email, null) returning id as "accountId"`,
    { workspaceId, email: `invited-${(count += 1)}@example.org` },
  );
  return { accountId, token: await makeLink(db, accountId, 'INVITATION') };
}

/** Makes a link for an account, and returns its token. */
export async function makeLink(
  db: Database,
  accountId: string,
  purpose: LinkPurpose = 'SIGN_IN',
): Promise<string> {
  const { token } = await db.transaction((transaction) =>
    createSignInLink(transaction, { accountId, purpose }),
  );
  return token;
}

/** Forgets all attempts to sign in: all tests come from one address. */
export async function forgetAttempts(db: Database): Promise<void> {
  await queryRows(db, `delete from rate_limits where key like 'sign-in-%'`, {});
}

/**
 * Undoes what the limits of attempts to sign in have recovered since the last attempt, which is less than one
 * of the attempts that are back every six seconds: a slow machine must not give a test more of them.
 */
export async function undoRecovery(db: Database): Promise<void> {
  await queryRows(
    db,
    `update rate_limits set due_at = now()
       + ceil(extract(epoch from due_at - now()) / 6) * interval '6 seconds'
     where key similar to 'sign-in-(address|account|device):%' and due_at > now()`,
    {},
  );
}
