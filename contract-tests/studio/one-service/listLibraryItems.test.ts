import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addItem, styleDocument } from '../library.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('listLibraryItems', {
  200: [
    {
      act: async () => {
        await addItem(studio);
        return studio.call('listLibraryItems');
      },
    },
  ],
});

test('lists what all members have added, by kind and name, without documents', async () => {
  await addItem(studio, { kind: 'TEXT_STYLE', name: 'Zebra heading', document: styleDocument });
  await addItem(studio, { kind: 'COLOR', name: 'zebra black', color: '#000000' }, studio.member);
  await addItem(studio, { kind: 'COLOR', name: 'Zebra of others', color: '#000000' }, studio.stranger);
  const list = async (query: Record<string, string | readonly string[]>, as = studio.member) => {
    const { json } = await studio.call('listLibraryItems', { as, query });
    return (json as { data: { name: string; isYours: boolean; mayRemove: boolean; document?: unknown }[] })
      .data;
  };
  const found = await list({ search: 'ZEBRA' });
  assert.deepEqual(
    found.map(({ name, isYours, mayRemove, document }) => [name, isYours, mayRemove, document]),
    [
      ['zebra black', true, true, undefined],
      ['Zebra heading', false, false, undefined],
    ],
  );
  const styles = await list({ kind: ['TEXT_STYLE', 'BLOCK'], search: 'zebra' }, studio.owner);
  assert.deepEqual(
    styles.map(({ name }) => name),
    ['Zebra heading'],
  );
  assert.deepEqual(await list({ search: '%' }), []);
});
