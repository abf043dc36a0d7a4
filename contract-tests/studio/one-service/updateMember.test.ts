import { after, before } from 'node:test';
import { createCredentials } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const update = (memberId: string, json: object, as = studio.owner) =>
  studio.call('updateMember', { as, path: { memberId }, json });

testOperation('updateMember', {
  200: [
    { act: () => update(studio.member.accountId, { name: 'Grace', email: 'changed@example.org' }) },
    { act: () => update(studio.member.accountId, { role: 'MEMBER' }) },
    { act: () => update(studio.member.accountId, { name: 'Grace Hopper' }, studio.member) },
  ],
  403: [
    {
      act: () => update(studio.member.accountId, { name: 'G', role: 'OWNER' }, studio.member),
      code: 'OWNER_ONLY',
    },
    { act: () => update(studio.owner.accountId, { name: 'O' }, studio.member), code: 'OWNER_ONLY' },
  ],
  409: [
    { act: () => update(studio.owner.accountId, { role: 'MEMBER' }), code: 'LAST_OWNER' },
    {
      act: async () => {
        const { email } = await createCredentials(studio.db);
        return await update(studio.member.accountId, { email });
      },
      code: 'EMAIL_TAKEN',
    },
  ],
});
