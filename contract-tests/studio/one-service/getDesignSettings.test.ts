import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makeShared, saveSettings } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('getDesignSettings', {
  200: [
    { act: async () => studio.call('getDesignSettings', { path: { templateId: await makeDraft(studio) } }) },
    {
      act: async () => {
        const { templateId } = await makeShared(studio);
        await saveSettings(studio, templateId);
        return studio.call('getDesignSettings', { as: studio.member, path: { templateId } });
      },
    },
  ],
});
