import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

const set = (json: object) => studio.call('setPassword', { json });

testOperation('setPassword', {
  204: [
    { act: () => set({ newPassword: 'the first password' }) },
    { act: () => set({ currentPassword: 'the first password', newPassword: 'the second password' }) },
  ],
  403: [
    { act: () => set({ newPassword: 'the third password' }), code: 'PASSWORD_WRONG' },
    {
      act: () => set({ currentPassword: 'the first password', newPassword: 'the third password' }),
      code: 'PASSWORD_WRONG',
    },
  ],
});
