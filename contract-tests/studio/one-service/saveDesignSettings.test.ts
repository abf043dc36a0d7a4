import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withFullStorage } from '../../../test/helpers/full-workspace.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { designSettings, makeDraft, makeShared, saveSettings } from '../authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

const withSets = (values: object, names: readonly string[] = ['Short']) => ({
  ...designSettings,
  dataSets: names.map((name) => ({ name, values })),
});

testOperation('saveDesignSettings', {
  200: [
    { act: async () => saveSettings(studio, await makeDraft(studio)) },
    {
      act: async () => {
        const { templateId } = await makeShared(studio);
        await saveSettings(studio, templateId);
        return saveSettings(studio, templateId, { as: studio.member, headers: { 'If-Match': '"1"' } });
      },
    },
  ],
  400: [
    {
      act: async () => saveSettings(studio, await makeDraft(studio), { headers: { 'If-Match': '0' } }),
      code: 'VALIDATION_ERROR',
    },
  ],
  409: [
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        return withFullStorage(studio.db, studio.owner, () => saveSettings(studio, templateId));
      },
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
  412: [
    {
      act: async () => {
        const templateId = await makeDraft(studio);
        await saveSettings(studio, templateId);
        return saveSettings(studio, templateId);
      },
      code: 'SETTINGS_CHANGED',
    },
    {
      act: async () => saveSettings(studio, await makeDraft(studio), { headers: { 'If-Match': '"1"' } }),
      code: 'SETTINGS_CHANGED',
    },
  ],
  413: [
    {
      act: async () => {
        const json = withSets({ title: 'x'.repeat(1024 * 1024) });
        return saveSettings(studio, await makeDraft(studio), { json });
      },
      code: 'PAYLOAD_TOO_LARGE',
    },
  ],
});

test('a refusal names the field', async () => {
  const templateId = await makeDraft(studio);
  const many = (length: number) => Array.from({ length }, (_, index) => `${index}`);
  const { guides } = designSettings;
  const margins = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const [json, pointer] of [
    [withSets({}, ['Short', 'Long', 'Short']), '/dataSets/2/name'],
    [withSets({}, ['']), '/dataSets/0/name'],
    [withSets({}, ['x'.repeat(101)]), '/dataSets/0/name'],
    [withSets({}, many(51)), '/dataSets'],
    [withSets({ title: 1 }), '/dataSets/0/values/title'],
    [{ ...designSettings, guides: { ...guides, x: many(101).map(Number) } }, '/guides/x'],
    [{ ...designSettings, guides: { ...guides, y: [1_000_001] } }, '/guides/y/0'],
    [{ ...designSettings, margins: { ...margins, left: -1 } }, '/margins/left'],
    [{ ...designSettings, locked: many(1001) }, '/locked'],
    [{ ...designSettings, locked: ['x'.repeat(201)] }, '/locked/0'],
    [{ guides, locked: [], dataSets: [] }, '/margins'],
  ] as const) {
    const { status, problem } = await saveSettings(studio, templateId, { json });
    assert.equal(status, 400, pointer);
    assert.equal(problem.errors[0]?.pointer, pointer);
  }
});

test('50 data sets of 100 variables and guides in small numbers are kept as they are', async () => {
  const templateId = await makeDraft(studio);
  const values = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`variable_${100 - index}`, 'عنوان\n"1"']),
  );
  const names = Array.from({ length: 50 }, (_, index) => `Set ${index}`);
  const json = { ...withSets(values, names), guides: { x: [1e-7, 0.1], y: [-20.5] } };
  assert.equal((await saveSettings(studio, templateId, { json })).status, 200);
  const { json: kept } = await studio.call('getDesignSettings', { path: { templateId } });
  // Also the order of keys. They are too long to be shown.
  assert.ok(JSON.stringify(kept) === JSON.stringify(json));
});
