import type { Logger } from '../../telemetry/log.ts';
import type { Database } from '../../store/database.ts';
import {
  findAccountByEmail,
  findAccountByPerson,
  findInvitedAccount,
  lockSignInAccount,
  type SignInAccount,
} from '../../store/sign-in-accounts.ts';
import { addOidcFlow, OIDC_FLOW_SECONDS, takeOidcFlow } from '../../store/oidc-flows.ts';
import { createSignInLink } from '../../store/sign-in-links.ts';
import { hashToken } from '../../store/tokens.ts';
import { normalizeEmail } from './email.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import type { OidcFailure, OidcPerson, OidcProvider } from './oidc-provider.ts';
import { beginSession, type SignInClient } from './sign-in.ts';
import { countAddress } from './sign-in-rate.ts';
import { tieToProvider } from './tie-to-provider.ts';

/** How long a person has to sign in at the provider. */
export const FLOW_SECONDS = OIDC_FLOW_SECONDS;

export interface OidcParts {
  readonly db: Database;
  /** Null: the operator has set none. */
  readonly provider: OidcProvider | null;
  /** The origin that clients see. */
  readonly publicUrl: () => string;
  readonly log: Logger;
}

/** Why a sign-in with the provider fails, as the sign-in page explains it. */
export type OidcProblem =
  /** The person or the provider has refused. */
  | 'OIDC_DENIED'
  /** The answer does not belong to this browser, or is not valid. */
  | 'OIDC_FAILED'
  | 'OIDC_UNAVAILABLE'
  /** The provider has not verified the person's address. */
  | 'OIDC_EMAIL_UNVERIFIED'
  /** No member has the address. */
  | 'OIDC_NO_MEMBER'
  /** The member with the address is another person at the provider. */
  | 'OIDC_OTHER_PERSON';

/** The page to open next. */
export interface OidcStep {
  readonly location: string;
  /** The token of the flow, or of the session, that has begun. */
  readonly started: string | null;
}

/**
 * Begins to sign in with the provider: leads to its page.
 *
 * @param returnTo the page of the app to open afterwards
 * @throws Problem NOT_FOUND without a provider, RATE_LIMIT_EXCEEDED
 */
export async function startOidc(
  { db, provider, publicUrl, log }: OidcParts,
  { address }: Pick<SignInClient, 'address'>,
  returnTo: string,
): Promise<OidcStep> {
  if (provider === null) throw studioProblems.oidcNotConfigured();
  await countAddress(db, address);
  const begun = await provider.begin(callbackUrl(publicUrl()));
  if (begun.outcome !== 'begun') return refuse(log, begun);
  const started = await addOidcFlow(db, { ...begun.checks, returnTo: ownPage(returnTo) });
  return { location: begun.url, started };
}

/**
 * Finishes a sign-in with the provider's answer. An invited account joins on the page that this leads to.
 *
 * @param flow the token of the flow's cookie
 * @throws Problem NOT_FOUND without a provider, RATE_LIMIT_EXCEEDED
 */
export async function finishOidc(
  { db, provider, publicUrl, log }: OidcParts,
  client: SignInClient,
  { flow, query }: { readonly flow: string | undefined; readonly query: Readonly<Record<string, string>> },
): Promise<OidcStep> {
  if (provider === null) throw studioProblems.oidcNotConfigured();
  await countAddress(db, client.address, 'oidc');
  const checks = flow === undefined ? null : await takeOidcFlow(db, hashToken(flow));
  if (checks === null) return refuse(log, { outcome: 'failed', reason: 'no flow of this browser' });
  const answer = new URL(callbackUrl(publicUrl()));
  answer.search = new URLSearchParams(query).toString();
  const finished = await provider.finish(answer, checks);
  if (finished.outcome !== 'finished') return refuse(log, finished);
  const found = await findMemberOf(db, finished.person);
  if ('problem' in found) return { location: problemPage(found.problem), started: null };
  return await signInPerson(db, client, found.account, finished.person, checks.returnTo);
}

/**
 * The account of a person: the one that is tied to them, else the one that has their verified address and is
 * not tied to somebody else. Accounts of an earlier provider are not tied. Without one, the last invitation.
 */
async function findMemberOf(
  db: Database,
  { issuer, subject, email, isEmailVerified }: OidcPerson,
): Promise<{ readonly account: SignInAccount } | { readonly problem: OidcProblem }> {
  const tied = await findAccountByPerson(db, { issuer, subject });
  if (tied !== null) return { account: tied };
  if (email === null || !isEmailVerified) return { problem: 'OIDC_EMAIL_UNVERIFIED' };
  const address = normalizeEmail(email);
  const account =
    address === null
      ? null
      : ((await findAccountByEmail(db, address)) ?? (await findInvitedAccount(db, address)));
  if (account === null) return { problem: 'OIDC_NO_MEMBER' };
  return account.oidcIssuer === issuer ? { problem: 'OIDC_OTHER_PERSON' } : { account };
}

/** Signs a member in. An invited person is asked first, on the page of a link for them alone. */
async function signInPerson(
  db: Database,
  client: SignInClient,
  found: SignInAccount,
  { issuer, subject, name }: OidcPerson,
  returnTo: string,
): Promise<OidcStep> {
  const { accountId, email, oidcSubject } = found;
  const person = { issuer, subject };
  return await db.transaction(async (transaction) => {
    const account = await lockSignInAccount(transaction, accountId);
    // The address may have been changed, the account tied to somebody else or removed, since.
    if (account === null || account.email !== email || account.oidcSubject !== oidcSubject)
      return { location: problemPage('OIDC_NO_MEMBER'), started: null };
    if (!account.hasJoined) {
      const { token } = await createSignInLink(transaction, { accountId, purpose: 'JOIN', person });
      return { location: joinPage(token, getName(name)), started: null };
    }
    const { hasRemoved } =
      account.oidcIssuer === issuer ? nothingRemoved : await tieToProvider(transaction, account, person);
    // The page that says so.
    const location = hasRemoved ? '/studio/account?tied' : returnTo;
    return { location, started: await beginSession(transaction, account, 'OIDC', client) };
  });
}

const nothingRemoved = { hasRemoved: false };

function joinPage(token: string, name: string): string {
  return `/studio/sign-in?${new URLSearchParams({ token, ...(name !== '' && { name }) }).toString()}`;
}

const maxName = 200;

function getName(name: string | null): string {
  return (name ?? '').replaceAll('\0', '').trim().slice(0, maxName);
}

function refuse(log: Logger, { outcome, reason }: OidcFailure): OidcStep {
  log.warn({ reason }, 'a sign-in with the OpenID provider has failed');
  return { location: problemPage(problemOf[outcome]), started: null };
}

const problemOf: Readonly<Record<OidcFailure['outcome'], OidcProblem>> = {
  denied: 'OIDC_DENIED',
  failed: 'OIDC_FAILED',
  unavailable: 'OIDC_UNAVAILABLE',
};

function problemPage(problem: OidcProblem): string {
  return `/studio/sign-in?problem=${problem}`;
}

function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/studio/api/v1/oidc/callback`;
}

/** A page of the app; for anything else, its first page. */
function ownPage(returnTo: string): string {
  const url = new URL(returnTo, 'http://own.invalid');
  const isOwn = url.host === 'own.invalid' && /^\/studio(\/|$)/.test(url.pathname);
  return isOwn ? url.pathname + url.search + url.hash : '/studio';
}
