import { after, before } from 'node:test';
import { withManyProjects } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('createProject', {
  201: [{ act: () => studio.call('createProject', { json: { name: 'Spring', visibility: 'SHARED' } }) }],
  409: [
    {
      act: () =>
        withManyProjects(studio.db, studio.owner, () =>
          studio.call('createProject', { json: { name: 'One more', visibility: 'PRIVATE' } }),
        ),
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});
