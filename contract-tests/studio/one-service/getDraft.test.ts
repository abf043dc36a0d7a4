import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makePublished } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('getDraft', {
  200: [
    { act: async () => studio.call('getDraft', { path: { templateId: await makeDraft(studio) } }) },
    { act: async () => studio.call('getDraft', { path: { templateId: await makePublished(studio) } }) },
  ],
});
