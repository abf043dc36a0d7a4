import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('deleteKey', {
  204: [
    {
      act: async () => {
        const { keyId } = await createUser(studio.db, { workspaceId: studio.owner.workspaceId });
        return await studio.call('deleteKey', { path: { keyId } });
      },
    },
    {
      act: () => studio.call('deleteKey', { as: studio.member, path: { keyId: studio.member.keyId } }),
    },
  ],
});
