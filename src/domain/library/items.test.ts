/** What happens to files of the library outside of it: sweeps, limits, the end of a workspace. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeUnusedBlobs } from '../../store/blobs.ts';
import { queryRows } from '../../store/database.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { forgetUnusedFiles, readStoredUse } from '../../store/stored-data.ts';
import { blobKey } from '../../storage/storage.ts';
import { redPng, startAuthoring, type AuthoringTest } from '../../../test/helpers/authoring.ts';
import type { Problem } from '../problems/problem.ts';
import { uploadLibraryFile } from './files.ts';
import { createItem, deleteItem, updateItem } from './items.ts';

let authoring: AuthoringTest;
let caller: StudioCaller;
before(async () => {
  authoring = await startAuthoring();
  const { accountId, workspaceId } = authoring.owner;
  caller = {
    sessionId: 'none',
    accountId,
    accountName: 'Ada',
    workspaceId,
    workspaceName: 'Works',
    plan: 'free',
    role: 'OWNER',
    needsSecondFactor: false,
  };
});
after(() => authoring.close());

/** Adds a logo, and lets it be two days old. */
async function addOldLogo(): Promise<{ readonly id: string; readonly hash: string }> {
  const { parts } = authoring;
  const { path, hash } = await uploadLibraryFile(parts, caller, { path: 'logo.png', bytes: redPng });
  const { id } = await createItem(parts, caller, { kind: 'LOGO', name: 'Logo', files: [{ path, id: hash }] });
  for (const table of ['blobs', 'workspace_files'])
    await queryRows(parts.db, `update ${table} set touched_at = now() - interval '2 days'`, {});
  return { id, hash };
}

async function sweep(): Promise<number> {
  const { db, storage } = authoring.parts;
  await forgetUnusedFiles(db, { workspaceId: null, graceMs: 60_000 });
  return await removeUnusedBlobs(db, { graceMs: 60_000, limit: 100 }, (hash) =>
    storage.delete(blobKey(hash)),
  );
}

test('files stay in storage, and count, as long as an item names them', async () => {
  const { parts } = authoring;
  const before = await readStoredUse(parts.db, caller.workspaceId);
  const { id, hash } = await addOldLogo();
  assert.equal(await sweep(), 0);
  const use = await readStoredUse(parts.db, caller.workspaceId);
  const added = [use.libraryItems - before.libraryItems, use.bytes - before.bytes];
  assert.deepEqual(added, [1, redPng.byteLength + 'Logo'.length]);
  await deleteItem(parts, caller, id);
  assert.equal(await sweep(), 1);
  assert.equal(await parts.storage.open(blobKey(hash)), null);
  assert.deepEqual(await readStoredUse(parts.db, caller.workspaceId), before);
});

test('the sweep of the previous release removes no file of a library', async () => {
  const { db } = authoring.parts;
  const { id } = await addOldLogo();
  const removed = await queryRows(
    db,
    `delete from blobs b where touched_at < now() - interval '1 day'
       and not exists (select from template_files f where f.hash = b.hash)
     returning 1`,
    {},
  );
  assert.deepEqual(removed, []);
  await deleteItem(authoring.parts, caller, id);
});

test('files that the kind does not allow are refused unread, and no file is decoded twice', async () => {
  const { hash } = await uploadLibraryFile(authoring.parts, caller, { path: 'logo.png', bytes: redPng });
  const opened: string[] = [];
  const storage = new Proxy(authoring.parts.storage, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        opened.push(String(key));
        return (value as (...values: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  const parts = { ...authoring.parts, storage };
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `${index}.png`, id: hash }));
  const refused = (pointer: string) => (error: unknown) => {
    assert.deepEqual(
      (error as Problem).facts.errors?.map((each) => each.pointer),
      [pointer],
    );
    return true;
  };
  const color = { kind: 'COLOR', name: 'Red', color: '#ff0000' } as const;
  await assert.rejects(createItem(parts, caller, { ...color, files: list(100) }), refused('/files'));
  const { id } = await createItem(parts, caller, color);
  await assert.rejects(updateItem(parts, caller, id, { files: list(100) }), refused('/files'));
  const logo = { kind: 'LOGO', name: 'Logo', files: list(2) } as const;
  await assert.rejects(createItem(parts, caller, logo), refused('/files'));
  assert.deepEqual(opened, []);
  // Where the kind allows the file, which was decoded when it was uploaded, only its beginning is read.
  const made = await createItem(parts, caller, { ...logo, files: list(1) });
  assert.deepEqual(opened, ['open']);
  assert.equal(made.files[0]?.mediaType, 'image/png');
  for (const itemId of [id, made.id]) await deleteItem(parts, caller, itemId);
});

test('a workspace that is deleted takes its library along', async () => {
  const { db } = authoring.parts;
  await addOldLogo();
  await queryRows(db, 'delete from workspaces where id = :id', { id: caller.workspaceId });
  assert.deepEqual(await queryRows(db, 'select 1 from library_items, library_files', {}), []);
  assert.equal(await sweep(), 1);
});
