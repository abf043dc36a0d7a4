/** Templates and files for tests of the app's operations. */
import assert from 'node:assert/strict';
import { addProject } from '../../test/helpers/http.ts';
import type { Answer } from '../../test/helpers/http.ts';
import { goodDocument, redPng } from '../../test/helpers/authoring.ts';
import type { Studio, StudioCall, StudioUser } from '../../test/helpers/studio.ts';

export { documentWith, goodDocument } from '../../test/helpers/authoring.ts';

/** Creates a blank template and returns its id. */
export async function makeDraft(
  studio: Studio,
  { as = studio.owner, projectId = as.projectId }: { as?: StudioUser; projectId?: string } = {},
): Promise<string> {
  const json = { name: 'Card', source: { width: 40, height: 20 } };
  const { status, json: made } = await studio.call('createTemplate', { as, path: { projectId }, json });
  assert.equal(status, 201);
  return (made as { id: string }).id;
}

/** The ETag of a template's draft. */
export async function readTag(studio: Studio, templateId: string): Promise<string> {
  const { headers } = await studio.call('getDraft', { path: { templateId } });
  return headers.get('etag') ?? '';
}

/** Calls an operation with the template's current ETag. */
export async function callMatching(
  studio: Studio,
  operationId: string,
  templateId: string,
  call: StudioCall = {},
): Promise<Answer> {
  const headers = { 'If-Match': await readTag(studio, templateId) };
  return await studio.call(operationId, { path: { templateId }, ...call, headers });
}

/** Saves a document as the draft of a template. */
export async function save(
  studio: Studio,
  templateId: string,
  document: object = goodDocument,
): Promise<Answer> {
  return await callMatching(studio, 'saveDraft', templateId, { json: document });
}

/** Settings of the designer. */
export const designSettings = {
  guides: { x: [10, 20.5], y: [] },
  margins: { top: 1, right: 2, bottom: 3, left: 4 },
  locked: ['title'],
  dataSets: [{ name: 'Short', values: { title: 'News' } }],
  example: { photo: 'photo.jpg' },
  library: [{ itemId: '8a4e2f60-1b7d-4c39-9d52-6f0e3b1c7a48', revision: 2, uses: ['#1d4ed8'] }],
};

/** Saves settings of the designer for a template that has none. */
export async function saveSettings(
  studio: Studio,
  templateId: string,
  call: StudioCall = {},
): Promise<Answer> {
  const headers = { 'If-Match': '"0"' };
  return await studio.call('saveDesignSettings', {
    path: { templateId },
    json: designSettings,
    headers,
    ...call,
  });
}

/** Creates a template with a published version, and returns its id. */
export async function makePublished(studio: Studio, versions = 1): Promise<string> {
  const templateId = await makeDraft(studio);
  for (let version = 1; version <= versions; version += 1) {
    await save(studio, templateId);
    assert.equal((await callMatching(studio, 'publishDraft', templateId)).status, 201);
  }
  return templateId;
}

/** Uploads a file to the draft of a template. */
export async function upload(
  studio: Studio,
  templateId: string,
  path: string,
  body: Uint8Array = redPng,
): Promise<Answer> {
  return await studio.call('uploadFile', { path: { templateId }, query: { path }, body });
}

/** Creates a shared project of the owner with a shared template in it. */
export async function makeShared(studio: Studio): Promise<{ projectId: string; templateId: string }> {
  const projectId = await addProject(studio.db, studio.owner, { visibility: 'SHARED' });
  const templateId = await makeDraft(studio, { projectId });
  const json = { visibility: 'SHARED' };
  assert.equal((await studio.call('updateTemplate', { path: { templateId }, json })).status, 200);
  return { projectId, templateId };
}
