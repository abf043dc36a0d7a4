/** What happens to files of the library outside of it: sweeps, limits, the end of a workspace. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeUnusedBlobs } from '../../store/blobs.ts';
import { queryRows } from '../../store/database.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { forgetUnusedFiles, readStoredUse } from '../../store/stored-data.ts';
import { blobKey } from '../../storage/storage.ts';
import { redPng, startAuthoring, type AuthoringTest } from '../../../test/helpers/authoring.ts';
import { uploadLibraryFile } from './files.ts';
import { createItem, deleteItem } from './items.ts';

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

test('a workspace that is deleted takes its library along', async () => {
  const { db } = authoring.parts;
  await addOldLogo();
  await queryRows(db, 'delete from workspaces where id = :id', { id: caller.workspaceId });
  assert.deepEqual(await queryRows(db, 'select 1 from library_items, library_files', {}), []);
  assert.equal(await sweep(), 1);
});
