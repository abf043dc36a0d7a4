/** A new template is seen by those who see its project, on every way that makes one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runPlaten } from '../helpers/cli.ts';
import { readUrl } from '../../src/store/database.ts';
import { addProject } from '../helpers/http.ts';
import { startStudio, type Studio } from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

type Made = { readonly id: string; readonly visibility: string };

async function getWays(projectId: string): Promise<Record<string, string>> {
  const { owner } = studio;
  const call = async (operation: string, path: Readonly<Record<string, string>>, json: object) => {
    const { status, json: body } = await studio.call(operation, { path, json });
    assert.equal(status, 201);
    return body as Made;
  };
  const blank = await call('createTemplate', { projectId }, { source: { width: 10, height: 10 } });
  const sample = await call('createTemplate', { projectId }, { source: { sample: 'social-card' } });
  const told = await call(
    'createTemplate',
    { projectId },
    { source: { width: 10, height: 10 }, visibility: 'PRIVATE' },
  );
  const copy = await call('duplicateTemplate', { templateId: told.id }, {});
  const words = ['template', 'import', 'samples/social-card', '--project', projectId];
  const { stdout } = await runPlaten([...words, '--account', owner.accountId, '--json'], {
    DATABASE_URL: readUrl(studio.db),
    STORAGE_URL: `file:${studio.service.filesFolder}`,
  });
  const imported = await studio.call('getTemplate', { path: JSON.parse(stdout) as { templateId: string } });
  return {
    blank: blank.visibility,
    sample: sample.visibility,
    copy: copy.visibility,
    imported: (imported.json as Made).visibility,
    told: told.visibility,
  };
}

test('takes the visibility of its project unless told otherwise', async () => {
  for (const visibility of ['SHARED', 'PRIVATE'] as const) {
    const projectId = await addProject(studio.db, studio.owner, { visibility });
    const [blank, sample, copy, imported] = Array<string>(4).fill(visibility);
    assert.deepEqual(await getWays(projectId), { blank, sample, copy, imported, told: 'PRIVATE' });
  }
});
