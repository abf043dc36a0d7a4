import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { readStoredUse } from '../../src/store/stored-data.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addOldOwner, migrateTo } from '../helpers/migrate-to.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
after(() => database.close());

test('what an earlier release did not count is counted after the upgrade', async () => {
  await migrateTo(db, '0053');
  const owner = await addOldOwner(db);
  const draft = JSON.stringify({ name: 'x'.repeat(10_000) });
  const settings = JSON.stringify({ locked: ['a'.repeat(500)] });
  const example = JSON.stringify({ title: 'News' });
  const [templateId, otherId] = [await addOldTemplate(owner), await addOldTemplate(owner)];
  await queryRows(
    db,
    `insert into template_drafts (template_id, document, revision, base_name, base_description, problem_count)
     values (:templateId, cast(:draft as json), 1, '', '', 0)`,
    { templateId, draft },
  );
  await queryRows(
    db,
    `insert into template_design_settings (template_id, settings, revision)
     values (:templateId, cast(:settings as json), 1)`,
    { templateId, settings },
  );
  await queryRows(db, 'update templates set example_values = cast(:example as json) where id = :otherId', {
    otherId,
    example,
  });
  // Both templates have the same picture.
  await queryRows(
    db,
    `with picture as (
       insert into blobs (hash, bytes) values (decode(repeat('ab', 32), 'hex'), 700) returning hash
     )
     insert into template_versions (template_id, document, thumbnail_hash)
     select t.id, '{}', picture.hash from templates t, picture where t.id in (:templateId, :otherId)`,
    { templateId, otherId },
  );
  await queryRows(
    db,
    `insert into share_links (workspace_id, account_id, template_name, source, token, extension, media_type,
                              file_key, file_bytes, created_at, expires_at)
     values (:workspaceId, :accountId, 'Old', 'DESIGNER', repeat('t', 24), 'png', 'image/png', 'shares/a',
             900, now(), now() + interval '1 day')`,
    { ...owner },
  );
  const { applied } = await migrateDatabase(db);
  assert.ok(applied.includes('0054-bytes-of-drafts-and-pictures.ts'));
  const { bytes } = await readStoredUse(db, owner.workspaceId);
  const texts = draft.length + settings.length + example.length;
  assert.equal(bytes, texts + 2 * '{}'.length + 700 + 900);
  // What is deleted afterwards counts no more.
  await queryRows(db, 'delete from template_drafts where template_id = :templateId', { templateId });
  const left = await readStoredUse(db, owner.workspaceId);
  assert.equal(left.bytes, bytes - draft.length);
});

async function addOldTemplate(owner: object): Promise<string> {
  const { id } = await queryRow<{ id: string }>(
    db,
    `with project as (
       insert into projects (workspace_id, account_id, name, visibility)
       values (:workspaceId, :accountId, 'P', 'PRIVATE') returning id
     )
     insert into templates (workspace_id, account_id, project_id, name, visibility)
     select :workspaceId, :accountId, id, 'Old', 'PRIVATE' from project returning id`,
    { ...owner },
  );
  return id;
}
