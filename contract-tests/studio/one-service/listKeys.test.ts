import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('listKeys', {
  200: [
    { act: () => studio.call('listKeys') },
    { act: () => studio.call('listKeys', { as: studio.member }) },
  ],
});
