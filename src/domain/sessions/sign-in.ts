import type { Database } from '../../store/database.ts';
import { recordActivity, recordFailedSignIn } from '../../store/activity.ts';
import {
  findAccountByEmail,
  joinWorkspace,
  lockSignInAccount,
  type SignInAccount,
} from '../../store/sign-in-accounts.ts';
import { startSession, type Browser, type SignInMethod } from '../../store/sessions.ts';
import { createSignInLink, removeSignInLinks, useSignInLink } from '../../store/sign-in-links.ts';
import { hashToken } from '../../store/tokens.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { normalizeEmail } from './email.ts';
import type { PasskeyParts } from './second-factor/passkeys/use-passkey.ts';
import {
  readFactors,
  readNewSession,
  type OwnSession,
  type SecondFactorKind,
  type SessionParts,
} from './own-sessions.ts';
import type { SecretSeal } from '../secret-seal.ts';
import type { Passwords } from './passwords.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';
import { countAddress, countDevice, countSignIn } from './sign-in-rate.ts';

export interface SignInParts extends SessionParts, PasskeyParts {
  readonly passwords: Passwords;
  /** Of second factors. */
  readonly seal: SecretSeal;
}

/** The browser that signs in, with the session that it had before. */
export interface SignInClient {
  readonly address: string;
  readonly userAgent: string | null;
  /** The token of its session cookie. */
  readonly token: string | undefined;
  /** The token of the cookie that earlier sign-ins have left. */
  readonly device: string | undefined;
}

/** A session that has just begun. */
export interface NewSession {
  readonly outcome: 'signed-in';
  /** Of its cookie. */
  readonly token: string;
  readonly session: OwnSession;
  /** Of the cookie by which the browser is known the next time. */
  readonly device: string;
}

/** A sign-in that waits for a code of the second factor. */
export interface CodeChallenge {
  readonly outcome: 'code-needed';
  /** Proves the first step, once. */
  readonly challenge: string;
  readonly expiresAt: Date;
  /** What the account has. */
  readonly secondFactors: readonly SecondFactorKind[];
}

export type SignIn = NewSession | CodeChallenge;

/** What a first step leads to: the token of a session, or a challenge. */
export type Entry =
  | { readonly outcome: 'signed-in'; readonly token: string }
  | (Omit<CodeChallenge, 'secondFactors'> & { readonly accountId: string });

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
): Promise<SignIn> {
  const { db, passwords } = parts;
  if (client.device === undefined) await passwords.waitForRoom(client.address);
  const email = normalizeEmail(given.email);
  const account = email === null ? null : await findAccountByEmail(db, email);
  const device = await findKnownDevice(db, account?.accountId, client.device);
  if (device === null) {
    await countAddress(db, client.address);
    await countSignIn(db, email ?? given.email, client.address);
  } else await countDevice(db, device);
  const passwordHash = account?.passwordHash ?? null;
  const lane = device === null ? 'others' : 'known';
  const fits = await passwords.verify(client.address, passwordHash, given.password, lane);
  if (account !== null && !fits) noteFailure(db, account, 'With a password', client);
  if (account === null || !fits) throw studioProblems.signInFailed();
  const entry = await db.transaction(async (transaction) => {
    const current = await lockSignInAccount(transaction, account.accountId);
    // The password may have been changed, or the account removed, while it was verified.
    if (current === null || current.passwordHash !== passwordHash) throw studioProblems.signInFailed();
    return await enter(transaction, current, 'PASSWORD', client);
  });
  return await describeEntry(parts, client, entry);
}

/** In words for the log. */
const ways: Readonly<Record<SignInMethod, string>> = {
  PASSWORD: 'With the password',
  LINK: 'With a link',
  OIDC: 'With the OpenID provider',
};

/** Records a failed sign-in, after the answer: its time does not reveal that the account exists. */
export function noteFailure(
  db: Database,
  { accountId }: Pick<SignInAccount, 'accountId'>,
  way: string,
  { address }: SignInClient,
): void {
  setImmediate(() => {
    // The attempt is refused in any case.
    void recordFailedSignIn(db, { accountId, detail: `${way}, the last from ${address}` }).catch(
      () => undefined,
    );
  });
}

/** A link that can be used. */
export interface FoundLink {
  readonly accountId: string;
  readonly tokenHash: Buffer;
}

/** The account is locked first, as when it is removed. */
export async function useLink(
  transaction: Database,
  { accountId, tokenHash }: FoundLink,
): Promise<SignInAccount> {
  const account = await lockSignInAccount(transaction, accountId);
  const isUsed = account !== null && (await useSignInLink(transaction, tokenHash));
  if (!isUsed) throw studioProblems.linkInvalid();
  return account;
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
 * Starts the session of an account that has proved who it is with the password or a link; one with a second
 * factor is asked for a code first.
 */
export async function enter(
  transaction: Database,
  account: SignInAccount,
  method: 'PASSWORD' | 'LINK',
  client: SignInClient,
): Promise<Entry> {
  const { accountId } = account;
  if (!account.hasSecondFactor)
    return { outcome: 'signed-in', token: await beginSession(transaction, account, method, client) };
  const { token, expiresAt } = await createSignInLink(transaction, { accountId, purpose: 'CODE', method });
  return { outcome: 'code-needed', challenge: token, expiresAt, accountId };
}

/** Reads the session that an entry has begun. */
export async function describeEntry(
  parts: SessionParts,
  client: SignInClient,
  entry: Entry,
): Promise<SignIn> {
  if (entry.outcome === 'signed-in') return await describeSession(parts, client, entry.token);
  const { accountId, ...challenge } = entry;
  const { secondFactors } = await readFactors(parts, accountId);
  return { ...challenge, secondFactors };
}

/** Reads a session that has just begun, and remembers its browser. */
export async function describeSession(
  parts: SessionParts,
  client: SignInClient,
  token: string,
): Promise<NewSession> {
  const session = await readNewSession(parts, token);
  const device = await rememberDevice(parts.db, session.account.id, client.device);
  return { outcome: 'signed-in', token, session, device };
}

/**
 * Starts the session of an account that has proved who it is; the browser's earlier session ends. Returns the
 * token of the session.
 *
 * @param factor the second factor, for the log
 */
export async function beginSession(
  transaction: Database,
  { accountId, workspaceId, name }: SignInAccount,
  method: SignInMethod,
  { address, userAgent, token: earlier }: SignInClient,
  factor = '',
): Promise<string> {
  await recordActivity(transaction, {
    workspaceId,
    actor: { id: accountId, name },
    action: 'SIGNED_IN',
    accountId,
    subject: name,
    detail: `${ways[method]}${factor}, from ${address}`,
  });
  const browser: Browser = { userAgent, address };
  const earlierTokenHash = earlier === undefined ? null : hashToken(earlier);
  const { token } = await startSession(transaction, { accountId, method, browser, earlierTokenHash });
  return token;
}
