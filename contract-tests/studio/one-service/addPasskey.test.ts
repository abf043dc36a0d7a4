import { after, before, beforeEach } from 'node:test';
import { queryRows } from '../../../src/store/database.ts';
import { Authenticator, passkeyEnvironment, startPasskey } from '../../../test/helpers/passkeys.ts';
import { forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio, type StudioUser } from '../../../test/helpers/studio.ts';

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

const made = { challenge: 'AAAA', rp: { id: 'localhost' } };

/** Begins to add a passkey, and does something before it is added. */
async function add(meanwhile: (as: StudioUser) => Promise<unknown> = () => Promise.resolve()) {
  const as = await createUser(studio.db);
  const json = { name: 'Laptop', ...new Authenticator().make(await startPasskey(studio, as)) };
  await meanwhile(as);
  return await studio.call('addPasskey', { as, json });
}

testOperation('addPasskey', {
  200: [{ act: () => add() }],
  403: [
    {
      act: () => studio.call('addPasskey', { json: { name: 'Laptop', ...new Authenticator().make(made) } }),
      code: 'PASSKEY_WRONG',
    },
  ],
  409: [
    {
      act: () =>
        elsewhere.call('addPasskey', { json: { name: 'Laptop', ...new Authenticator().make(made) } }),
      code: 'PASSKEYS_NOT_POSSIBLE',
    },
    {
      act: () =>
        add(({ accountId }) =>
          queryRows(
            studio.db,
            `insert into passkeys (account_id, credential_id, public_key, counter, transports, rp_id, name)
             select :accountId, uuid_send(gen_random_uuid()), '', 0, '{}', 'localhost', 'Key ' || n
             from generate_series(1, 10) n`,
            { accountId },
          ),
        ),
      code: 'PASSKEY_LIMIT_REACHED',
    },
  ],
});
