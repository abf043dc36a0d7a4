import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { makePublished, makeShared } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('deleteTemplate', {
  204: [
    {
      act: async () => studio.call('deleteTemplate', { path: { templateId: await makePublished(studio) } }),
    },
  ],
  403: [
    {
      act: async () => {
        const { templateId } = await makeShared(studio);
        return studio.call('deleteTemplate', { as: studio.member, path: { templateId } });
      },
      code: 'TEMPLATE_NOT_OWNED',
    },
  ],
});
