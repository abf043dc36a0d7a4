import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makeShared } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('updateTemplate', {
  200: [
    {
      act: async () => {
        const { templateId } = await makeShared(studio);
        const json = { name: 'Renamed', visibility: 'SHARED' };
        return studio.call('updateTemplate', { as: studio.member, path: { templateId }, json });
      },
    },
  ],
  403: [
    {
      act: async () => {
        const { templateId } = await makeShared(studio);
        const json = { visibility: 'PRIVATE' };
        return studio.call('updateTemplate', { as: studio.member, path: { templateId }, json });
      },
      code: 'TEMPLATE_NOT_OWNED',
    },
  ],
});
