import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { callMatching, documentWith, makeDraft, makePublished, save, upload } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('getFile', {
  200: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        await upload(studio, path.templateId, 'red.png');
        return studio.call('getFile', { path, query: { path: 'red.png' } });
      },
    },
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        await upload(studio, path.templateId, 'red.png');
        await save(studio, path.templateId, documentWith('red.png'));
        await callMatching(studio, 'publishDraft', path.templateId);
        return studio.call('getFile', { path, query: { path: 'red.png', version: 1 } });
      },
    },
  ],
  404: [
    {
      act: async () => {
        const path = { templateId: await makePublished(studio) };
        return studio.call('getFile', { path, query: { path: 'red.png' } });
      },
      code: 'NOT_FOUND',
    },
    {
      act: async () => {
        const path = { templateId: await makePublished(studio) };
        return studio.call('getFile', { path, query: { path: 'red.png', version: 2 } });
      },
      code: 'NOT_FOUND',
    },
  ],
});
