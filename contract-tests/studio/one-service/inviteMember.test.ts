import { after, before } from 'node:test';
import { createCredentials } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const invite = (email: string, as = studio.owner) =>
  studio.call('inviteMember', { as, json: { email, role: 'MEMBER' } });

testOperation('inviteMember', {
  201: [
    { act: () => invite('grace@example.org') },
    // Again, and without a role.
    { act: () => studio.call('inviteMember', { json: { email: 'GRACE@example.org' } }) },
    // An address that another workspace has invited.
    { act: () => invite('grace@example.org', studio.stranger) },
    // The address of an account in another workspace.
    { act: async () => invite((await createCredentials(studio.db)).email) },
  ],
  403: [{ act: () => invite('eve@example.org', studio.member), code: 'OWNER_ONLY' }],
  409: [
    {
      act: async () => {
        const { workspaceId } = studio.owner;
        const { email } = await createCredentials(studio.db, { workspaceId });
        return await invite(email.toUpperCase());
      },
      code: 'EMAIL_TAKEN',
    },
  ],
});
