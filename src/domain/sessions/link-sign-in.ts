import { isUniqueViolation, type Database } from '../../store/database.ts';
import { setPasswordHash, type ProviderPerson } from '../../store/sign-in-accounts.ts';
import { findSignInLink } from '../../store/sign-in-links.ts';
import { hashToken } from '../../store/tokens.ts';
import { findAccount, findWorkspace } from '../../store/workspaces.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { confirmAddress } from './confirm-address.ts';
import { requireGoodPassword } from './password-rules.ts';
import {
  beginSession,
  describeEntry,
  enter,
  join,
  useLink,
  type Entry,
  type FoundLink,
  type SignIn,
  type SignInClient,
  type SignInParts,
} from './sign-in.ts';
import { countAddress } from './sign-in-rate.ts';
import { countTakenAddresses } from './taken-addresses.ts';
import { tieToProvider } from './tie-to-provider.ts';

/** What comes with the token of a link: a new member's name and password, for an invitation. */
export interface LinkSignIn {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Signs in with a link, once. An invitation makes its account an active member with a name and a password. A
 * link for a new address confirms it, with a session of the account or its password.
 *
 * @throws Problem LINK_INVALID; VALIDATION_ERROR and EMAIL_TAKEN, and the link still works;
 *   RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function signInWithLink(
  parts: SignInParts,
  client: SignInClient,
  { token: linkToken, name, password }: LinkSignIn,
): Promise<SignIn> {
  await countAddress(parts.db, client.address);
  const tokenHash = hashToken(linkToken);
  const link = await findSignInLink(parts.db, tokenHash);
  if (link === null || link.purpose === 'CODE') throw studioProblems.linkInvalid();
  const { accountId, purpose, person = null } = link;
  let entry: Entry;
  if (purpose === 'JOIN' && person !== null) {
    refuseFields({ password });
    const token = await joinWithProvider(parts.db, client, { accountId, tokenHash }, { person, name });
    entry = { outcome: 'signed-in', token };
  } else if (purpose === 'ADDRESS') {
    refuseFields({ name });
    entry = await confirmAddress(parts, client, { accountId, tokenHash }, password);
  } else if (purpose === 'INVITATION') {
    entry = await acceptInvitation(
      parts,
      client,
      { accountId, tokenHash },
      requireFields({ name, password }),
    );
  } else {
    refuseFields({ name, password });
    entry = await parts.db.transaction(async (transaction) => {
      const account = await useLink(transaction, { accountId, tokenHash });
      return await enter(transaction, account, 'LINK', client);
    });
  }
  return await describeEntry(parts, client, entry);
}

async function acceptInvitation(
  { db, passwords }: SignInParts,
  client: SignInClient,
  link: FoundLink,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<Entry> {
  const invited = await findAccount(db, link.accountId);
  if (invited === null) throw studioProblems.linkInvalid();
  requireGoodPassword(password, invited.email, '/password');
  const passwordHash = await passwords.hash(client.address, password);
  const { workspaceId } = invited;
  return await countTakenAddresses(db, { workspaceId, link: link.tokenHash }, async (transaction) => {
    try {
      const account = await useLink(transaction, link);
      await setPasswordHash(transaction, account.accountId, passwordHash);
      const member = await join(transaction, account, name.trim());
      return await enter(transaction, member, 'LINK', client);
    } catch (error) {
      throw isUniqueViolation(error) ? studioProblems.emailTakenElsewhere() : error;
    }
  });
}

/**
 * Makes an invited account, whose person has signed in at the provider, an active one, and ties it to them.
 *
 * @throws Problem VALIDATION_ERROR, which names the workspace, without a name; LINK_INVALID
 */
async function joinWithProvider(
  db: Database,
  client: SignInClient,
  link: FoundLink,
  { person, name }: { readonly person: ProviderPerson; readonly name: string | undefined },
): Promise<string> {
  if (name === undefined) {
    const account = await findAccount(db, link.accountId);
    const workspace = account === null ? null : await findWorkspace(db, account.workspaceId);
    if (workspace === null) throw studioProblems.linkInvalid();
    const detail = `The workspace “${workspace.name}” invites you. Say your name to join.`;
    throw problems.invalidRequest([{ pointer: '/name', detail }]);
  }
  try {
    return await db.transaction(async (transaction) => {
      const account = await useLink(transaction, link);
      if (account.hasJoined) throw studioProblems.linkInvalid();
      const member = await join(transaction, account, name.trim());
      // A member who comes back may have a password of before.
      await tieToProvider(transaction, member, person);
      return await beginSession(transaction, member, 'OIDC', client);
    });
  } catch (error) {
    // The person has got another account since.
    throw isUniqueViolation(error) ? studioProblems.linkInvalid() : error;
  }
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
