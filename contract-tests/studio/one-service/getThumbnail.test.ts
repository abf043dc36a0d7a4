import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { TemplateDocument } from '../../../generated/template.ts';
import { blobKey } from '../../../src/storage/storage.ts';
import { storeExampleValues } from '../../../src/store/authoring/examples.ts';
import { queryRows } from '../../../src/store/database.ts';
import { readStoredUse } from '../../../src/store/stored-data.ts';
import { createTemplate } from '../../../src/store/templates.ts';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import type { Answer } from '../../../test/helpers/http.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { goodDocument, makeDraft, makePublished } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

testOperation('getThumbnail', {
  200: [{ act: async () => show(await makePublished(studio)) }],
  304: [
    {
      act: async () => {
        const templateId = await makePublished(studio);
        const etag = (await show(templateId)).headers.get('etag') ?? '';
        const headers = { 'If-None-Match': `"other", ${etag}` };
        return studio.call('getThumbnail', { path: { templateId }, headers });
      },
    },
  ],
  404: [
    { act: async () => show(await makeDraft(studio)), code: 'NOT_FOUND' },
    { act: async () => show(await makePublished(studio), { version: 2 }), code: 'NOT_FOUND' },
  ],
});

test('a thumbnail is 640 px wide, is made once, and is kept by browsers until it changes', async () => {
  const templateId = await makePublished(studio);
  const answers = await Promise.all([show(templateId), show(templateId, { version: 1 }), show(templateId)]);
  const [first] = answers;
  assert.ok(first);
  const { format, width, height } = await sharp(first.bytes).metadata();
  assert.deepEqual([format, width, height], ['webp', 640, 320]);
  assert.equal(first.headers.get('cache-control'), 'private, no-cache');
  for (const { headers } of answers) assert.equal(headers.get('etag'), first.headers.get('etag'));
});

test('a version of an earlier release gets a thumbnail, a high page has a narrow one', async () => {
  const templateId = await add({ viewport: { width: 10, height: 1_000 } });
  await queryRows(studio.db, 'update template_versions set source = null', {});
  const { width, height } = await sharp((await show(templateId)).bytes).metadata();
  assert.deepEqual([width, height], [16, 1_600]);
});

test('a missing value or image does not keep a picture from being made', async () => {
  const box = { x: 0, y: 0, width: 40, height: 20 };
  const templateId = await add({
    variables: [
      { name: 'photo', type: 'image', required: true },
      { name: 'color', type: 'text', required: true },
      { name: 'sku', type: 'barcode', required: true },
      { name: 'code', type: 'text', required: true },
    ],
    elements: [
      { ...box, type: 'image', id: 'given', src: '{{photo}}' },
      { ...box, type: 'image', id: 'remote', src: 'https://127.0.0.1/missing.png' },
      { ...box, type: 'rect', id: 'rect', fill: '{{color}}' },
      { ...box, type: 'barcode', id: 'sku', symbology: 'ean13', value: '{{sku}}' },
      { ...box, type: 'barcode', id: 'code', symbology: 'ean13', value: '{{code}}' },
    ],
  });
  assert.equal((await show(templateId)).status, 200);
});

/** A page in the colour of its variable, which is black by default. */
const colored: Partial<TemplateDocument> = {
  variables: [{ name: 'color', type: 'text', defaultValue: '#000000', validation: { maxLength: 7 } }],
  elements: [{ type: 'rect', id: 'all', x: 0, y: 0, width: 4_000, height: 4_000, fill: '{{color}}' }],
};

async function getColor(templateId: string): Promise<readonly number[]> {
  const { bytes, status } = await show(templateId);
  assert.equal(status, 200);
  const { channels } = await sharp(bytes).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean / 51) * 51);
}

test('pictures are shown however much the workspace stores', async () => {
  const templateId = await add({ ...colored, name: 'Full' });
  await storeExampleValues(studio.db, templateId, { color: '#123456' });
  const { workspaceId } = studio.owner;
  const getBytes = async () => (await readStoredUse(studio.db, workspaceId)).bytes;
  await withFullStorage(studio.db, studio.owner, async () => {
    const before = await getBytes();
    const first = await show(templateId);
    assert.equal(first.status, 200);
    const counted = await getBytes();
    assert.ok(counted > before, 'the first picture of a version is kept and counts');
    await storeExampleValues(studio.db, templateId, { color: '#654321' });
    const again = await show(templateId);
    assert.equal(again.status, 200);
    assert.equal(await getBytes(), counted, 'another one is shown and not kept');
  });
});

test('a picture shows the example values that fit, and is made again when they change', async () => {
  const templateId = await add(colored);
  assert.deepEqual(await getColor(templateId), [0, 0, 0]);
  const saveSets = async (...values: string[]) => {
    const { headers } = await studio.call('getDesignSettings', { path: { templateId } });
    const dataSets = values.map((color, index) => ({ name: `Set ${index}`, values: { color, gone: 'x' } }));
    const saved = await studio.call('saveDesignSettings', {
      path: { templateId },
      headers: { 'If-Match': headers.get('etag') ?? '' },
      json: { guides: { x: [], y: [] }, margins: null, locked: [], dataSets },
    });
    assert.equal(saved.status, 200);
  };
  await saveSets('#ff0000', '#00ff00');
  assert.deepEqual(await getColor(templateId), [255, 0, 0]);
  // Too long for the variable.
  await saveSets('#0000ffff');
  assert.deepEqual(await getColor(templateId), [0, 0, 0]);
  await storeExampleValues(studio.db, templateId, { color: '#00ff00' });
  assert.deepEqual(await getColor(templateId), [0, 255, 0]);
  const { json } = await studio.call('getTemplate', { path: { templateId } });
  assert.deepEqual((json as { example: object }).example, { color: '#00ff00' });
});

test('a lost picture is made again', async () => {
  const templateId = await makePublished(studio);
  const first = await show(templateId);
  const hash = (first.headers.get('etag') ?? '').slice(1, -1);
  await studio.service.app.storage.delete(blobKey(hash));
  assert.deepEqual((await show(templateId)).bytes, first.bytes);
});

async function show(templateId: string, query: { version?: number } = {}): Promise<Answer> {
  return await studio.call('getThumbnail', { path: { templateId }, query });
}

async function add(document: Partial<TemplateDocument>): Promise<string> {
  const { projectId } = studio.owner;
  return await createTemplate(studio.db, {
    viewer: studio.owner,
    projectId,
    document: { ...(goodDocument as TemplateDocument), ...document },
    files: [],
    visibility: undefined,
  });
}
