/** Templates for tests of pages. */
import assert from 'node:assert/strict';
import { queryRows } from '../../src/store/database.ts';
import { addTemplate } from '../helpers/http.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import type { BrowserStudio } from './browser.ts';

/** A name that does not break, and one that is read from right to left. */
export const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze – بطاقة دعوة لحفل الافتتاح';

/** Adds a user with a workspace of their own, and a published template. */
export async function addUserWithTemplate(
  studio: BrowserStudio,
  name = 'Social card',
): Promise<{ readonly user: StudioUser; readonly templateId: string }> {
  const user = await createUser(studio.db, { plan: 'studio' });
  return { user, templateId: await addTemplate(studio.db, user, { name }) };
}

/** Creates a template from a sample, and publishes it `versions` times. Returns its id. */
export async function makeFromSample(
  studio: BrowserStudio,
  sample: string,
  { name, versions = 1 }: { readonly name?: string; readonly versions?: number } = {},
): Promise<string> {
  const { status, json } = await studio.call('createTemplate', {
    path: { projectId: studio.owner.projectId },
    json: { source: { sample }, ...(name === undefined ? {} : { name }) },
  });
  assert.equal(status, 201, JSON.stringify(json));
  const { id } = json as { readonly id: string };
  for (let version = 1; version <= versions; version += 1) await publish(studio, id);
  return id;
}

/** Publishes the draft; without one, the document as it is. */
export async function publish(studio: BrowserStudio, templateId: string): Promise<void> {
  await saveChange(studio, templateId, (document) => document);
  const { headers } = await studio.call('getDraft', { path: { templateId } });
  const published = await studio.call('publishDraft', {
    path: { templateId },
    headers: { 'If-Match': headers.get('etag') ?? '' },
  });
  assert.equal(published.status, 201);
}

/** Saves a draft with another document. */
export async function saveChange(
  studio: BrowserStudio,
  templateId: string,
  change: (document: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const { headers, json } = await studio.call('getDraft', { path: { templateId } });
  const { document } = json as { readonly document: Record<string, unknown> };
  const saved = await studio.call('saveDraft', {
    path: { templateId },
    headers: { 'If-Match': headers.get('etag') ?? '' },
    json: change(document),
  });
  assert.equal(saved.status, 200);
}

/** Adds copies of a template without files, all in its project. */
export async function addCopies(studio: BrowserStudio, templateId: string, count: number): Promise<void> {
  await queryRows(
    studio.db,
    `with copies as (
       insert into templates (workspace_id, account_id, project_id, name, description, visibility)
       select workspace_id, account_id, project_id, 'Copy ' || lpad(cast(n as text), 4, '0'), '', visibility
       from templates, generate_series(1, cast(:count as integer)) n where id = :templateId
       returning id
     )
     insert into template_drafts
       (template_id, document, revision, saved_by, base_name, base_description, problem_count)
     select copies.id, d.document, 1, d.saved_by, d.base_name, d.base_description, 0
     from copies, template_drafts d where d.template_id = :templateId`,
    { templateId, count },
  );
}
