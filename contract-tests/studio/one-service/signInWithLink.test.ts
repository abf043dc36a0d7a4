import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { untilLimited, withFullDisk, withoutTable } from '../../../test/helpers/operation-statuses.ts';
import { turnOnFactor } from '../../../test/helpers/second-factors.ts';
import {
  createCredentials,
  forgetAttempts,
  invite,
  makeLink,
} from '../../../test/helpers/studio-accounts.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

const open = (json: object) => studio.call('signInWithLink', { as: null, json });
const openNew = async () => open({ token: await makeLink(studio.db, studio.member.accountId) });

testOperation('signInWithLink', {
  200: [{ act: openNew }],
  202: [
    {
      act: async () => {
        const user = await createUser(studio.db);
        await turnOnFactor(studio, user);
        return await open({ token: await makeLink(studio.db, user.accountId) });
      },
    },
  ],
  401: [{ act: () => open({ token: 'unknown' }), code: 'LINK_INVALID' }],
  409: [
    {
      act: async () => {
        const { email } = await createCredentials(studio.db);
        const { json } = await studio.call('inviteMember', { json: { email } });
        const { url } = (json as { link: { url: string } }).link;
        const token = new URL(url).searchParams.get('token');
        return await open({ token, name: 'Ada', password: 'long enough for it' });
      },
      code: 'EMAIL_TAKEN',
    },
  ],
  429: [
    { act: () => untilLimited(studio.db, () => open({ token: 'unknown' })), code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [
    {
      act: () => withoutTable(studio.db, 'sign_in_links', () => open({ token: 'unknown' })),
      code: 'INTERNAL_ERROR',
    },
  ],
  503: [
    {
      act: () => withFullDisk(studio.db, 'sign_in_links', () => open({ token: 'unknown' })),
      code: 'SERVICE_UNAVAILABLE',
    },
  ],
});

test('an invitation needs a name and a password, and still works after it was refused', async () => {
  const { token } = await invite(studio.db, studio.owner.workspaceId);
  const pointers = async (json: object) => {
    const { status, problem } = await open({ token, ...json });
    assert.equal(status, 400);
    return problem.errors.map(({ pointer }) => pointer);
  };
  assert.deepEqual(await pointers({}), ['/name', '/password']);
  assert.deepEqual(await pointers({ name: 'Ada' }), ['/password']);
  assert.deepEqual(await pointers({ name: 'Ada', password: 'short' }), ['/password']);
  assert.deepEqual(await pointers({ name: 'Ada', password: 'Password123!' }), ['/password']);
  const { status, json } = await open({ token, name: ' Ada ', password: 'long enough for it' });
  assert.equal(status, 200);
  const { account } = json as { account: { name: string; hasPassword: boolean; role: string } };
  assert.deepEqual([account.name, account.hasPassword, account.role], ['Ada', true, 'MEMBER']);
  assert.equal((await open({ token, name: 'Ada', password: 'long enough for it' })).status, 401);
});

test('a link of a member takes neither name nor password', async () => {
  const token = await makeLink(studio.db, studio.member.accountId);
  const { status, problem } = await open({ token, password: 'long enough for it' });
  assert.equal(status, 400);
  assert.deepEqual(
    problem.errors.map(({ pointer }) => pointer),
    ['/password'],
  );
  assert.equal((await open({ token })).status, 200);
});
