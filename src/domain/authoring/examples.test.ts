import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodDocument, startAuthoring, type AuthoringTest } from '../../../test/helpers/authoring.ts';
import { makeZip } from '../../../test/helpers/zip.ts';
import { readExampleValues, storeExampleValues } from '../../store/authoring/examples.ts';
import { queryRows } from '../../store/database.ts';
import { Problem } from '../problems/problem.ts';
import { importTemplate } from '../templates/import-template.ts';
import { createTemplate } from './create.ts';
import { saveDesignSettings } from './design-settings.ts';
import { exportTemplate } from './export.ts';
import { duplicateTemplate, getTemplate } from './templates.ts';

let authoring: AuthoringTest;
before(async () => {
  authoring = await startAuthoring();
});
after(() => authoring.close());

const document = {
  ...goodDocument,
  variables: [{ name: 'color', type: 'text', validation: { maxLength: 7 } }],
};

const importWith = async (exampleJson: string | null, templateId?: string) => {
  const { owner: viewer, parts } = authoring;
  return await importTemplate(
    parts,
    { viewer, projectId: viewer.projectId, templateId, visibility: undefined },
    {
      templateJson: Buffer.from(JSON.stringify(document)),
      exampleJson: exampleJson === null ? null : Buffer.from(exampleJson),
      files: new Map(),
    },
  );
};

const getExample = async (templateId: string) =>
  (await getTemplate(authoring.parts, authoring.owner, templateId)).example;

async function addWith(exampleJson: string): Promise<string> {
  const imported = await importWith(exampleJson);
  assert.ok(imported.outcome === 'imported');
  return imported.templateId;
}

test('an import keeps the values, names those that do not fit, and the next one replaces them', async () => {
  const imported = await importWith('{"color": "#ff0000", "colour": "red"}');
  assert.ok(imported.outcome === 'imported');
  assert.match(imported.warnings[0]?.detail ?? '', /^example\.json: .*"colour"/u);
  const { templateId } = imported;
  assert.deepEqual(await getExample(templateId), { color: '#ff0000' });
  await importWith(null, templateId);
  assert.deepEqual(await getExample(templateId), { color: '#ff0000' }, 'without a file they stay');
  await importWith('{"color": "#00ff00"}', templateId);
  assert.deepEqual(await getExample(templateId), { color: '#00ff00' });
  await importWith('{"color": "much too long"}', templateId);
  assert.deepEqual(await getExample(templateId), {});
});

test('an import refuses a file that is no object of strings', async () => {
  const refused = await importWith('{"color": 1}');
  assert.ok(refused.outcome === 'invalid');
  assert.match(refused.problems[0]?.detail ?? '', /"color" must be/u);
  const { parts, owner } = authoring;
  const zip = makeZip([
    { name: 'template.json', content: JSON.stringify(document) },
    { name: 'example.json', content: '[]' },
  ]);
  await assert.rejects(
    createTemplate(parts, owner, { projectId: owner.projectId, name: undefined }, { zip }),
    (error) => error instanceof Problem && /example\.json/u.test(error.message + JSON.stringify(error)),
  );
});

test('what an element showed completes the values, and a copy has it', async () => {
  const { parts, owner } = authoring;
  const templateId = await addWith('{}');
  const keep = async (settings: object, ifMatch: string) => {
    const empty = { guides: { x: [], y: [] }, margins: null, locked: [], dataSets: [] };
    await saveDesignSettings(parts, owner, templateId, { settings: { ...empty, ...settings }, ifMatch });
  };
  await keep({ example: { color: '#00ff00', gone: 'x' } }, '"0"');
  assert.deepEqual(await getExample(templateId), { color: '#00ff00' });
  assert.deepEqual((await duplicateTemplate(parts, owner, templateId, {})).example, { color: '#00ff00' });
  await importWith('{"color": "#0000ff"}', templateId);
  assert.deepEqual(await getExample(templateId), { color: '#0000ff' }, 'the file comes first');
  await queryRows(parts.db, 'update templates set example_values = null where id = :templateId', {
    templateId,
  });
  const dataSets = [{ name: 'One', values: { color: '' } }];
  await keep({ example: { color: '#00ff00' }, dataSets }, '"1"');
  assert.deepEqual(await getExample(templateId), { color: '#00ff00' });
  await keep({ dataSets }, '"2"');
  assert.deepEqual(await getExample(templateId), { color: '' });
});

test('an export writes the values, an import in the app reads them, and a copy has them', async () => {
  const { parts, owner } = authoring;
  const templateId = await addWith('{"color": "#0000ff"}');
  const { zip } = await exportTemplate(parts, owner, templateId);
  const target = { projectId: owner.projectId, name: undefined };
  const created = await createTemplate(parts, owner, target, { zip });
  assert.deepEqual(created.example, { color: '#0000ff' });
  assert.deepEqual((await duplicateTemplate(parts, owner, templateId, {})).example, { color: '#0000ff' });
  assert.deepEqual(await readExampleValues(parts.db, created.id), { color: '#0000ff' });
  await storeExampleValues(parts.db, created.id, {});
  assert.deepEqual(await getExample(created.id), {});
});
