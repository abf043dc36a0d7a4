import { studioProblems } from '../problems/studio-problems.ts';
import type { SignInParts } from './sign-in.ts';
import { countAccount } from './sign-in-rate.ts';

/**
 * Asks for the current password of an account, if it has one: somebody else may sit at an unlocked computer.
 *
 * @throws Problem PASSWORD_WRONG, RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE
 */
export async function confirmPassword(
  { db, passwords }: Pick<SignInParts, 'db' | 'passwords'>,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string | null },
  address: string,
  given: string | undefined,
): Promise<void> {
  if (passwordHash === null) return;
  await countAccount(db, accountId);
  if (!(await passwords.verify(address, passwordHash, given ?? ''))) throw studioProblems.passwordWrong();
}
