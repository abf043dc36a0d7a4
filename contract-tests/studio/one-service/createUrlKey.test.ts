import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRows } from '../../../src/store/database.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const create = (json: object, as = studio.owner) => studio.call('createUrlKey', { as, json });

testOperation('createUrlKey', {
  201: [
    { act: () => create({ name: 'Web site' }) },
    {
      act: () =>
        create(
          {
            name: ' Mail ',
            formats: ['png'],
            maxSide: 1200,
            rendersADay: 50,
            fallback: true,
            fit: true,
            templateIds: [studio.member.projectId],
            imageHosts: ['Images.example.org:443'],
          },
          studio.member,
        ),
    },
  ],
  409: [
    {
      act: async () => {
        const user = await createUser(studio.db);
        await queryRows(
          studio.db,
          `insert into url_keys (workspace_id, account_id, name, sealed_secret, sealed_with)
           select :workspaceId, :accountId, 'Key ' || n, '', '' from generate_series(1, 100) n`,
          { workspaceId: user.workspaceId, accountId: user.accountId },
        );
        return await create({ name: 'One too many' }, user);
      },
      code: 'KEY_LIMIT_REACHED',
    },
  ],
});

test('refuses a text that is not a host, with its place', async () => {
  const { status, problem } = await create({ name: 'Site', imageHosts: ['ok.example', 'http://x/', '*'] });
  assert.equal(status, 400);
  assert.deepEqual(
    problem.errors.map(({ pointer }) => pointer),
    ['/imageHosts/1', '/imageHosts/2'],
  );
});
