import { recordActivity } from '../../store/activity.ts';
import { isUniqueViolation, type Database } from '../../store/database.ts';
import { changeMember, setPendingEmail } from '../../store/members.ts';
import { findSignInAccount, setProviderPerson } from '../../store/sign-in-accounts.ts';
import { findSession } from '../../store/sessions.ts';
import { hashToken } from '../../store/tokens.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import {
  enter,
  useLink,
  type Entry,
  type FoundLink,
  type SignInClient,
  type SignInParts,
} from './sign-in.ts';
import { countAccount } from './sign-in-rate.ts';
import { countTakenAddresses } from './taken-addresses.ts';

/**
 * Confirms the new address of an account. The link alone is not enough, since owners hand it over: it needs a
 * session of the account in the same browser, or its password.
 *
 * @throws Problem LINK_INVALID; VALIDATION_ERROR and EMAIL_TAKEN, and the link still works;
 *   RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function confirmAddress(
  parts: SignInParts,
  client: SignInClient,
  link: FoundLink,
  password: string | undefined,
): Promise<Entry> {
  const { db } = parts;
  const { accountId } = link;
  const session = client.token === undefined ? null : await findSession(db, hashToken(client.token));
  const isSignedIn = session?.accountId === accountId;
  const passwordHash = isSignedIn ? null : await checkPassword(parts, client, accountId, password);
  const workspaceId = (await findSignInAccount(db, accountId))?.workspaceId;
  if (workspaceId === undefined) throw studioProblems.linkInvalid();
  const confirm = async (transaction: Database): Promise<Entry> => {
    const account = await useLink(transaction, link);
    const { pendingEmail: email, name } = account;
    const isCurrent = isSignedIn || account.passwordHash === passwordHash;
    if (email === null || !isCurrent) throw studioProblems.linkInvalid();
    await changeMember(transaction, accountId, { email });
    await setPendingEmail(transaction, accountId, null);
    // The new address may be that of another account at the provider.
    await setProviderPerson(transaction, accountId, null);
    await recordActivity(transaction, {
      workspaceId,
      actor: { id: accountId, name },
      action: 'MEMBER_CHANGED',
      accountId,
      subject: name,
      detail: `Address: ${account.email ?? 'none'} → ${email}, confirmed`,
    });
    if (isSignedIn && client.token !== undefined) return { outcome: 'signed-in', token: client.token };
    return await enter(transaction, account, 'PASSWORD', client);
  };
  return await countTakenAddresses(db, { workspaceId, link: link.tokenHash }, async (transaction) => {
    try {
      return await confirm(transaction);
    } catch (error) {
      throw isUniqueViolation(error) ? studioProblems.emailTakenElsewhere() : error;
    }
  });
}

async function checkPassword(
  { db, passwords }: SignInParts,
  { address }: SignInClient,
  accountId: string,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined) throw refuse('Is missing; confirming an address needs it.');
  await countAccount(db, accountId);
  const passwordHash = (await findSignInAccount(db, accountId))?.passwordHash ?? null;
  if (!(await passwords.verify(address, passwordHash, password))) throw refuse('Is wrong.');
  return passwordHash;
}

function refuse(detail: string) {
  return problems.invalidRequest([{ pointer: '/password', detail }]);
}
