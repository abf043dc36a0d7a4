import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { callMatching, makeDraft, makePublished, save } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('discardDraft', {
  204: [
    {
      act: async () => {
        const templateId = await makePublished(studio);
        await save(studio, templateId);
        return callMatching(studio, 'discardDraft', templateId);
      },
    },
    { act: async () => callMatching(studio, 'discardDraft', await makePublished(studio)) },
  ],
  409: [
    {
      act: async () => callMatching(studio, 'discardDraft', await makeDraft(studio)),
      code: 'NEVER_PUBLISHED',
    },
  ],
  412: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        return studio.call('discardDraft', { path, headers: { 'If-Match': 'W/"1", "7"' } });
      },
      code: 'DRAFT_CHANGED',
    },
  ],
});
