import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { redPng } from '../../../test/helpers/authoring.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addItem, uploadToLibrary } from '../library.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const get = (libraryItemId: string, path = 'images/red.png') =>
  studio.call('getLibraryFile', { as: studio.member, path: { libraryItemId }, query: { path } });

const addLogo = async () =>
  addItem(studio, { kind: 'LOGO', name: 'Logo', files: [await uploadToLibrary(studio)] });

testOperation('getLibraryFile', {
  200: [{ act: async () => get(await addLogo()) }],
  404: [{ act: async () => get(await addLogo(), 'images/blue.png'), code: 'NOT_FOUND' }],
});

test('has the bytes that were uploaded, to save and not to show', async () => {
  const { bytes, headers } = await get(await addLogo());
  assert.deepEqual(Buffer.from(bytes), redPng);
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="red\.png"/u);
});
