import { after, before, beforeEach } from 'node:test';
import { queryRows } from '../../../src/store/database.ts';
import { addPasskey, passkeyEnvironment, provePasskey } from '../../../test/helpers/passkeys.ts';
import { createCredentials, forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
/** Its address is that of a machine. */
let elsewhere: Studio;
before(async () => {
  studio = await startStudio({ env: passkeyEnvironment });
  elsewhere = await startStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(async () => {
  await elsewhere.close();
  await studio.close();
});

const start = (as: { readonly token: string }, json: object = {}) =>
  studio.call('startPasskey', { as, json });

testOperation('startPasskey', {
  200: [{ act: () => start(studio.member) }],
  403: [
    {
      act: async () => start(await signIn(studio.db, await createCredentials(studio.db))),
      code: 'PASSWORD_WRONG',
    },
    {
      act: async () => {
        const as = await createUser(studio.db);
        await addPasskey(studio, as);
        return await start(as);
      },
      code: 'CODE_WRONG',
    },
    {
      act: async () => {
        const as = await createUser(studio.db);
        const { authenticator } = await addPasskey(studio, as);
        const passkey = await provePasskey(studio, as, authenticator);
        await start(as, { passkey });
        return await start(as, { passkey });
      },
      code: 'PASSKEY_WRONG',
    },
  ],
  409: [
    { act: () => elsewhere.call('startPasskey', { json: {} }), code: 'PASSKEYS_NOT_POSSIBLE' },
    {
      act: async () => {
        const as = await createUser(studio.db);
        await queryRows(
          studio.db,
          `insert into passkeys (account_id, credential_id, public_key, counter, transports, rp_id, name)
           select :accountId, uuid_send(gen_random_uuid()), '', 0, '{}', 'localhost', 'Key ' || n
           from generate_series(1, 10) n`,
          { accountId: as.accountId },
        );
        return await start(as);
      },
      code: 'PASSKEY_LIMIT_REACHED',
    },
  ],
});
