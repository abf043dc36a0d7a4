import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, upload } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('listFiles', {
  200: [
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        await upload(studio, templateId, 'images/red.png');
        return studio.call('listFiles', { path: { templateId } });
      },
    },
  ],
});
