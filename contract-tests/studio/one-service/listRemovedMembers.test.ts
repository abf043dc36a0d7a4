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

testOperation('listRemovedMembers', {
  200: [
    {
      act: async () => {
        await addRemoved();
        return await studio.call('listRemovedMembers');
      },
    },
  ],
  403: [{ act: () => studio.call('listRemovedMembers', { as: studio.member }), code: 'OWNER_ONLY' }],
});
