import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('endMemberSessions', {
  204: [
    {
      act: async () => {
        const { workspaceId } = studio.owner;
        const { accountId: memberId } = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
        return await studio.call('endMemberSessions', { path: { memberId } });
      },
    },
  ],
  403: [
    {
      act: () =>
        studio.call('endMemberSessions', { as: studio.member, path: { memberId: studio.owner.accountId } }),
      code: 'OWNER_ONLY',
    },
  ],
});
