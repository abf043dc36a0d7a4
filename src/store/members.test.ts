import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { addOldOwner, migrateTo } from '../../test/helpers/migrate-to.ts';
import { queryRows, type Database } from './database.ts';
import { migrateDatabase } from './migrations.ts';
import { createAccount, createWorkspace } from './workspaces.ts';

async function rolesIn(db: Database, workspaceId: string): Promise<string[]> {
  const rows = await queryRows<{ name: string; role: string }>(
    db,
    'select name, role from accounts where workspace_id = :workspaceId order by name',
    { workspaceId },
  );
  return rows.map(({ name, role }) => `${name} ${role}`);
}

describe('roles of accounts', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.close());

  test('the first account of a workspace is its owner, even if several are created at once', async () => {
    const { db } = database;
    const { workspaceId } = await createWorkspace(db, { name: 'W', plan: 'free' });
    await Promise.all(['A', 'B', 'C', 'D'].map((name) => createAccount(db, { workspaceId, name })));
    const roles = await rolesIn(db, workspaceId);
    assert.equal(roles.filter((role) => role.endsWith('OWNER')).length, 1);
    await createAccount(db, { workspaceId, name: 'E', role: 'OWNER' });
    assert.ok((await rolesIn(db, workspaceId)).includes('E OWNER'));
  });

  test('an address belongs to one account that has joined', async () => {
    const { db } = database;
    const one = await createWorkspace(db, { name: 'W', plan: 'free' });
    const two = await createWorkspace(db, { name: 'W', plan: 'free' });
    await createAccount(db, { workspaceId: one.workspaceId, name: 'A', email: 'ada@example.org' });
    await assert.rejects(
      createAccount(db, { workspaceId: two.workspaceId, name: 'A', email: 'ada@example.org' }),
      /unique/,
    );
    await assert.rejects(
      createAccount(db, { workspaceId: two.workspaceId, name: 'A', email: 'Grace@example.org' }),
      /check/,
    );
  });

  test('an upgrade makes the oldest account of each workspace its owner', async () => {
    const { db } = database;
    await migrateTo(db, '0020');
    const one = await addOldOwner(db);
    const two = await addOldOwner(db);
    await queryRows(db, 'delete from accounts', {});
    for (const [workspaceId, name, day] of [
      [one.workspaceId, 'young', '2026-03-02'],
      [one.workspaceId, 'old', '2026-03-01'],
      [two.workspaceId, 'only', '2026-03-03'],
    ])
      await queryRows(
        db,
        `insert into accounts (workspace_id, name, created_at) values (:workspaceId, :name, :day)`,
        { workspaceId, name, day },
      );
    const { applied } = await migrateDatabase(db);
    assert.ok(applied.includes('0021-members-and-sessions.ts'));
    assert.deepEqual(await rolesIn(db, one.workspaceId), ['old OWNER', 'young MEMBER']);
    assert.deepEqual(await rolesIn(db, two.workspaceId), ['only OWNER']);
    const invited = await queryRows(
      db,
      'select from accounts where joined_at is distinct from created_at',
      {},
    );
    assert.equal(invited.length, 0, 'all of them have joined');
  });
});
