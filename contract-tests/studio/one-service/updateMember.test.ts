import { after, before } from 'node:test';
import { queryRows } from '../../../src/store/database.ts';
import { createCredentials, invite } from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const update = (memberId: string, json: object, as = studio.owner) =>
  studio.call('updateMember', { as, path: { memberId }, json });

/** The own address of an owner with a password. */
async function setOwnAddress(email: string, currentPassword?: string) {
  const { accountId, password } = await createCredentials(studio.db);
  await queryRows(studio.db, `update accounts set role = 'OWNER' where id = :accountId`, { accountId });
  const { token } = await signIn(studio.db, { accountId });
  const json = { email, currentPassword: currentPassword ?? password };
  return await studio.call('updateMember', { as: { token }, path: { memberId: accountId }, json });
}

testOperation('updateMember', {
  200: [
    { act: () => setOwnAddress('own@example.org') },
    { act: () => update(studio.member.accountId, { role: 'MEMBER' }) },
    { act: () => update(studio.member.accountId, { name: 'Grace Hopper' }, studio.member) },
    // Of another member: it ends their sessions.
    {
      act: async () => {
        const { accountId } = await invite(studio.db, studio.owner.workspaceId);
        return await update(accountId, { name: 'Grace', email: 'changed@example.org' });
      },
    },
    {
      act: async () => {
        const { accountId } = await createCredentials(studio.db, { workspaceId: studio.owner.workspaceId });
        return await update(accountId, { name: 'Grace', email: 'changed-too@example.org' });
      },
    },
  ],
  403: [
    {
      act: () => update(studio.member.accountId, { name: 'G', role: 'OWNER' }, studio.member),
      code: 'OWNER_ONLY',
    },
    { act: () => update(studio.owner.accountId, { name: 'O' }, studio.member), code: 'OWNER_ONLY' },
    { act: () => setOwnAddress('stolen@example.org', 'a guess of someone'), code: 'PASSWORD_WRONG' },
  ],
  409: [
    { act: () => update(studio.owner.accountId, { role: 'MEMBER' }), code: 'LAST_OWNER' },
    {
      act: async () => {
        const { workspaceId } = studio.owner;
        const { email } = await createCredentials(studio.db, { workspaceId });
        return await update(studio.member.accountId, { email });
      },
      code: 'EMAIL_TAKEN',
    },
    // The own address counts at once.
    {
      act: async () => setOwnAddress((await createCredentials(studio.db)).email),
      code: 'EMAIL_TAKEN',
    },
  ],
});
