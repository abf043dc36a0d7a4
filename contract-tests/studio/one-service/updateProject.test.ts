import { after, before } from 'node:test';
import { addProject } from '../../../test/helpers/http.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('updateProject', {
  200: [
    {
      act: () =>
        studio.call('updateProject', {
          path: { projectId: studio.owner.projectId },
          json: { description: 'For the launch' },
        }),
    },
  ],
  403: [
    {
      act: async () => {
        const projectId = await addProject(studio.db, studio.owner, { visibility: 'SHARED' });
        return studio.call('updateProject', {
          as: studio.member,
          path: { projectId },
          json: { name: 'Mine' },
        });
      },
      code: 'PROJECT_NOT_OWNED',
    },
  ],
});
