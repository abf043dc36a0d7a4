import { after, before } from 'node:test';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { goodDocument, makeDraft, save } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('saveDraft', {
  200: [
    { act: async () => save(studio, await makeDraft(studio)) },
    { act: async () => save(studio, await makeDraft(studio), { elements: 'none' }) },
  ],
  400: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        return studio.call('saveDraft', { path, headers: { 'If-Match': '1' }, json: goodDocument });
      },
      code: 'VALIDATION_ERROR',
    },
  ],
  409: [
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        return withFullStorage(studio.db, studio.owner, () =>
          save(studio, templateId, { ...goodDocument, description: 'x'.repeat(1_000) }),
        );
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
  412: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        return studio.call('saveDraft', { path, headers: { 'If-Match': '"2"' }, json: goodDocument });
      },
      code: 'DRAFT_CHANGED',
    },
  ],
  413: [
    {
      act: async () => save(studio, await makeDraft(studio), { name: 'x'.repeat(2 * 1024 * 1024) }),
      code: 'PAYLOAD_TOO_LARGE',
    },
  ],
});
