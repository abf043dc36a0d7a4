import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('getBelongings', {
  200: [{ act: () => studio.call('getBelongings', { path: { memberId: studio.member.accountId } }) }],
  403: [
    {
      act: () =>
        studio.call('getBelongings', { as: studio.member, path: { memberId: studio.owner.accountId } }),
      code: 'OWNER_ONLY',
    },
  ],
});
