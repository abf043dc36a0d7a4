/** Accounts with a second factor, in tests of the app. */
import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { queryRows } from '../../src/store/database.ts';
import type { Studio, StudioUser } from './studio.ts';

/** The code of a secret, as an authenticator app shows it. */
export function getCode(secret: string, timestamp: number = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Lets the codes of this time work again. */
export async function forgetSteps({ db }: Pick<Studio, 'db'>, accountId: string): Promise<void> {
  await queryRows(db, 'update second_factors set last_step = 0 where account_id = :accountId', { accountId });
}

/** Turns on a second factor. Its code of this time works once more. */
export async function turnOnFactor(
  studio: Pick<Studio, 'call' | 'db'>,
  as: Pick<StudioUser, 'token'> & { readonly accountId: string },
  currentPassword?: string,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const started = await studio.call('startSecondFactor', {
    as,
    json: currentPassword === undefined ? {} : { currentPassword },
  });
  assert.equal(started.status, 200, JSON.stringify(started.json));
  const { secret } = started.json as { secret: string };
  const confirmed = await studio.call('confirmSecondFactor', { as, json: { code: getCode(secret) } });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.json));
  await forgetSteps(studio, as.accountId);
  return { secret, ...(confirmed.json as { recoveryCodes: string[] }) };
}
