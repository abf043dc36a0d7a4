/** Files and items of the library for the fuzzing of the app. */
import { listSamples } from '../../../src/domain/authoring/samples.ts';
import { queryRow, type Database } from '../../../src/store/database.ts';
import { redPng } from '../../../test/helpers/authoring.ts';
import type { StudioUser } from '../../../test/helpers/studio.ts';
import { callAt } from './call.ts';

/**
 * Decodes the files of every sample, and the one that is uploaded: each new content takes a process of low
 * priority, which starts slowly on a busy machine. The limit is for the answers, not for that.
 */
export async function decodeOnce(origin: string, owner: StudioUser): Promise<void> {
  const call = callAt(origin, owner);
  const { projectId } = owner;
  for (const sample of await listSamples()) {
    const { json } = await call('createTemplate', { path: { projectId }, json: { source: { sample } } });
    const { id: templateId } = json as { id: string };
    await call('uploadFile', { path: { templateId }, query: { path: 'images/a.png' }, body: redPng });
    await call('deleteTemplate', { path: { templateId } });
  }
}

/** Uploads the picture that batches of the accounts take along. */
export async function uploadPicture(origin: string, accounts: readonly StudioUser[]): Promise<void> {
  for (const account of accounts) {
    const { status } = await callAt(origin, account)('uploadPicture', { body: redPng });
    if (status !== 200) throw new Error(`The picture was not uploaded: ${status}.`);
  }
}

/** Adds a colour to the library of an account's workspace and returns its id. */
export async function addColor(
  db: Database,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string },
): Promise<string> {
  const { id } = await queryRow<{ id: string }>(
    db,
    `insert into library_items (workspace_id, kind, name, color, bytes, created_by, updated_by)
     values (:workspaceId, 'COLOR', 'Brand', '#102030', 12, :accountId, :accountId) returning id`,
    { workspaceId, accountId },
  );
  return id;
}

/** Adds a logo, which has a file, to the library of an account's workspace and returns its id. */
export async function addLogo(origin: string, as: StudioUser): Promise<string> {
  const call = callAt(origin, as);
  const path = 'images/a.png';
  const uploaded = await call('uploadLibraryFile', { query: { path }, body: redPng });
  const { id } = uploaded.json as { readonly id: string };
  const json = { kind: 'LOGO', name: 'Logo', files: [{ path, id }] };
  const added = await call('createLibraryItem', { json });
  if (added.status !== 201) throw new Error(`The logo was not added: ${added.status}.`);
  return (added.json as { readonly id: string }).id;
}
