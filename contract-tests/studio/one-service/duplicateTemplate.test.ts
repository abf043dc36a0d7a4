import { after, before } from 'node:test';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makeShared } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('duplicateTemplate', {
  201: [
    {
      act: async () => {
        const { templateId } = await makeShared(studio);
        return studio.call('duplicateTemplate', { as: studio.member, path: { templateId }, json: {} });
      },
    },
  ],
  404: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        const { projectId } = studio.member;
        return studio.call('duplicateTemplate', { path, json: { projectId } });
      },
      code: 'PROJECT_NOT_FOUND',
    },
  ],
  409: [
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        return withFullStorage(studio.db, studio.owner, () =>
          studio.call('duplicateTemplate', { path, json: {} }),
        );
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});
