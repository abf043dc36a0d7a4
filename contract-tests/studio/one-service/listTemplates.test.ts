import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makePublished } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('listTemplates', {
  200: [
    {
      act: async () => {
        await makePublished(studio);
        await makeDraft(studio);
        const { projectId } = studio.owner;
        return studio.call('listTemplates', { query: { projectId, search: 'card', size: 1 } });
      },
    },
  ],
});
