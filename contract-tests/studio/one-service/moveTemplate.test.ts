import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makeShared } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('moveTemplate', {
  200: [
    {
      act: async () => {
        const { projectId } = await makeShared(studio);
        const templateId = await makeDraft(studio);
        return studio.call('moveTemplate', { path: { templateId }, json: { projectId } });
      },
    },
  ],
  403: [
    {
      act: async () => {
        const { templateId } = await makeShared(studio);
        const { projectId } = studio.member;
        return studio.call('moveTemplate', { as: studio.member, path: { templateId }, json: { projectId } });
      },
      code: 'TEMPLATE_NOT_OWNED',
    },
  ],
  404: [
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        const { projectId } = studio.member;
        return studio.call('moveTemplate', { path: { templateId }, json: { projectId } });
      },
      code: 'PROJECT_NOT_FOUND',
    },
  ],
});
