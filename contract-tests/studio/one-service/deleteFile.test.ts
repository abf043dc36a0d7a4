import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makePublished, upload } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('deleteFile', {
  204: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        await upload(studio, path.templateId, 'red.png');
        return studio.call('deleteFile', { path, query: { path: 'red.png' } });
      },
    },
  ],
  404: [
    {
      act: async () => {
        const path = { templateId: await makePublished(studio) };
        return studio.call('deleteFile', { path, query: { path: 'red.png' } });
      },
      code: 'NOT_FOUND',
    },
  ],
});
