import { after, before } from 'node:test';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { callMatching, goodDocument, makePublished, save } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('restoreVersion', {
  201: [
    {
      act: async () => {
        const templateId = await makePublished(studio, 2);
        return studio.call('restoreVersion', { path: { templateId, version: 1 } });
      },
    },
  ],
  404: [
    {
      act: async () => {
        const templateId = await makePublished(studio);
        return studio.call('restoreVersion', { path: { templateId, version: 9 } });
      },
      code: 'NOT_FOUND',
    },
  ],
  409: [
    {
      act: async () => {
        const templateId = await makePublished(studio);
        return studio.call('restoreVersion', { path: { templateId, version: 1 } });
      },
      code: 'ALREADY_PUBLISHED',
    },
    {
      act: async () => {
        const templateId = await makePublished(studio);
        await save(studio, templateId, { ...goodDocument, name: 'Later' });
        await callMatching(studio, 'publishDraft', templateId);
        return withFullStorage(studio.db, studio.owner, () =>
          studio.call('restoreVersion', { path: { templateId, version: 1 } }),
        );
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});
