import { after, before, beforeEach } from 'node:test';
import { addPasskey, passkeyEnvironment, provePasskey } from '../../../test/helpers/passkeys.ts';
import { turnOnFactor } from '../../../test/helpers/second-factors.ts';
import { createCredentials, forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio({ env: passkeyEnvironment })));
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

const start = (as: { readonly token: string }, json: object = {}) =>
  studio.call('startSecondFactor', { as, json });

testOperation('startSecondFactor', {
  200: [{ act: () => start(studio.member) }],
  403: [
    {
      act: async () => start(await signIn(studio.db, await createCredentials(studio.db))),
      code: 'PASSWORD_WRONG',
    },
    {
      act: async () =>
        start(await signIn(studio.db, await createCredentials(studio.db)), { currentPassword: 'wrong' }),
      code: 'PASSWORD_WRONG',
    },
    {
      act: async () => {
        const user = await createUser(studio.db);
        await addPasskey(studio, user);
        return await start(user, { code: '123456' });
      },
      code: 'CODE_WRONG',
    },
    {
      act: async () => {
        const user = await createUser(studio.db);
        const { authenticator } = await addPasskey(studio, user);
        const passkey = await provePasskey(studio, user, authenticator);
        await start(user, { passkey });
        return await start(user, { passkey });
      },
      code: 'PASSKEY_WRONG',
    },
  ],
  409: [
    {
      act: async () => {
        const user = await createUser(studio.db);
        await turnOnFactor(studio, user);
        return await start(user);
      },
      code: 'SECOND_FACTOR_ON',
    },
  ],
});
