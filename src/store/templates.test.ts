import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { putDraftFile } from './authoring/draft-files.ts';
import { beginDraft } from './authoring/drafts.ts';
import { changeWorkingCopy } from './authoring/working-copies.ts';
import { recordThumbnail } from './authoring/thumbnails.ts';
import { recordBlobs, removeRetiredVersions, removeUnusedBlobs } from './blobs.ts';
import { queryRows, type Database } from './database.ts';
import type { Caller } from './callers.ts';
import { createProject, findVisibleProject, listVisibleProjects, type Visibility } from './projects.ts';
import {
  createTemplate,
  deleteTemplate,
  findVisibleTemplate,
  listVisibleTemplates,
  readVersion,
  replaceTemplate,
} from './templates.ts';

const firstPage = { offset: 0, limit: 100 };

function makeDocument(name: string): TemplateDocument {
  return { schemaVersion: 1, name, viewport: { width: 10, height: 10 }, elements: [] };
}

describe('projects and templates', () => {
  let database: TestDatabase;
  let db: Database;
  let owner: Caller;
  let colleague: Caller;
  let stranger: Caller;

  before(async () => {
    database = await createTestDatabase();
    db = database.db;
  });
  after(() => database.close());
  beforeEach(async () => {
    owner = await createCaller(db);
    colleague = await createCaller(db, { workspaceId: owner.workspaceId });
    stranger = await createCaller(db);
  });

  const addProject = async (name: string, visibility: Visibility, { accountId }: Caller = owner) => {
    const id = await createProject(db, { accountId, name, description: '', visibility });
    assert.ok(id);
    return id;
  };
  const addTemplate = (
    name: string,
    projectId: string,
    visibility: Visibility | undefined,
    viewer: Caller = owner,
  ) => createTemplate(db, { viewer, projectId, document: makeDocument(name), files: [], visibility });
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
  /** Sets the time that orders lists. */
  const setUpdated = (table: 'projects' | 'templates', id: string, at: string) =>
    queryRows(db, `update ${table} set updated_at = :at where id = :id`, { id, at });

  test('a member sees own projects and shared ones of the workspace', async () => {
    const hidden = await addProject('mine', 'PRIVATE');
    const shared = await addProject('ours', 'SHARED');
    await addProject('theirs', 'PRIVATE', colleague);
    await addProject('elsewhere', 'SHARED', stranger);

    assert.deepEqual(names(await listVisibleProjects(db, owner, firstPage)), ['mine', 'ours']);
    assert.deepEqual(names(await listVisibleProjects(db, colleague, firstPage)), ['ours', 'theirs']);
    assert.deepEqual(names(await listVisibleProjects(db, stranger, firstPage)), ['elsewhere']);
    assert.equal((await findVisibleProject(db, owner, hidden))?.name, 'mine');
    assert.equal(await findVisibleProject(db, colleague, hidden), null);
    assert.equal((await findVisibleProject(db, colleague, shared))?.name, 'ours');
    assert.equal(await findVisibleProject(db, stranger, shared), null);
    assert.equal(await findVisibleProject(db, owner, randomUUID()), null);
  });

  test('a project counts the templates that the viewer sees in it', async () => {
    const projectId = await addProject('ours', 'SHARED');
    await addTemplate('private of the owner', projectId, 'PRIVATE');
    await addTemplate('shared by the owner', projectId, 'SHARED');
    await addTemplate('private of the colleague', projectId, 'PRIVATE', colleague);
    await addTemplate('private of the colleague too', projectId, 'PRIVATE', colleague);
    const count = async (viewer: Caller) =>
      (await listVisibleProjects(db, viewer, firstPage))[0]?.templateCount;
    assert.deepEqual([await count(owner), await count(colleague)], [2, 3]);
    assert.deepEqual(names(await listVisibleTemplates(db, owner, projectId, firstPage)), [
      'private of the owner',
      'shared by the owner',
    ]);
    assert.deepEqual(names(await listVisibleTemplates(db, colleague, projectId, firstPage)), [
      'private of the colleague',
      'private of the colleague too',
      'shared by the owner',
    ]);
    assert.deepEqual(await listVisibleTemplates(db, stranger, projectId, firstPage), []);
  });

  test('a shared template in a private project is found by its id; the project stays hidden', async () => {
    const projectId = await addProject('mine', 'PRIVATE');
    const shared = await addTemplate('shared', projectId, 'SHARED');
    const hidden = await addTemplate('hidden', projectId, 'PRIVATE');

    const found = await findVisibleTemplate(db, colleague, shared);
    assert.equal(found?.name, 'shared');
    assert.equal(found.projectId, projectId);
    assert.ok(found.createdAt instanceof Date && found.updatedAt instanceof Date);
    assert.equal(await findVisibleTemplate(db, colleague, hidden), null);
    assert.equal((await findVisibleTemplate(db, owner, hidden))?.visibility, 'PRIVATE');
    assert.equal(await findVisibleTemplate(db, stranger, shared), null);
    assert.equal(await findVisibleProject(db, colleague, projectId), null);
    assert.deepEqual(await listVisibleProjects(db, colleague, firstPage), []);
  });

  test('lists are ordered by last update, then by id; pages have no gaps', async () => {
    const projectIds: string[] = [];
    for (let i = 0; i < 5; i += 1) projectIds.push(await addProject(`p${i}`, 'PRIVATE'));
    const [newest, ...same] = projectIds;
    assert.ok(newest);
    await setUpdated('projects', newest, '2026-02-01T00:00:00Z');
    for (const id of same) await setUpdated('projects', id, '2026-01-01T00:00:00Z');
    const expected = [newest, ...same.toSorted()];
    const paged: string[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await listVisibleProjects(db, owner, { offset, limit: 2 });
      paged.push(...page.map(({ id }) => id));
    }
    assert.deepEqual(paged, expected);

    const templateIds: string[] = [];
    for (let i = 0; i < 5; i += 1) templateIds.push(await addTemplate(`t${i}`, newest, 'PRIVATE'));
    for (const id of templateIds) await setUpdated('templates', id, '2026-01-01T00:00:00Z');
    const list = await listVisibleTemplates(db, owner, newest, firstPage);
    assert.deepEqual(
      list.map(({ id }) => id),
      templateIds.toSorted(),
    );
    const rest = await listVisibleTemplates(db, owner, newest, { offset: 4, limit: 2 });
    assert.deepEqual(
      rest.map(({ id }) => id),
      templateIds.toSorted().slice(4),
    );
  });

  test('a replaced template keeps its id; its older version does not change', async () => {
    const projectId = await addProject('mine', 'PRIVATE');
    const otherProjectId = await addProject('other', 'PRIVATE');
    const content = 'an image';
    const hash = createHash('sha256').update(content).digest('hex');
    await recordBlobs(db, [{ hash, bytes: content.length }]);
    const file = { path: 'a.png', hash, mediaType: 'image/png' };
    const templateId = await createTemplate(db, {
      viewer: owner,
      projectId,
      document: { ...makeDocument('old'), description: 'first' },
      files: [file],
      visibility: 'SHARED',
    });
    const before = await findVisibleTemplate(db, owner, templateId);
    assert.ok(before);

    const replacement = {
      viewer: owner,
      projectId: otherProjectId,
      document: makeDocument('new'),
      files: [],
    };
    const replace = (viewer: Caller) =>
      replaceTemplate(db, templateId, { ...replacement, viewer, visibility: undefined });
    assert.equal(await replace(colleague), null, 'only its owner can replace it');
    assert.equal(await replace(owner), 'SHARED');

    const after = await findVisibleTemplate(db, owner, templateId);
    assert.ok(after);
    assert.deepEqual(
      [after.name, after.description, after.projectId, after.visibility],
      ['new', '', otherProjectId, 'SHARED'],
    );
    assert.deepEqual(after.createdAt, before.createdAt);
    assert.notEqual(after.versionId, before.versionId);
    const old = await readVersion(db, before.versionId);
    assert.equal(old?.document.name, 'old');
    assert.deepEqual(old.files, [{ ...file, bytes: content.length }]);
    assert.deepEqual((await readVersion(db, after.versionId))?.files, []);
  });

  test('only unused versions and files are removed, after a grace period', async () => {
    const projectId = await addProject('mine', 'PRIVATE');
    const blob = (content: string) => ({
      hash: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
    });
    const [both, onlyDeleted, never] = [blob('both'), blob('only deleted'), blob('never used')];
    const [ofDraft, thumbnail] = [blob('of a draft'), blob('a thumbnail')];
    await recordBlobs(db, [both, onlyDeleted, never, ofDraft, thumbnail]);
    const files = (...blobs: { hash: string }[]) =>
      blobs.map(({ hash }, index) => ({ path: `${index}.png`, hash, mediaType: 'image/png' }));
    const content = { viewer: owner, projectId, document: makeDocument('t'), visibility: undefined };
    const templateId = await createTemplate(db, { ...content, files: files(both) });
    const deletedId = await createTemplate(db, { ...content, files: files(both, onlyDeleted) });
    const oldVersion = (await findVisibleTemplate(db, owner, templateId))?.versionId ?? '';
    const deletedVersion = (await findVisibleTemplate(db, owner, deletedId))?.versionId ?? '';
    await replaceTemplate(db, templateId, { ...content, files: [] });
    await changeWorkingCopy(db, owner, templateId, async (transaction, state) => {
      const draft = { savedBy: owner.accountId, problemCount: 1, isBaseDocument: false };
      await beginDraft(transaction, { ...state, document: {} }, { ...draft, document: {} });
      await putDraftFile(transaction, templateId, { path: 'a.png', mediaType: 'image/png', ...ofDraft });
    });
    await recordThumbnail(db, oldVersion, { hash: thumbnail.hash, example: null });
    assert.equal(await deleteTemplate(db, deletedId), true);
    assert.equal(await deleteTemplate(db, deletedId), false);

    const deletedFiles: string[] = [];
    const deleteFile = (hash: string) => {
      deletedFiles.push(hash);
      return Promise.resolve();
    };
    const graceMs = 60_000;
    await removeRetiredVersions(db, { graceMs });
    assert.notEqual(await readVersion(db, deletedVersion), null, 'renders with it may be in progress');
    await queryRows(db, `update template_versions set retired_at = now() - interval '1 hour'`, {});
    assert.ok((await removeRetiredVersions(db, { graceMs })) >= 1);
    assert.equal(await readVersion(db, deletedVersion), null);
    assert.notEqual(await readVersion(db, oldVersion), null, 'it is the history of its template');

    assert.equal(await removeUnusedBlobs(db, { graceMs, limit: 100 }, deleteFile), 0, 'just recorded');
    await queryRows(db, `update blobs set touched_at = now() - interval '1 hour'`, {});
    await recordBlobs(db, [never]);
    const removed = await removeUnusedBlobs(db, { graceMs, limit: 100 }, deleteFile);
    assert.equal(removed, deletedFiles.length);
    const isDeleted = ({ hash }: { hash: string }) => deletedFiles.includes(hash);
    assert.deepEqual([both, onlyDeleted, never].map(isDeleted), [false, true, false]);
    assert.deepEqual([ofDraft, thumbnail].map(isDeleted), [false, false]);
  });

  test('no file is removed after the locks were lost', async () => {
    const blobs = ['a', 'b'].map((content) => ({
      hash: createHash('sha256').update(`lock on ${content}`).digest('hex'),
      bytes: 1,
    }));
    await recordBlobs(db, blobs);
    await queryRows(db, `update blobs set touched_at = now() - interval '1 hour'`, {});
    let deleted = 0;
    const deleteFile = async () => {
      deleted += 1;
      await queryRows(
        db,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
        {},
      );
    };
    await assert.rejects(removeUnusedBlobs(db, { graceMs: 60_000, limit: 2 }, deleteFile));
    assert.equal(deleted, 1);
    const recorded = await queryRows(
      db,
      `select from blobs where touched_at < now() - interval '1 minute'`,
      {},
    );
    assert.ok(recorded.length >= 2, 'the next sweep finds them');
  });

  test('max `limit` files are removed at once, with every query plan', async () => {
    const blobs = Array.from({ length: 8 }, (_, index) => ({
      hash: createHash('sha256').update(`unused ${index}`).digest('hex'),
      bytes: 1,
    }));
    await recordBlobs(db, blobs);
    await queryRows(db, `update blobs set touched_at = now() - interval '1 hour'`, {});
    await db.transaction(async (transaction) => {
      for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
        await transaction.raw(`set local enable_${plan} = off`);
      const deleteFile = () => Promise.resolve();
      assert.equal(await removeUnusedBlobs(transaction, { graceMs: 60_000, limit: 2 }, deleteFile), 2);
    });
  });
});
