import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { addOldOwner, migrateTo } from '../../../test/helpers/migrate-to.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { removeRetiredVersions } from '../blobs.ts';
import { migrateDatabase } from '../migrations.ts';
import type { Viewer } from '../projects.ts';
import { readWorkingCopy } from './working-copies.ts';
import { findAppTemplate, searchTemplates } from './templates.ts';
import { listVersions } from './versions.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
after(() => database.close());

test('an installation with templates is upgraded without loss, and its templates can be edited', async () => {
  await migrateTo(db, '0020');
  const { workspaceId, accountId } = await addOldOwner(db);
  const templateId = await db.transaction((transaction) =>
    addOldTemplate(transaction, { workspaceId, accountId }),
  );

  const { applied } = await migrateDatabase(db);
  assert.ok(applied.includes('0023-drafts.ts') && applied.includes('0024-version-history.ts'));
  await removeRetiredVersions(db, { graceMs: 0 });
  const viewer = { workspaceId, accountId };
  const template = await findAppTemplate(db, viewer, templateId);
  assert.deepEqual([template?.name, template?.version, template?.draft], ['Old', 2, null]);
  assert.equal(template?.editedAt.toISOString(), '2026-01-02T03:04:05.000Z');
  const versions = await listVersions(db, templateId, { offset: 0, limit: 10 });
  assert.deepEqual(
    versions.map(({ number, isPublished, publishedBy }) => [number, isPublished, publishedBy]),
    [
      [2, true, null],
      [1, false, null],
    ],
  );
  const copy = await readWorkingCopy(db, viewer, templateId);
  assert.deepEqual([copy?.draft, copy?.document], [null, document]);
  assert.equal((await searchTemplates(db, viewer, {}, { offset: 0, limit: 10 })).total, 1);
});

const document = { schemaVersion: 1, name: 'Old', viewport: { width: 10, height: 10 }, elements: [] };

/** Adds a template as the previous release does, with a replaced version that is marked for removal. */
async function addOldTemplate(transaction: Database, owner: Viewer): Promise<string> {
  const { templateId, versionId } = await queryRow<{ templateId: string; versionId: string }>(
    transaction,
    `with project as (
       insert into projects (workspace_id, account_id, name, visibility)
       values (:workspaceId, :accountId, 'P', 'PRIVATE') returning id
     )
     insert into templates (workspace_id, account_id, project_id, name, visibility, version_id, updated_at)
     select :workspaceId, :accountId, id, 'Old', 'PRIVATE', gen_random_uuid(), '2026-01-02T03:04:05Z'
     from project
     returning id as "templateId", version_id as "versionId"`,
    { ...owner },
  );
  await queryRows(
    transaction,
    `insert into template_versions (template_id, document, retired_at)
     values (:templateId, cast(:document as jsonb), now() - interval '2 days')`,
    { templateId, document },
  );
  await queryRows(
    transaction,
    `insert into template_versions (id, template_id, document)
     values (:versionId, :templateId, cast(:document as jsonb))`,
    { templateId, versionId, document },
  );
  return templateId;
}
