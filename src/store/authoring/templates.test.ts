import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { goodDocument, redPng, startAuthoring, type AuthoringTest } from '../../../test/helpers/authoring.ts';
import { addProject, addTemplate, type Tenant } from '../../../test/helpers/http.ts';
import { getDraft } from '../../domain/authoring/drafts.ts';
import { listFiles, uploadFile } from '../../domain/authoring/files.ts';
import { documentWith } from '../../../test/helpers/authoring.ts';
import { queryRows } from '../database.ts';
import { searchProjects } from './projects.ts';
import { copyTemplate } from './new-templates.ts';
import { findAppTemplate, searchTemplates, type TemplateSearch } from './templates.ts';
import { findVersion, listVersions } from './versions.ts';

const firstPage = { offset: 0, limit: 100 };

describe('templates of the app', () => {
  let authoring: AuthoringTest;
  before(async () => {
    authoring = await startAuthoring();
  });
  after(() => authoring.close());

  const find = async (viewer: Tenant, search: TemplateSearch = {}) => {
    const { entries, total } = await searchTemplates(authoring.parts.db, viewer, search, firstPage);
    assert.equal(entries.length, total);
    return entries.map(({ name }) => name);
  };

  test('an account sees its own templates and shared ones, whatever is in their names', async () => {
    const { member, owner, stranger, parts, add } = authoring;
    const names = ['<script>alert(1)</script>', 'نموذج‏', 'Ü'.repeat(200), '100 %_\\ sure', "Robert'); --"];
    for (const name of names) await add(name);
    assert.deepEqual((await find(owner)).sort(), names.toSorted());
    assert.deepEqual(await find(member), []);
    assert.deepEqual(await find(stranger), []);
    await queryRows(parts.db, `update templates set visibility = 'SHARED' where name like '100%'`, {});
    assert.deepEqual(await find(member), ['100 %_\\ sure']);
    const [shared] = (await searchTemplates(parts.db, member, {}, firstPage)).entries;
    assert.equal(shared?.projectName, '', 'the project is private');
    assert.deepEqual(await find(stranger), []);
  });

  test('a search looks for a part of a name or description, in any case, without wildcards', async () => {
    const { owner, parts } = authoring;
    const search = (text: string) => find(owner, { search: text });
    assert.deepEqual(await search('SCRIPT'), ['<script>alert(1)</script>']);
    assert.deepEqual(await search('üü'), ['Ü'.repeat(200)]);
    assert.deepEqual(await search('%_'), ['100 %_\\ sure']);
    assert.deepEqual(await search('_\\'), ['100 %_\\ sure']);
    assert.deepEqual(await search('1__ %'), []);
    assert.deepEqual(await search('نموذج'), ['نموذج‏']);
    assert.equal((await search('  ')).length, 5);
    const projects = await searchProjects(parts.db, owner, 'PROJ', firstPage);
    assert.deepEqual([projects.total, projects.entries[0]?.templateCount], [1, 5]);
    assert.equal((await searchProjects(parts.db, owner, 'proj%', firstPage)).total, 0);
  });

  test('the template that was edited last comes first', async () => {
    const { owner, add, save, publish } = authoring;
    const projectId = await addProject(authoring.parts.db, owner, {});
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.push(await add(name, projectId));
    assert.deepEqual(await find(owner, { projectId }), ['three', 'two', 'one']);
    const [one = '', two = ''] = ids;
    await save(two, { ...goodDocument, name: 'two' });
    assert.deepEqual(await find(owner, { projectId }), ['two', 'three', 'one']);
    await publish(one);
    assert.deepEqual(await find(owner, { projectId }), ['one', 'two', 'three']);
  });

  test('a page of 3,000 templates is read by an index, and its documents are the only ones', async () => {
    const { owner, parts } = authoring;
    const { db } = parts;
    const templateId = await addTemplate(db, owner, { name: 'Many' });
    await queryRows(
      db,
      `insert into templates (workspace_id, account_id, project_id, name, visibility, edited_at)
       select workspace_id, account_id, project_id, 'Many ' || n, visibility, now() - n * interval '1 minute'
       from templates, generate_series(1, 3000) n where id = :templateId`,
      { templateId },
    );
    await db.raw('analyze templates');
    const { workspaceId, accountId } = owner;
    const { plan, time } = await explain(
      `select t.* from templates t
       where t.workspace_id = :workspaceId and (t.account_id = :accountId or t.visibility = 'SHARED')
       order by t.edited_at desc, t.id limit 20`,
      { workspaceId, accountId },
    );
    assert.match(plan, /Index Scan using templates_by_edit/);
    assert.ok(time < 50, `${time} ms`);
    assert.equal(
      (await searchTemplates(db, owner, { search: 'many 29' }, { offset: 0, limit: 20 })).total,
      111,
    );
    const last = await searchTemplates(db, owner, {}, { offset: 3_000, limit: 100 });
    assert.ok(last.entries.length > 0 && last.total > 3_000);
  });

  async function explain(sql: string, bindings: Record<string, string>) {
    const rows = await queryRows<{ 'QUERY PLAN': string }>(
      authoring.parts.db,
      `explain analyze ${sql}`,
      bindings,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return { plan, time: Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]) };
  }

  test('a copy has the draft and the published version, with their files', async () => {
    const { owner, member, parts, add, save, publish } = authoring;
    const { db } = parts;
    const projectId = await addProject(db, owner, { visibility: 'SHARED' });
    const originalId = await add('Original', projectId);
    await uploadFile(parts, owner, originalId, { path: 'a.png', bytes: redPng });
    await save(originalId, documentWith('a.png'));
    await publish(originalId);
    await publish(originalId).catch(() => undefined);
    await uploadFile(parts, owner, originalId, { path: 'b.png', bytes: redPng });
    await save(originalId, { ...documentWith('b.png'), name: 'Draft' });
    await queryRows(db, `update templates set visibility = 'SHARED' where id = :originalId`, { originalId });

    const copy = {
      viewer: member,
      projectId,
      name: 'Original copy',
      isNameGiven: false,
      visibility: undefined,
    };
    const ids = [await copyTemplate(db, originalId, copy), await copyTemplate(db, originalId, copy)];
    const copies = await Promise.all(ids.map((id) => findAppTemplate(db, member, id ?? '')));
    assert.deepEqual(
      copies.map((each) => [each?.name, each?.visibility, each?.owner.id, each?.version]),
      ['Original copy', 'Original copy 2'].map((name) => [name, 'SHARED', member.accountId, 1]),
    );
    const [copyId = ''] = ids.map((id) => id ?? '');
    const draft = await getDraft(parts, member, copyId);
    assert.deepEqual(
      [draft.etag, draft.copy.document['name'], draft.copy.draft?.baseVersion],
      ['"1"', 'Draft', 1],
    );
    assert.deepEqual(
      (await listFiles(parts, member, copyId)).map(({ path, isUsed }) => [path, isUsed]),
      [
        ['a.png', false],
        ['b.png', true],
      ],
    );
    const version = await findVersion(db, copyId, null);
    const original = await findVersion(db, originalId, null);
    assert.deepEqual(version?.document, original?.document);
    assert.deepEqual(version?.files, original?.files);
    assert.equal((await listVersions(db, copyId, firstPage))[0]?.publishedBy?.id, member.accountId);
  });
});
