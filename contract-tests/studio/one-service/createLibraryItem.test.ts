import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRows } from '../../../src/store/database.ts';
import { namedFont } from '../../../test/helpers/named-font.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { withManyItems } from '../../../test/helpers/full-workspace.ts';
import { makeDraft, upload } from '../authoring.ts';
import { blockDocument, styleDocument, uploadToLibrary } from '../library.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const create = (json: object, as = studio.owner) => studio.call('createLibraryItem', { as, json });

testOperation('createLibraryItem', {
  201: [
    { act: () => create({ kind: 'COLOR', name: ' Brand blue ', color: '#1d4ed8' }) },
    { act: async () => create({ kind: 'LOGO', name: 'Logo', files: [await uploadToLibrary(studio)] }) },
    { act: () => create({ kind: 'TEXT_STYLE', name: 'Heading', document: styleDocument }, studio.member) },
    {
      act: async () => {
        // A font of a template.
        const templateId = await makeDraft(studio);
        const uploaded = await upload(studio, templateId, 'fonts/own.ttf', namedFont('Own'));
        const { id } = uploaded.json as { id: string };
        return create({ kind: 'FONT', name: 'Own', files: [{ path: 'own.ttf', id }] });
      },
    },
    {
      act: async () => {
        const files = [await uploadToLibrary(studio)];
        return create({ kind: 'BLOCK', name: 'Card', document: blockDocument, files });
      },
    },
  ],
  409: [
    {
      act: () =>
        withManyItems(studio.db, studio.owner, () =>
          create({ kind: 'COLOR', name: 'One more', color: '#ffffff' }),
        ),
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
});

test('refuses what is no item of its kind, with the place of each fault', async () => {
  const red = await uploadToLibrary(studio);
  const foreign = await uploadToLibrary(studio, 'a.png', { as: studio.stranger });
  const unknown = { path: 'a.png', id: 'f'.repeat(64) };
  await queryRows(
    studio.db,
    `delete from workspace_files where workspace_id = :workspaceId and hash not in (
       select hash from library_files
     ) and hash <> decode(:id, 'hex')`,
    { workspaceId: studio.owner.workspaceId, id: red.id },
  );
  const cases: readonly [object, readonly string[]][] = [
    [{ kind: 'COLOR' }, ['/color']],
    [{ kind: 'COLOR', color: 'blueish' }, ['/color']],
    [{ kind: 'COLOR', color: '{{brand}}' }, ['/color']],
    [{ kind: 'COLOR', color: '#fff', files: [red] }, ['/files']],
    [{ kind: 'COLOR', color: '#fff', document: styleDocument }, ['/document']],
    [{ kind: 'LOGO' }, ['/files']],
    [{ kind: 'LOGO', color: '#fff', files: [red] }, ['/color']],
    [{ kind: 'LOGO', files: [red, { ...red, path: 'b.png' }] }, ['/files']],
    [{ kind: 'FONT', files: [red] }, ['/files/0/path']],
    [{ kind: 'FONT', files: [{ ...red, path: 'a.ttf' }] }, ['/files/0/path']],
    [{ kind: 'PICTURE', files: [unknown] }, ['/files/0/id']],
    [{ kind: 'PICTURE', files: [{ ...red, path: '../red.png' }] }, ['/files/0/path']],
    [{ kind: 'BLOCK', document: blockDocument, files: [red, red] }, ['/files/1/path']],
    [{ kind: 'BLOCK' }, ['/document']],
    [{ kind: 'BLOCK', document: {} }, ['/document']],
    [{ kind: 'BLOCK', document: blockDocument }, ['/document/elements/1/src']],
    [{ kind: 'TEXT_STYLE', document: blockDocument, files: [red] }, ['/document/elements']],
  ];
  for (const [json, pointers] of cases) {
    const { status, problem } = await create({ name: 'Wrong', ...json });
    const found = problem.errors.map(({ pointer }) => pointer);
    assert.equal(status, 400, JSON.stringify(json));
    if (pointers[0] === '/document' && 'document' in json && json.document !== styleDocument)
      assert.match(found[0] ?? '', /^\/document/u);
    else assert.deepEqual(found, pointers, JSON.stringify(json));
  }
  // The same content, which another workspace has.
  assert.equal(foreign.id, red.id);
});

test('takes no file that only another workspace has', async () => {
  const font = await uploadToLibrary(studio, 'own.ttf', { as: studio.stranger, body: namedFont('Foreign') });
  const { status, problem } = await create({ kind: 'FONT', name: 'Foreign', files: [font] });
  assert.equal(status, 400);
  assert.deepEqual(
    problem.errors.map(({ pointer }) => pointer),
    ['/files/0/id'],
  );
});
