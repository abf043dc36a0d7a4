import { after, before, beforeEach } from 'node:test';
import { Authenticator } from '../../../test/helpers/passkeys.ts';
import { getCode, turnOnFactor } from '../../../test/helpers/second-factors.ts';
import { createCredentials, forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

const unknownPasskey = new Authenticator().use({
  challenge: 'AAAA',
  rpId: 'localhost',
  allowCredentials: [],
});

/** Turns on the factor of a new account with a password, and tries to turn it off. */
async function remove(
  given: { readonly password?: string; readonly code?: string; readonly passkey?: object } = {},
) {
  const ada = await createCredentials(studio.db);
  const as = { accountId: ada.accountId, ...(await signIn(studio.db, ada)) };
  const { secret } = await turnOnFactor(studio, as, ada.password);
  const { password: currentPassword = ada.password, code = getCode(secret), passkey } = given;
  const json = { currentPassword, ...(passkey === undefined ? { code } : { passkey }) };
  return await studio.call('removeSecondFactor', { as, json });
}

testOperation('removeSecondFactor', {
  204: [{ act: () => remove() }],
  403: [
    { act: () => remove({ password: 'wrong' }), code: 'PASSWORD_WRONG' },
    { act: () => remove({ code: 'abcdef' }), code: 'CODE_WRONG' },
    { act: () => remove({ passkey: unknownPasskey }), code: 'PASSKEY_WRONG' },
  ],
  409: [
    { act: () => studio.call('removeSecondFactor', { json: { code: '123456' } }), code: 'SECOND_FACTOR_OFF' },
  ],
});
