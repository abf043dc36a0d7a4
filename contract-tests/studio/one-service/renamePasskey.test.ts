import { after, before, beforeEach } from 'node:test';
import { addPasskey, passkeyEnvironment } from '../../../test/helpers/passkeys.ts';
import { forgetAttempts } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio({ env: passkeyEnvironment })));
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

testOperation('renamePasskey', {
  204: [
    {
      act: async () => {
        const as = await createUser(studio.db);
        const { passkeyId } = await addPasskey(studio, as);
        return await studio.call('renamePasskey', { as, path: { passkeyId }, json: { name: 'Phone' } });
      },
    },
  ],
});
