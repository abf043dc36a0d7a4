/**
 * Links that sign an account in once: 15 minutes for one that is a member, 7 days for an invitation, and for
 * one that confirms a new address. A link for `CODE` is never handed over: it is a sign-in that waits
 * 10 minutes for the code of the second factor.
 */
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import type { ProviderPerson } from './sign-in-accounts.ts';
import { makeToken } from './tokens.ts';

export type LinkPurpose = 'SIGN_IN' | 'INVITATION' | 'ADDRESS' | 'JOIN' | 'CODE';

/** What a link is for. */
export interface SignInLink {
  readonly accountId: string;
  readonly purpose: LinkPurpose;
  /** For `JOIN`: who has signed in at the OpenID provider. */
  readonly person?: ProviderPerson | null;
  /** For `CODE`: what was proved first. */
  readonly method?: 'PASSWORD' | 'LINK';
}

const lifetimes: Readonly<Record<LinkPurpose, string>> = {
  SIGN_IN: '15 minutes',
  INVITATION: '7 days',
  ADDRESS: '7 days',
  JOIN: '15 minutes',
  CODE: '10 minutes',
};

const isUsable = 'used_at is null and expires_at > now()';

/** Makes a link for an account. One that works for days replaces those before it. */
export async function createSignInLink(
  transaction: Database,
  { accountId, purpose, person = null, method }: SignInLink,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  if (purpose === 'INVITATION' || purpose === 'ADDRESS') await removeSignInLinks(transaction, accountId);
  const { token, hash } = makeToken();
  const { expiresAt } = await queryRow<{ expiresAt: Date }>(
    transaction,
    `insert into sign_in_links (
       account_id, token_hash, purpose, expires_at, oidc_issuer, oidc_subject, method
     )
     values (
       :accountId, :hash, :purpose, now() + cast(:lifetime as interval), :issuer, :subject, :method
     )
     returning expires_at as "expiresAt"`,
    {
      accountId,
      hash,
      purpose,
      lifetime: lifetimes[purpose],
      issuer: person?.issuer ?? null,
      subject: person?.subject ?? null,
      method: method ?? null,
    },
  );
  return { token, expiresAt };
}

/** The link with a token, if it can be used. */
export async function findSignInLink(db: Database, tokenHash: Buffer): Promise<SignInLink | null> {
  const [link] = await readRows<
    Omit<SignInLink, 'method'> & { readonly method: SignInLink['method'] | null }
  >(
    db,
    `select account_id as "accountId", purpose, method,
            case when oidc_subject is not null
              then json_build_object('issuer', oidc_issuer, 'subject', oidc_subject) end as person
     from sign_in_links
     where token_hash = :tokenHash and ${isUsable}`,
    { tokenHash },
  );
  if (link === undefined) return null;
  const { method, ...rest } = link;
  return method === null || method === undefined ? rest : { ...rest, method };
}

/** Uses a link: of several requests at once, one gets it. False if it cannot be used (any more). */
export async function useSignInLink(transaction: Database, tokenHash: Buffer): Promise<boolean> {
  const used = await queryRows(
    transaction,
    `update sign_in_links set used_at = now() where token_hash = :tokenHash and ${isUsable} returning id`,
    { tokenHash },
  );
  return used.length > 0;
}

/** Removes all links of an account: none of them works any more. */
export async function removeSignInLinks(transaction: Database, accountId: string): Promise<void> {
  await queryRows(transaction, 'delete from sign_in_links where account_id = :accountId', { accountId });
}

/** Deletes links that have expired. Returns how many. */
export async function removeExpiredLinks(db: Database): Promise<number> {
  const removed = await queryRows(db, 'delete from sign_in_links where expires_at < now() returning id', {});
  return removed.length;
}
