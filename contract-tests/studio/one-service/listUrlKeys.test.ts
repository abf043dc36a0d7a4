import { after, before } from 'node:test';
import { addUrlKey } from '../../../test/helpers/image-urls.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('listUrlKeys', {
  200: [
    { act: () => studio.call('listUrlKeys') },
    {
      act: async () => {
        await addUrlKey(studio.db, studio.member, {
          templateIds: [studio.member.projectId],
          formats: ['png', 'avif'],
          maxSidePx: 2000,
          imageHosts: ['*.example.org:8443'],
          rendersADay: 100,
          hasFallback: true,
          fit: true,
        });
        return await studio.call('listUrlKeys', { as: studio.member });
      },
    },
  ],
});
