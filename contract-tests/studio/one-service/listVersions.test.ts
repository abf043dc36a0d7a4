import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makePublished } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('listVersions', {
  200: [
    {
      act: async () => {
        const templateId = await makePublished(studio, 2);
        return studio.call('listVersions', { path: { templateId }, query: { page: 0, size: 1 } });
      },
    },
  ],
});
