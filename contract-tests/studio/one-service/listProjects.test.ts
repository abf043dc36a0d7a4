import { after, before } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('listProjects', {
  200: [{ act: () => studio.call('listProjects', { query: { search: 'PROJ', page: 0, size: 1 } }) }],
});
