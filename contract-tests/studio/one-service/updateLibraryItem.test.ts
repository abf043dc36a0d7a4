import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addItem, styleDocument, uploadToLibrary } from '../library.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const change = (libraryItemId: string, json: object, as = studio.owner) =>
  studio.call('updateLibraryItem', { as, path: { libraryItemId }, json });

testOperation('updateLibraryItem', {
  200: [{ act: async () => change(await addItem(studio), { color: '#123456' }, studio.member) }],
  409: [
    {
      act: async () => {
        const id = await addItem(studio, { kind: 'TEXT_STYLE', name: 'Heading', document: styleDocument });
        const document = { ...styleDocument, name: 'A name that is longer than before' };
        return withFullStorage(studio.db, studio.owner, () => change(id, { document }));
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});

test('the revision counts changes of the content, and what is left out stays', async () => {
  const id = await addItem(studio);
  const revisions = [];
  for (const json of [{ name: 'Blue' }, { color: '#1d4ed8' }, { color: '#000000' }, { name: 'Black' }]) {
    const { json: item } = await change(id, json);
    revisions.push((item as { revision: number }).revision);
  }
  assert.deepEqual(revisions, [1, 1, 2, 2]);
  const { json } = await studio.call('getLibraryItem', { path: { libraryItemId: id } });
  const { name, color } = json as { name: string; color: string };
  assert.deepEqual([name, color], ['Black', '#000000']);
});

test('two changes at the same time both count', async () => {
  const id = await addItem(studio);
  const colors = ['#000001', '#000002', '#000003'];
  const answers = await Promise.all([
    ...colors.map((color) => change(id, { color })),
    change(id, { name: 'B' }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const { json } = await studio.call('getLibraryItem', { path: { libraryItemId: id } });
  const { name, revision } = json as { name: string; revision: number };
  assert.deepEqual([name, revision], ['B', 4]);
});

test('refuses what no item of the kind has', async () => {
  const logo = await addItem(studio, { kind: 'LOGO', name: 'Logo', files: [await uploadToLibrary(studio)] });
  for (const [json, pointer] of [
    [{ files: [] }, '/files'],
    [{ color: '#fff' }, '/color'],
    [{ files: [{ path: 'b.png', id: 'a'.repeat(64) }] }, '/files/0/id'],
  ] as const) {
    const { status, problem } = await change(logo, json);
    assert.deepEqual([status, problem.errors[0]?.pointer], [400, pointer]);
  }
});
