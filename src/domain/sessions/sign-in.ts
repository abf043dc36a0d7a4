import type { Database } from '../../store/database.ts';
import { recordActivity } from '../../store/activity.ts';
import {
  findAccountByEmail,
  joinWorkspace,
  lockSignInAccount,
  setPasswordHash,
  type SignInAccount,
} from '../../store/members.ts';
import { startSession, type Browser, type SignInMethod } from '../../store/sessions.ts';
import { findSignInLink, removeSignInLinks, useSignInLink } from '../../store/sign-in-links.ts';
import { hashToken } from '../../store/tokens.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { normalizeEmail } from './email.ts';
import { readNewSession, type OwnSession, type SessionParts } from './own-sessions.ts';
import type { Passwords } from './passwords.ts';
import { countAccount, countAddress } from './sign-in-rate.ts';

export interface SignInParts extends SessionParts {
  readonly passwords: Passwords;
}

/** The browser that signs in, with the session that it had before. */
export interface SignInClient {
  readonly address: string;
  readonly userAgent: string | null;
  /** The token of its session cookie. */
  readonly token: string | undefined;
}

/** A session that has just begun. */
export interface NewSession {
  /** Of its cookie. */
  readonly token: string;
  readonly session: OwnSession;
}

/**
 * Signs in with address and password.
 *
 * @throws Problem SIGN_IN_FAILED, whichever of them is wrong, after the same time; RATE_LIMIT_EXCEEDED,
 *   SERVICE_UNAVAILABLE
 */
export async function signInWithPassword(
  parts: SignInParts,
  client: SignInClient,
  given: { readonly email: string; readonly password: string },
): Promise<NewSession> {
  const { db, passwords } = parts;
  const email = normalizeEmail(given.email);
  await countAddress(db, client.address);
  await countAccount(db, email ?? given.email);
  const account = email === null ? null : await findAccountByEmail(db, email);
  const passwordHash = account?.passwordHash ?? null;
  const fits = await passwords.verify(client.address, passwordHash, given.password);
  if (account === null || !fits) throw studioProblems.signInFailed();
  const token = await db.transaction(async (transaction) => {
    const current = await lockSignInAccount(transaction, account.accountId);
    // The password may have been changed, or the account removed, while it was verified.
    if (current === null || current.passwordHash !== passwordHash) throw studioProblems.signInFailed();
    return await beginSession(transaction, current, 'PASSWORD', client);
  });
  return { token, session: await readNewSession(parts, token) };
}

/** What comes with the token of a link: a new member's name and password, for an invitation. */
export interface LinkSignIn {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Signs in with a link, once. An invitation makes its account an active member with a name and a password.
 *
 * @throws Problem LINK_INVALID; VALIDATION_ERROR, and the link still works; RATE_LIMIT_EXCEEDED,
 *   SERVICE_UNAVAILABLE
 */
export async function signInWithLink(
  parts: SignInParts,
  client: SignInClient,
  { token: linkToken, name, password }: LinkSignIn,
): Promise<NewSession> {
  await countAddress(parts.db, client.address);
  const tokenHash = hashToken(linkToken);
  const link = await findSignInLink(parts.db, tokenHash);
  if (link === null) throw studioProblems.linkInvalid();
  const { accountId, purpose } = link;
  let token: string;
  if (purpose === 'INVITATION') {
    token = await acceptInvitation(
      parts,
      client,
      { accountId, tokenHash },
      requireFields({ name, password }),
    );
  } else {
    refuseFields({ name, password });
    token = await parts.db.transaction(async (transaction) => {
      const account = await useLink(transaction, { accountId, tokenHash });
      return await beginSession(transaction, account, 'LINK', client);
    });
  }
  return { token, session: await readNewSession(parts, token) };
}

async function acceptInvitation(
  { db, passwords }: SignInParts,
  client: SignInClient,
  link: FoundLink,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<string> {
  const passwordHash = await passwords.hash(client.address, password);
  return await db.transaction(async (transaction) => {
    const account = await useLink(transaction, link);
    await setPasswordHash(transaction, account.accountId, passwordHash);
    const member = await join(transaction, account, name.trim());
    return await beginSession(transaction, member, 'LINK', client);
  });
}

interface FoundLink {
  readonly accountId: string;
  readonly tokenHash: Buffer;
}

/** The account is locked first, as when it is removed. */
async function useLink(transaction: Database, { accountId, tokenHash }: FoundLink): Promise<SignInAccount> {
  const account = await lockSignInAccount(transaction, accountId);
  const isUsed = account !== null && (await useSignInLink(transaction, tokenHash));
  if (!isUsed) throw studioProblems.linkInvalid();
  return account;
}

function requireFields({ name, password }: Omit<LinkSignIn, 'token'>): { name: string; password: string } {
  if (name !== undefined && password !== undefined) return { name, password };
  const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined);
  throw problems.invalidRequest(
    missing.map(([field]) => ({ pointer: `/${field}`, detail: 'Is missing; an invitation needs it.' })),
  );
}

function refuseFields(fields: Omit<LinkSignIn, 'token'>): void {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw problems.invalidRequest(
    given.map(([field]) => ({ pointer: `/${field}`, detail: 'Is only accepted with an invitation.' })),
  );
}

/** Makes an invited account an active member. Its invitations stop working. */
export async function join(
  transaction: Database,
  account: SignInAccount,
  name: string,
): Promise<SignInAccount> {
  const { accountId, workspaceId } = account;
  await joinWorkspace(transaction, accountId, name);
  await removeSignInLinks(transaction, accountId);
  await recordActivity(transaction, {
    workspaceId,
    actor: { id: accountId, name },
    action: 'MEMBER_JOINED',
    accountId,
    subject: name,
  });
  return { ...account, name, hasJoined: true };
}

/**
 * Starts the session of an account that has proved who it is; the browser's earlier session ends. Returns the
 * token of the session.
 */
export async function beginSession(
  transaction: Database,
  { accountId }: SignInAccount,
  method: SignInMethod,
  { address, userAgent, token: earlier }: SignInClient,
): Promise<string> {
  const browser: Browser = { userAgent, address };
  const earlierTokenHash = earlier === undefined ? null : hashToken(earlier);
  const { token } = await startSession(transaction, { accountId, method, browser, earlierTokenHash });
  return token;
}
