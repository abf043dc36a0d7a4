import { after, before } from 'node:test';
import { addProject } from '../../../test/helpers/http.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeDraft, makeShared } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('deleteProject', {
  204: [
    {
      act: async () => {
        const projectId = await addProject(studio.db, studio.owner, {});
        await makeDraft(studio, { projectId });
        return studio.call('deleteProject', { path: { projectId } });
      },
    },
  ],
  403: [
    {
      act: async () => {
        const { projectId } = await makeShared(studio);
        return studio.call('deleteProject', { as: studio.member, path: { projectId } });
      },
      code: 'PROJECT_NOT_OWNED',
    },
  ],
  409: [
    {
      act: async () => {
        const { projectId } = await makeShared(studio);
        await makeDraft(studio, { as: studio.member, projectId });
        return studio.call('deleteProject', { path: { projectId } });
      },
      code: 'PROJECT_HOLDS_OTHERS_TEMPLATES',
    },
  ],
});
