import { after, before, beforeEach } from 'node:test';
import { addPasskey, passkeyEnvironment, provePasskey } from '../../../test/helpers/passkeys.ts';
import { createCredentials, forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio({ env: passkeyEnvironment })));
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

/** Adds a passkey to a new account with a password, and tries to remove it. */
async function remove(given: {
  readonly password?: string;
  readonly code?: string;
  readonly isUsed?: boolean;
}) {
  const ada = await createCredentials(studio.db);
  const as = await signIn(studio.db, ada);
  const proof = { currentPassword: ada.password };
  const { authenticator, passkeyId } = await addPasskey(studio, as, { proof });
  const passkey = await provePasskey(studio, as, authenticator);
  if (given.isUsed === true) await studio.call('startPasskey', { as, json: { ...proof, passkey } });
  const { password: currentPassword = ada.password, code } = given;
  const json = { currentPassword, ...(code === undefined ? { passkey } : { code }) };
  return await studio.call('removePasskey', { as, path: { passkeyId }, json });
}

testOperation('removePasskey', {
  204: [{ act: () => remove({}) }],
  403: [
    { act: () => remove({ password: 'wrong' }), code: 'PASSWORD_WRONG' },
    { act: () => remove({ code: 'abcdef' }), code: 'CODE_WRONG' },
    { act: () => remove({ isUsed: true }), code: 'PASSKEY_WRONG' },
  ],
});
