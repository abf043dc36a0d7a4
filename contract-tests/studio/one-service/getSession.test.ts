import { after, before } from 'node:test';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';

let studio: Studio;
before(async () => (studio = await startStudio()));
after(() => studio.close());

testOperation('getSession', { 200: [{ act: () => studio.call('getSession') }] });
