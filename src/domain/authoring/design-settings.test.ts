import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startAuthoring, type AuthoringTest } from '../../../test/helpers/authoring.ts';
import type { DesignSettings } from '../../store/authoring/design-settings.ts';
import { queryRows } from '../../store/database.ts';
import { Problem } from '../problems/problem.ts';
import { getDesignSettings, saveDesignSettings } from './design-settings.ts';
import { getDraft } from './drafts.ts';
import { deleteTemplate, duplicateTemplate, updateTemplate } from './templates.ts';

const empty: DesignSettings = { guides: { x: [], y: [] }, margins: null, locked: [], dataSets: [] };
const withGuide = (x: number): DesignSettings => ({ ...empty, guides: { x: [x], y: [] } });

describe('settings of the designer', () => {
  let authoring: AuthoringTest;
  before(async () => {
    authoring = await startAuthoring();
  });
  after(() => authoring.close());

  const read = (templateId: string, viewer = authoring.owner) =>
    getDesignSettings(authoring.parts, viewer, templateId);
  const save = (templateId: string, settings: DesignSettings, ifMatch: string, viewer = authoring.owner) =>
    saveDesignSettings(authoring.parts, viewer, templateId, { settings, ifMatch });
  const isCode = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

  test('are empty before the first save, and each save has a tag of its own', async () => {
    const templateId = await authoring.add();
    assert.deepEqual(await read(templateId), { settings: empty, etag: '"0"' });
    assert.equal((await save(templateId, withGuide(1), '"0"')).etag, '"1"');
    assert.equal((await save(templateId, withGuide(2), '"1"')).etag, '"2"');
    assert.deepEqual(await read(templateId), { settings: withGuide(2), etag: '"2"' });
    assert.equal((await save(templateId, empty, '*')).etag, '"3"');
  });

  test('refuses one of two saves at once, and names the author of the other', async () => {
    const { owner, member, parts, add } = authoring;
    const templateId = await add();
    await updateTemplate(parts, owner, templateId, { visibility: 'SHARED' });
    const viewers = [owner, member, owner, member];
    // The first save inserts, the second updates.
    for (const etag of ['"0"', '"1"']) {
      const saves = await Promise.allSettled(
        viewers.map((viewer, index) => save(templateId, withGuide(index), etag, viewer)),
      );
      const [won, ...others] = saves.filter((each) => each.status === 'fulfilled');
      assert.ok(won !== undefined);
      assert.equal(others.length, 0);
      assert.deepEqual(await read(templateId), won.value);
      const [winner = -1] = won.value.settings.guides.x;
      const [row] = await queryRows<{ savedAt: Date }>(
        parts.db,
        'select saved_at as "savedAt" from template_design_settings where template_id = :templateId',
        { templateId },
      );
      for (const each of saves) {
        if (each.status === 'fulfilled') continue;
        assert.ok(isCode('SETTINGS_CHANGED')(each.reason));
        assert.deepEqual((each.reason as Problem).facts.members, {
          savedAt: row?.savedAt.toISOString(),
          savedBy: { id: viewers[winner]?.accountId, name: 'Test account' },
        });
      }
    }
  });

  test('are seen and saved by those who see the template', async () => {
    const { owner, member, stranger, parts, add } = authoring;
    const templateId = await add();
    for (const viewer of [member, stranger]) {
      await assert.rejects(read(templateId, viewer), isCode('TEMPLATE_NOT_FOUND'));
      await assert.rejects(save(templateId, empty, '"0"', viewer), isCode('TEMPLATE_NOT_FOUND'));
    }
    await updateTemplate(parts, owner, templateId, { visibility: 'SHARED' });
    await save(templateId, withGuide(1), '"0"', member);
    assert.deepEqual((await read(templateId)).settings, withGuide(1));
    await assert.rejects(save(templateId, empty, '"1"', stranger), isCode('TEMPLATE_NOT_FOUND'));
  });

  test('leave the draft as it is', async () => {
    const { owner, parts, add } = authoring;
    const templateId = await add();
    const draft = async () => {
      const { copy, etag } = await getDraft(parts, owner, templateId);
      return { copy, etag };
    };
    const before = await draft();
    await save(templateId, withGuide(1), '"0"');
    assert.deepEqual(await draft(), before);
  });

  test('are copied with the template, and go with it', async () => {
    const { owner, parts, add } = authoring;
    const templateId = await add();
    await save(templateId, withGuide(1), '"0"');
    await save(templateId, withGuide(2), '"1"');
    const { id } = await duplicateTemplate(parts, owner, templateId, {});
    assert.deepEqual(await read(id), { settings: withGuide(2), etag: '"1"' });
    await save(id, withGuide(3), '"1"');
    assert.deepEqual((await read(templateId)).settings, withGuide(2));
    const { id: withoutSettings } = await duplicateTemplate(parts, owner, await add(), {});
    assert.equal((await read(withoutSettings)).etag, '"0"');

    await deleteTemplate(parts, owner, templateId);
    const left = await queryRows(
      parts.db,
      'select from template_design_settings where template_id = :templateId',
      { templateId },
    );
    assert.equal(left.length, 0);
    await assert.rejects(save(templateId, empty, '"2"'), isCode('TEMPLATE_NOT_FOUND'));
  });

  test('need data sets with different names', async () => {
    const templateId = await authoring.add();
    const dataSets = ['Short', 'Longest', 'Short', 'Short'].map((name) => ({ name, values: {} }));
    const settings = { ...empty, dataSets };
    await assert.rejects(
      saveDesignSettings(authoring.parts, authoring.owner, templateId, { settings, ifMatch: '"0"' }),
      (error) => {
        assert.ok(isCode('VALIDATION_ERROR')(error));
        const pointers = (error as Problem).facts.errors?.map(({ pointer }) => pointer);
        assert.deepEqual(pointers, ['/dataSets/2/name', '/dataSets/3/name']);
        return true;
      },
    );
    assert.equal((await read(templateId)).etag, '"0"');
  });
});
