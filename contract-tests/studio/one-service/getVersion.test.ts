import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makePublished } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('getVersion', {
  200: [
    {
      act: async () => {
        const templateId = await makePublished(studio);
        return studio.call('getVersion', { path: { templateId, version: 1 } });
      },
    },
  ],
  404: [
    {
      act: async () => {
        const templateId = await makePublished(studio);
        return studio.call('getVersion', { path: { templateId, version: 2 } });
      },
      code: 'NOT_FOUND',
    },
  ],
});
