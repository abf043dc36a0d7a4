import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addItem } from '../library.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const remove = (libraryItemId: string, as = studio.owner) =>
  studio.call('deleteLibraryItem', { as, path: { libraryItemId } });

const color = { kind: 'COLOR', name: 'Green', color: '#00ff00' };

testOperation('deleteLibraryItem', {
  204: [
    { act: async () => remove(await addItem(studio, color, studio.member), studio.member) },
    // Owners remove everybody's.
    { act: async () => remove(await addItem(studio, color, studio.member)) },
  ],
  403: [
    {
      act: async () => remove(await addItem(studio, color), studio.member),
      code: 'LIBRARY_ITEM_NOT_OWNED',
    },
  ],
});

test('what is added, changed and removed is in the log, with its kind', async () => {
  const libraryItemId = await addItem(studio, { ...color, name: 'Logged' }, studio.member);
  const path = { libraryItemId };
  await studio.call('updateLibraryItem', { path, json: { name: 'Logged twice' } });
  await remove(libraryItemId);
  const { json } = await studio.call('listActivity', { query: { size: 3 } });
  const { data } = json as {
    data: { action: string; subject: string; detail: string; actor: { id: string } }[];
  };
  const { owner, member } = studio;
  assert.deepEqual(
    data.map(({ action, subject, detail, actor }) => [action, subject, detail, actor.id]),
    [
      ['LIBRARY_ITEM_REMOVED', 'Logged twice', 'Color', owner.accountId],
      ['LIBRARY_ITEM_CHANGED', 'Logged twice', 'Color', owner.accountId],
      ['LIBRARY_ITEM_ADDED', 'Logged', 'Color', member.accountId],
    ],
  );
});
