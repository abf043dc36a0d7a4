import type { Database } from '../../store/database.ts';
import { addDevice, hasDevice, isKnownDevice } from '../../store/known-devices.ts';
import { hashToken, makeToken } from '../../store/tokens.ts';

/** No account has it. */
const nobody = '00000000-0000-4000-8000-000000000000';

/**
 * The key of a browser in which an account has signed in before; null for any other. Wrong passwords of
 * others fill the limits of the account and of a shared network address; such a browser has a limit of
 * its own.
 *
 * @param accountId undefined: no account has the address; it is looked up all the same, so that the time does
 *   not tell
 * @param token of the browser's cookie
 */
export async function findKnownDevice(
  db: Database,
  accountId: string | undefined,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined) return null;
  const tokenHash = hashToken(token);
  const isKnown = await isKnownDevice(db, accountId ?? nobody, tokenHash);
  return isKnown ? `${tokenHash.toString('base64url')} ${accountId}` : null;
}

/**
 * Remembers the browser of a sign-in, and returns the token for its cookie. A token that nobody has signed in
 * with is not taken over: somebody else may have put it there.
 */
export async function rememberDevice(
  db: Database,
  accountId: string,
  token: string | undefined,
): Promise<string> {
  const isOurs = token !== undefined && (await hasDevice(db, hashToken(token)));
  const kept = isOurs ? token : makeToken().token;
  await addDevice(db, accountId, hashToken(kept));
  return kept;
}
