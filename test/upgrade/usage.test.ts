import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { listUsageByDay } from '../../src/store/usage.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { addOldOwner, migrateTo } from '../helpers/migrate-to.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
after(() => database.close());

interface Entry {
  readonly startsAt: string;
  readonly createdAt: string;
  readonly renders: number;
  readonly refundOf?: string;
}

async function addEntry(
  owner: { readonly workspaceId: string; readonly accountId: string },
  { refundOf, ...entry }: Entry,
): Promise<string> {
  const { id } = await queryRow<{ id: string }>(
    db,
    `insert into quota_entries
       (workspace_id, account_id, starts_at, renders, cause, refund_of, state, created_at)
     values (:workspaceId, :accountId, :startsAt, :renders, :cause, :refundOf, 'SETTLED', :createdAt)
     returning id`,
    { ...owner, ...entry, refundOf: refundOf ?? null, cause: randomUUID() },
  );
  return id;
}

test('charges of an earlier release count on their days, deliveries belong to accounts', async () => {
  await migrateTo(db, '0024');
  const owner = await addOldOwner(db);
  const { workspaceId, accountId } = owner;
  const january = { startsAt: '2026-01-01T00:00Z' };
  const charge = await addEntry(owner, { ...january, createdAt: '2026-01-20T23:30Z', renders: 10 });
  // The refund counts on the day of its charge, though it was made in the next month.
  await addEntry(owner, { ...january, createdAt: '2026-02-02T12:00Z', renders: -4, refundOf: charge });
  await addEntry(owner, { ...january, createdAt: '2026-01-20T01:00Z', renders: 1 });
  // The clock of the process was behind that of the database: the day stays in the month that was charged.
  await addEntry(owner, { ...january, createdAt: '2026-02-01T00:00:01Z', renders: 2 });
  await addEntry(owner, { startsAt: '2026-02-01T00:00Z', createdAt: '2026-02-03T08:00Z', renders: 5 });
  const { jobId } = await queryRow<{ jobId: string }>(
    db,
    `insert into batch_jobs (workspace_id, account_id, origin, template_id, template_name, project_id,
       project_name, format, options, charge_id, total_items)
     values (:workspaceId, :accountId, 'API_KEY', gen_random_uuid(), 'T', gen_random_uuid(), 'P', 'png', '{}',
       :charge, 10)
     returning id as "jobId"`,
    { ...owner, charge },
  );
  for (const [url, job] of [
    ['https://example.com/kept', jobId],
    ['https://example.com/deleted', randomUUID()],
  ])
    await queryRows(
      db,
      `insert into callback_deliveries (id, job_id, workspace_id, url, body, status)
       values (gen_random_uuid(), :job, :workspaceId, :url, '{}', 'DELIVERED')`,
      { job, workspaceId, url },
    );

  const { applied } = await migrateDatabase(db);
  assert.ok(applied.includes('0025-callback-attempts-and-usage.ts'));
  const usedIn = async (from: string, to: string) =>
    (await listUsageByDay(db, { workspaceId, from, to })).filter(({ renders }) => renders !== 0);
  assert.deepEqual(await usedIn('2026-01-01', '2026-02-01'), [
    { day: '2026-01-20', renders: 7 },
    { day: '2026-01-31', renders: 2 },
  ]);
  assert.deepEqual(await usedIn('2026-02-01', '2026-03-01'), [{ day: '2026-02-03', renders: 5 }]);
  assert.deepEqual(
    await queryRows(db, 'select url, account_id as "accountId" from callback_deliveries order by url', {}),
    [
      { url: 'https://example.com/deleted', accountId: null },
      { url: 'https://example.com/kept', accountId },
    ],
  );
  // What a process of the previous release still charges is counted, too.
  await addEntry(owner, { startsAt: '2026-02-01T00:00Z', createdAt: '2026-02-03T09:00Z', renders: 3 });
  assert.deepEqual(await usedIn('2026-02-01', '2026-03-01'), [{ day: '2026-02-03', renders: 8 }]);
});
