/** The defaults that the contract documents for bodies hold, also where the validation sets none. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { studioContract } from '../../../test/helpers/contract-document.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { createUser, startStudio, type Studio, type StudioUser } from '../../../test/helpers/studio.ts';

let studio: Studio;
let user: StudioUser;
let templateId: string;
before(async () => {
  studio = await startStudio();
  user = await createUser(studio.db, { plan: 'business' });
  templateId = await addTemplate(studio.db, user);
});
after(() => studio.close());

const { schemas } = (
  studioContract.contract as unknown as {
    components: { schemas: Record<string, { properties?: Record<string, { default?: unknown }> }> };
  }
).components;

/** The default of a property. */
function getDefault(schema: string, property: string): unknown {
  const value = schemas[schema]?.properties?.[property]?.default;
  assert.notEqual(value, undefined, `${schema}.${property}`);
  return value;
}

async function call(operationId: string, json: object): Promise<Record<string, unknown>> {
  const { projectId } = user;
  const { status, json: body } = await studio.call(operationId, {
    as: user,
    path: { projectId, templateId, version: 1 },
    json,
  });
  assert.ok(status < 300, `${operationId}: ${JSON.stringify(body)}`);
  return body as Record<string, unknown>;
}

test('a blank template without unit and density', async () => {
  const draftOf = async (source: object): Promise<unknown> => {
    const { id } = await call('createTemplate', { name: 'Card', source });
    const { json } = await studio.call('getDraft', { as: user, path: { templateId: String(id) } });
    return (json as { document: unknown }).document;
  };
  const size = { width: 100, height: 50 };
  const [unit, dpi] = [getDefault('BlankSource', 'unit'), getDefault('BlankSource', 'dpi')];
  const document = await draftOf(size);
  assert.deepEqual(document, await draftOf({ ...size, unit, dpi }));
  const { viewportUnit, viewportExportDpi } = document as Record<string, unknown>;
  assert.deepEqual([viewportUnit, viewportExportDpi], [unit, dpi]);
});

test('a member without a role, a key without rights, a project without a visibility', async () => {
  const invited = await call('inviteMember', { email: 'new@example.org' });
  assert.equal((invited['member'] as { role: string }).role, getDefault('Invitation', 'role'));
  const created = await call('createKey', { name: 'Newsletter' });
  assert.equal((created['key'] as { mayAuthor: boolean }).mayAuthor, getDefault('NewKey', 'mayAuthor'));
  const project = await call('createProject', { name: 'Spring' });
  assert.equal(project['visibility'], getDefault('NewProject', 'visibility'));
});

test('a link, a job and a check without a format', async () => {
  assert.equal(
    (await call('createShare', {}))['mimeType'],
    `image/${String(getDefault('NewShare', 'format'))}`,
  );
  const job = await call('submitBatch', { rows: [{}] });
  assert.equal(job['format'], getDefault('BatchSubmission', 'format'));
  const { rows } = await call('checkBatch', { rows: [{}] });
  assert.equal((rows as { rowIndex: number }[])[0]?.rowIndex, getDefault('BatchCheck', 'firstRow'));
});

test('a preview without a format, scale and quality', async () => {
  const send = (json: object) =>
    studio.call('previewVersion', { as: user, path: { templateId, version: 1 }, json });
  const getFile = ({ bytes }: { readonly bytes: Uint8Array }) => {
    const text = Buffer.from(bytes).toString('latin1');
    const [boundary = ''] = text.split('\r\n');
    return text.split(boundary)[2];
  };
  const format = getDefault('Preview', 'format');
  const [scale, quality] = [getDefault('RenderOptions', 'scale'), getDefault('RenderOptions', 'quality')];
  assert.equal(getFile(await send({})), getFile(await send({ format, options: { scale } })));
  const jpeg = await send({ format: 'jpeg' });
  assert.equal(getFile(jpeg), getFile(await send({ format: 'jpeg', options: { scale, quality } })));
  const smaller = await send({ format: 'jpeg', options: { quality: 20 } });
  assert.notEqual(getFile(jpeg), getFile(smaller));
});
