import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { signIn, startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('endSession', {
  204: [
    {
      act: async () => {
        const { sessionId } = await signIn(studio.db, studio.owner);
        return await studio.call('endSession', { path: { sessionId } });
      },
    },
  ],
});
