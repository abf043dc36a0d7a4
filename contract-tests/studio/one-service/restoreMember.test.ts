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

const restore = (memberId: string, email: string, as = studio.owner) =>
  studio.call('restoreMember', { as, path: { memberId }, json: { email } });

testOperation('restoreMember', {
  201: [{ act: async () => restore(await addRemoved(), 'restored@example.org') }],
  403: [
    { act: async () => restore(await addRemoved(), 'eve@example.org', studio.member), code: 'OWNER_ONLY' },
  ],
  409: [
    {
      act: async () => {
        await studio.call('inviteMember', { json: { email: 'taken@example.org' } });
        return await restore(await addRemoved(), 'taken@example.org');
      },
      code: 'EMAIL_TAKEN',
    },
  ],
});
