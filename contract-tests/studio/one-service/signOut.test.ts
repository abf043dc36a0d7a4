import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('signOut', {
  204: [{ act: async () => studio.call('signOut', { as: await createUser(studio.db) }) }],
});
