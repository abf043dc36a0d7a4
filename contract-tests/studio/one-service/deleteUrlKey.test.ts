import { after, before } from 'node:test';
import { addUrlKey } from '../../../test/helpers/image-urls.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('deleteUrlKey', {
  204: [
    {
      act: async () => {
        const { urlKeyId } = await addUrlKey(studio.db, studio.member);
        return await studio.call('deleteUrlKey', { path: { urlKeyId } });
      },
    },
    {
      act: async () => {
        const { urlKeyId } = await addUrlKey(studio.db, studio.member);
        return await studio.call('deleteUrlKey', { as: studio.member, path: { urlKeyId } });
      },
    },
  ],
});
