import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const create = (json: object, as = studio.owner) => studio.call('createKey', { as, json });

testOperation('createKey', {
  201: [
    { act: () => create({ name: 'Newsletter' }) },
    { act: () => create({ name: ' Shop ', expiresInDays: 90, mayAuthor: true }, studio.member) },
  ],
  409: [
    {
      act: async () => {
        // It has a key already.
        const user = await createUser(studio.db, { plan: 'free' });
        for (let count = 1; count < 5; count += 1) await create({ name: `Key ${count}` }, user);
        return await create({ name: 'One too many' }, user);
      },
      code: 'KEY_LIMIT_REACHED',
    },
  ],
});
