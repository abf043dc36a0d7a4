import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { createUser, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const json = { requiresSecondFactor: true };

testOperation('updateWorkspace', {
  204: [{ act: async () => studio.call('updateWorkspace', { as: await createUser(studio.db), json }) }],
  403: [{ act: () => studio.call('updateWorkspace', { as: studio.member, json }), code: 'OWNER_ONLY' }],
});
