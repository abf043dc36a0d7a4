import { recordActivity } from '../../../store/activity.ts';
import type { Database } from '../../../store/database.ts';
import type { SignInAccount } from '../../../store/sign-in-accounts.ts';
import { findSecondFactor, useRecoveryCode, useStep } from '../../../store/second-factors.ts';
import type { SecretSeal } from '../../secret-seal.ts';
import { findStep, hashRecoveryCode, isTimeCode, normalizeCode } from './codes.ts';

/**
 * Uses a code of an account's second factor, or one of its recovery codes: each works once, also if it comes
 * many times at once. False for any other code.
 */
export async function useCode(
  seal: SecretSeal,
  transaction: Database,
  { accountId, workspaceId, name }: SignInAccount,
  given: string,
): Promise<boolean> {
  const code = normalizeCode(given);
  if (isTimeCode(code)) return await useTimeCode(seal, transaction, accountId, code);
  if (!(await useRecoveryCode(transaction, accountId, hashRecoveryCode(code)))) return false;
  await recordActivity(transaction, {
    workspaceId,
    actor: { id: accountId, name },
    action: 'RECOVERY_CODE_USED',
    accountId,
    subject: name,
  });
  return true;
}

/** Uses a code by time, also of a factor that is to be confirmed. */
export async function useTimeCode(
  seal: SecretSeal,
  transaction: Database,
  accountId: string,
  code: string,
): Promise<boolean> {
  const factor = await findSecondFactor(transaction, accountId);
  const secret = factor === null ? null : seal.open(accountId, factor);
  const step = secret === null ? null : findStep(secret, normalizeCode(code));
  return step !== null && (await useStep(transaction, accountId, step));
}
