import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  documentWith,
  goodDocument,
  redPng,
  startAuthoring,
  type AuthoringTest,
} from '../../../test/helpers/authoring.ts';
import { queryRows } from '../../store/database.ts';
import { findTemplate, listVisibleTemplates } from '../../store/templates.ts';
import { listVisibleProjects } from '../../store/projects.ts';
import { Problem } from '../problems/problem.ts';
import { importTemplate } from '../templates/import-template.ts';
import { discardDraft, getDraft, saveDraft } from './drafts.ts';
import { deleteFile, listFiles, uploadFile } from './files.ts';
import { publishDraft, restoreVersion } from './publish.ts';
import { getTemplate, updateTemplate } from './templates.ts';
import { getVersion, listVersions } from './versions.ts';

const firstPage = { page: 0, size: 100 };

describe('drafts and versions', () => {
  let authoring: AuthoringTest;
  before(async () => {
    authoring = await startAuthoring();
  });
  after(() => authoring.close());

  const read = (templateId: string) => getDraft(authoring.parts, authoring.owner, templateId);
  const send = (templateId: string, document: object, ifMatch: string, viewer = authoring.owner) =>
    saveDraft(authoring.parts, viewer, templateId, { document: { ...document }, ifMatch });
  const versions = async (templateId: string) =>
    (await listVersions(authoring.parts, authoring.owner, templateId, firstPage)).data;
  const isCode = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;
  const importAgain = async (templateId: string, name: string, files = new Map<string, Uint8Array>()) => {
    const { parts, owner } = authoring;
    const { projectId } = await getTemplate(parts, owner, templateId);
    const templateJson = Buffer.from(JSON.stringify({ ...goodDocument, name }));
    const request = { viewer: owner, projectId, templateId, visibility: undefined };
    return await importTemplate(parts, request, { templateJson, files });
  };

  test('the API does not know a template that was never published', async () => {
    const { parts, owner, add, publish } = authoring;
    const { db } = parts;
    const templateId = await add('Unknown to the API');
    const names = async () =>
      (await listVisibleTemplates(db, owner, owner.projectId, { offset: 0, limit: 100 })).map(
        ({ name }) => name,
      );
    const count = async () =>
      (await listVisibleProjects(db, owner, { offset: 0, limit: 1 }))[0]?.templateCount ?? 0;
    const countBefore = await count();
    assert.ok(!(await names()).includes('Unknown to the API'));
    assert.equal(await findTemplate(db, templateId), null);
    assert.equal((await importAgain(templateId, 'By import')).outcome, 'unknown-template');
    await publish(templateId);
    assert.ok((await names()).includes('Unknown to the API'));
    assert.equal(await count(), countBefore + 1);
    assert.equal((await findTemplate(db, templateId))?.version, 1);
  });

  test('refuses one of two saves at once, and names the author of the other', async () => {
    const { owner, member, parts, add, publish } = authoring;
    const templateId = await add();
    await publish(templateId);
    await updateTemplate(parts, owner, templateId, { visibility: 'SHARED' });
    const { etag } = await read(templateId);
    assert.equal(etag, '"v1"');
    const saves = await Promise.allSettled(
      [owner, member, owner, member].map((viewer, index) =>
        send(templateId, { ...goodDocument, name: `Save ${index}` }, etag, viewer),
      ),
    );
    const [won, ...others] = saves.filter(({ status }) => status === 'fulfilled');
    assert.ok(won?.status === 'fulfilled');
    assert.equal(others.length, 0);
    const { copy } = await read(templateId);
    assert.equal(copy.document['name'], `Save ${saves.indexOf(won)}`);
    for (const save of saves) {
      if (save.status === 'fulfilled') continue;
      assert.ok(isCode('DRAFT_CHANGED')(save.reason));
      const { members } = (save.reason as Problem).facts;
      assert.deepEqual(members, {
        savedAt: copy.draft?.savedAt.toISOString(),
        savedBy: { id: won.value.copy.draft?.savedBy?.id, name: 'Test account' },
      });
    }
  });

  test('saving reads no document', async () => {
    const { add, save } = authoring;
    const { db } = authoring.database;
    const templateId = await add();
    const { etag } = await save(templateId, { ...goodDocument, name: 'Before' });
    const rows: unknown[] = [];
    const onAnswer = (answer: { readonly rows: unknown }) => void rows.push(answer.rows);
    db.on('query-response', onAnswer);
    await send(templateId, { ...goodDocument, name: 'After' }, etag);
    db.off('query-response', onAnswer);
    assert.match(JSON.stringify(rows), /"baseVersion":/u);
    assert.doesNotMatch(JSON.stringify(rows), /"viewport":/u);
  });

  test('a tag never comes back for another document, also not after a discard', async () => {
    const { parts, owner, add, publish, save } = authoring;
    const templateId = await add();
    const tags = [(await read(templateId)).etag];
    await publish(templateId);
    for (const name of ['One', 'Two']) {
      tags.push((await save(templateId, { ...goodDocument, name })).etag);
      const { etag } = await save(templateId, { ...goodDocument, name: `${name} more` });
      await discardDraft(parts, owner, templateId, etag);
      tags.push(etag);
      assert.equal((await read(templateId)).etag, '"v1"');
    }
    assert.deepEqual(tags, ['"1"', '"2"', '"3"', '"4"', '"5"']);
    for (const etag of tags)
      await assert.rejects(send(templateId, goodDocument, etag), isCode('DRAFT_CHANGED'));
  });

  test('keys stay in their order, numbers as they are, in draft and version', async () => {
    const { parts, owner, add, publish, save } = authoring;
    const text = '{"viewport":{"height":20.5,"width":1e-7},"name":"A","elements":[],"zebra":-0.1,"äöü":[{}]}';
    const templateId = await add();
    await save(templateId, JSON.parse(text) as object);
    assert.equal(JSON.stringify((await read(templateId)).copy.document), text);
    const valid = '{"elements":[],"name":"A","viewport":{"height":20,"width":40},"schemaVersion":1}';
    await save(templateId, JSON.parse(valid) as object);
    await publish(templateId);
    assert.equal(JSON.stringify((await read(templateId)).copy.document), valid);
    const { document } = await getVersion(parts, owner, templateId, 1);
    assert.equal(JSON.stringify(document), valid);
  });

  test('a version of an earlier release has its keys in the order of the schema', async () => {
    const { parts, add, publish } = authoring;
    const templateId = await add();
    await publish(templateId);
    await queryRows(parts.db, 'update template_versions set source = null where template_id = :templateId', {
      templateId,
    });
    const { copy } = await read(templateId);
    assert.deepEqual(Object.keys(copy.document).slice(0, 3), ['schemaVersion', 'name', 'viewport']);
  });

  test('a document with problems is kept; publishing it is refused with all of them', async () => {
    const { parts, owner, add, save } = authoring;
    const templateId = await add();
    const document = { ...goodDocument, surprise: 1, elements: [{ type: 'rect', id: 'a' }] };
    const { findings, etag } = await save(templateId, document);
    assert.ok(findings.problems.length >= 2);
    assert.ok(findings.problems.every(({ line, column }) => line !== null && column !== null));
    const { draft } = await getTemplate(parts, owner, templateId);
    assert.equal(draft?.problemCount, findings.problems.length);
    await assert.rejects(publishDraft(parts, owner, templateId, etag), (error) => {
      assert.ok(isCode('TEMPLATE_INVALID')(error));
      assert.deepEqual((error as Problem).facts.members?.['problems'], findings.problems);
      return true;
    });
    assert.deepEqual((await read(templateId)).copy.document, document);
  });

  test('two publications at once make two versions at most, with numbers of their own', async () => {
    const { parts, owner, add, publish } = authoring;
    const templateId = await add();
    await publish(templateId);
    const { etag } = await authoring.save(templateId, goodDocument);
    const published = await Promise.allSettled([
      publishDraft(parts, owner, templateId, etag),
      publishDraft(parts, owner, templateId, etag),
      restoreVersion(parts, owner, templateId, 1),
      importAgain(templateId, 'Imported'),
    ]);
    const drafts = published.slice(0, 2).filter(({ status }) => status === 'fulfilled');
    assert.equal(drafts.length, 1, 'the draft is published once');
    const numbers = (await versions(templateId)).map(({ number }) => number);
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => numbers.length - index),
      'no gap, no number twice',
    );
  });

  test('an import publishes and leaves the draft, which shows that it is older', async () => {
    const { add, publish, save } = authoring;
    const templateId = await add();
    await publish(templateId);
    const { etag } = await save(templateId, { ...goodDocument, name: 'Mine' });
    assert.equal((await importAgain(templateId, 'Theirs')).outcome, 'imported');
    const { copy, ...after } = await read(templateId);
    assert.equal(after.etag, etag);
    assert.deepEqual([copy.draft?.baseVersion, copy.published?.number], [1, 2]);
    assert.equal(copy.document['name'], 'Mine');
    assert.deepEqual(
      (await versions(templateId)).map(({ publishedBy, isPublished }) => [publishedBy?.name, isPublished]),
      [
        [undefined, true],
        ['Test account', false],
      ],
    );
    assert.equal(await publish(templateId), 3);
  });

  test('the name that was changed last is published', async () => {
    const { parts, owner, add, publish, save } = authoring;
    const templateId = await add('First');
    const names = async () => {
      const { name, description } = await getTemplate(parts, owner, templateId);
      const { document } = (await read(templateId)).copy;
      return [name, description, document['name'], document['description']];
    };
    await updateTemplate(parts, owner, templateId, { name: 'Renamed', description: 'For all' });
    assert.deepEqual(await names(), ['Renamed', 'For all', 'First', undefined]);
    await publish(templateId);
    assert.deepEqual(await names(), ['Renamed', 'For all', 'Renamed', 'For all']);

    await updateTemplate(parts, owner, templateId, { name: 'Renamed again' });
    await save(templateId, { ...goodDocument, name: 'In the document', description: 'For all' });
    assert.equal((await names())[0], 'Renamed again');
    await publish(templateId);
    assert.deepEqual(await names(), ['In the document', 'For all', 'In the document', 'For all']);

    await restoreVersion(parts, owner, templateId, 1);
    assert.deepEqual(await names(), ['Renamed', 'For all', 'Renamed', 'For all']);
  });

  test('a version keeps the files that it names after the draft changes', async () => {
    const { parts, owner, add, publish, save } = authoring;
    const templateId = await add();
    const put = (path: string, bytes: Uint8Array = redPng) =>
      uploadFile(parts, owner, templateId, { path, bytes });
    const list = async () =>
      (await listFiles(parts, owner, templateId)).map(({ path, isUsed }) => [path, isUsed]);
    const { draft } = await getTemplate(parts, owner, templateId);
    await save(templateId, documentWith('a.png'));
    assert.equal((await getTemplate(parts, owner, templateId)).draft?.problemCount, 1, 'there is no a.png');
    const { etag } = await read(templateId);
    assert.ok((await put('a.png')).isUsed);
    assert.equal((await put('b.png')).isUsed, false);
    assert.equal((await read(templateId)).etag, etag, 'files do not change the tag');
    assert.equal((await getTemplate(parts, owner, templateId)).draft?.problemCount, 0);
    assert.deepEqual(await list(), [
      ['a.png', true],
      ['b.png', false],
    ]);
    await publish(templateId);
    assert.deepEqual(await list(), [['a.png', true]]);
    assert.equal(draft?.revision, 1);

    // Without a draft, a change of a file begins one; its document is that of the version.
    await deleteFile(parts, owner, templateId, 'a.png');
    const begun = await read(templateId);
    assert.deepEqual([begun.etag, begun.copy.draft?.baseVersion], ['"v1"', 1]);
    assert.equal((await getTemplate(parts, owner, templateId)).draft?.problemCount, 1);
    assert.deepEqual(await list(), []);
    assert.equal((await getVersion(parts, owner, templateId, 1)).files[0]?.path, 'a.png');
    await discardDraft(parts, owner, templateId, begun.etag);
    assert.deepEqual(await list(), [['a.png', true]]);
  });
});
