import { after, before } from 'node:test';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { callMatching, goodDocument, makeDraft, makePublished, save } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('publishDraft', {
  201: [{ act: async () => callMatching(studio, 'publishDraft', await makeDraft(studio)) }],
  409: [
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        await save(studio, templateId, { ...goodDocument, surprise: true });
        return callMatching(studio, 'publishDraft', templateId);
      },
      code: 'TEMPLATE_INVALID',
    },
    {
      act: async () => callMatching(studio, 'publishDraft', await makePublished(studio)),
      code: 'NO_DRAFT',
    },
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        return withFullStorage(studio.db, studio.owner, () =>
          callMatching(studio, 'publishDraft', templateId),
        );
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
  412: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        return studio.call('publishDraft', { path, headers: { 'If-Match': '"2"' } });
      },
      code: 'DRAFT_CHANGED',
    },
  ],
});
