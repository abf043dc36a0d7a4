import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('createProject', {
  201: [{ act: () => studio.call('createProject', { json: { name: 'Spring', visibility: 'SHARED' } }) }],
});
