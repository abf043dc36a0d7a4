import { after, before, beforeEach } from 'node:test';
import { addPasskey, passkeyEnvironment } from '../../../test/helpers/passkeys.ts';
import { forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio({ env: passkeyEnvironment })));
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

testOperation('startPasskeyProof', {
  200: [
    {
      act: async () => {
        const as = await createUser(studio.db);
        await addPasskey(studio, as);
        return await studio.call('startPasskeyProof', { as });
      },
    },
  ],
  409: [{ act: () => studio.call('startPasskeyProof'), code: 'PASSKEYS_NOT_POSSIBLE' }],
});
