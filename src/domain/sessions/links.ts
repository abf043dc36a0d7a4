import { recordActivity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { lockSignInAccount } from '../../store/sign-in-accounts.ts';
import { createSignInLink } from '../../store/sign-in-links.ts';

/** A link to hand over. It signs in the first person who opens it. */
export interface HandedLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** The page that uses the token of a link. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/studio/sign-in?token=${token}`;
}

/**
 * Makes a link that signs an account in, for the operator; for an account that has not joined yet, an
 * invitation. Null if there is no such account.
 */
export async function makeSignInLink(
  db: Database,
  accountId: string,
  publicUrl: string,
): Promise<HandedLink | null> {
  return await db.transaction(async (transaction) => {
    const account = await lockSignInAccount(transaction, accountId);
    if (account === null) return null;
    const { workspaceId, name, hasJoined } = account;
    const purpose = hasJoined ? 'SIGN_IN' : 'INVITATION';
    const { token, expiresAt } = await createSignInLink(transaction, { accountId, purpose });
    await recordActivity(transaction, {
      workspaceId,
      actor: null,
      action: 'SIGN_IN_LINK_CREATED',
      accountId,
      subject: name,
    });
    return { url: linkUrl(publicUrl, token), expiresAt };
  });
}
