import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const addRemoved = async (): Promise<string> => {
  const { workspaceId } = studio.owner;
  const { accountId: memberId } = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
  await studio.call('removeMember', { path: { memberId } });
  return memberId;
};

testOperation('purgeMember', {
  204: [{ act: async () => studio.call('purgeMember', { path: { memberId: await addRemoved() } }) }],
  403: [
    {
      act: async () =>
        studio.call('purgeMember', { as: studio.member, path: { memberId: await addRemoved() } }),
      code: 'OWNER_ONLY',
    },
  ],
});
