import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makePublished } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('getTemplate', {
  200: [
    {
      act: async () => studio.call('getTemplate', { path: { templateId: await makePublished(studio) } }),
    },
    { act: async () => studio.call('getTemplate', { path: { templateId: await makeDraft(studio) } }) },
  ],
});
