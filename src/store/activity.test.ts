import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/helpers/database.ts';
import { listActivity, recordActivity } from './activity.ts';
import { queryRows } from './database.ts';
import { createWorkspace } from './workspaces.ts';

test('entries of one millisecond are listed newest first, over pages', async (t) => {
  const { db, close } = await createTestDatabase();
  t.after(close);
  const { workspaceId } = await createWorkspace(db, { name: 'W', plan: 'free' });
  const subjects = Array.from({ length: 20 }, (_, index) => `Key ${index + 1}`);
  await db.transaction(async (transaction) => {
    for (const subject of subjects) {
      await recordActivity(transaction, {
        workspaceId,
        actor: null,
        action: 'KEY_CREATED',
        accountId: null,
        subject,
      });
    }
    await queryRows(transaction, 'update activity set at = now() where workspace_id = :workspaceId', {
      workspaceId,
    });
  });
  const pages = [];
  for (const offset of [0, 8, 16]) {
    const { entries } = await listActivity(db, { workspaceId, accountId: null }, { offset, limit: 8 });
    pages.push(...entries.map(({ subject }) => subject));
  }
  assert.deepEqual(pages, subjects.toReversed());
});
