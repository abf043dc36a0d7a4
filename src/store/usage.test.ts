import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createCaller, createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import type { Caller } from './callers.ts';
import { queryRow, queryRows } from './database.ts';
import { deleteKey } from './keys.ts';
import { createProject } from './projects.ts';
import { readUsage, refundCause, refundRenders, reserveRenders, type Reservation } from './quota.ts';
import { listUsageByDay, listUsageByKey, listUsageByTemplate } from './usage.ts';

let database: TestDatabase;
let caller: Caller;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());
beforeEach(async () => {
  caller = await createCaller(database.db);
});

const now = new Date();
const month = now.toISOString().slice(0, 7);
const today = now.toISOString().slice(0, 10);
const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  .toISOString()
  .slice(0, 10);
const getPeriod = ({ workspaceId }: Caller) => ({ workspaceId, from: `${month}-01`, to: nextMonth });
const top = { limit: 100 };

async function charge(by: Caller, options: Partial<Reservation> & { renders: number }): Promise<string> {
  const reserved = await reserveRenders(database.db, {
    ...by,
    templateId: randomUUID(),
    cause: randomUUID(),
    limit: 1_000,
    now,
    instanceId: null,
    ...options,
  });
  assert.ok(reserved.granted);
  return reserved.chargeId;
}

const byTemplate = (by: Caller) => listUsageByTemplate(database.db, by, getPeriod(by), top);
const byKey = (by: Caller, seesAllKeys: boolean) =>
  listUsageByKey(database.db, { ...by, seesAllKeys }, getPeriod(by), top);

describe('usage', () => {
  test('counts charges by day, template and key, and takes refunds off again', async () => {
    const { db } = database;
    const [one, two] = [randomUUID(), randomUUID()];
    await charge(caller, { templateId: one, renders: 1, cause: 'first' });
    const batch = await charge(caller, { templateId: two, renders: 10 });
    await charge(caller, { templateId: two, renders: 2, keyId: null });
    await refundRenders(db, { chargeId: batch, renders: 4, cause: 'rest of the batch' });
    await refundCause(db, 'first');

    const days = await listUsageByDay(db, getPeriod(caller));
    assert.equal(
      days.length,
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate(),
    );
    assert.deepEqual(
      days.filter(({ renders }) => renders > 0),
      [{ day: today, renders: 8 }],
    );
    assert.deepEqual(await byTemplate(caller), [{ templateId: two, name: null, renders: 8 }]);
    assert.deepEqual(await byKey(caller, false), [
      { keyId: caller.keyId, name: 'Test key', renders: 6 },
      { keyId: null, name: null, renders: 2 },
    ]);
    assert.equal((await readUsage(db, caller.workspaceId, now)).used, 8);
  });

  test('counts a refund of the next month on the day of its charge', async () => {
    const { db } = database;
    const lastMonth = new Date(Date.UTC(2026, 0, 31, 12));
    const chargeId = await charge(caller, { renders: 5, now: lastMonth });
    // Charged by the clock of the process, and recorded by that of the database: the day stays in the month.
    const january = { workspaceId: caller.workspaceId, from: '2026-01-01', to: '2026-02-01' };
    const readJanuary = async () =>
      (await listUsageByDay(db, january)).filter(({ renders }) => renders !== 0);
    assert.deepEqual(await readJanuary(), [{ day: '2026-01-31', renders: 5 }]);
    await refundRenders(db, { chargeId, renders: 2, cause: 'late' });
    assert.deepEqual(await readJanuary(), [{ day: '2026-01-31', renders: 3 }]);
    assert.deepEqual(
      (await listUsageByDay(db, getPeriod(caller))).filter(({ renders }) => renders !== 0),
      [],
    );
  });

  test('shows names only of what the viewer sees', async () => {
    const { db } = database;
    const other = await createCaller(db, { workspaceId: caller.workspaceId });
    const project = {
      accountId: other.accountId,
      name: 'p',
      description: '',
      visibility: 'PRIVATE',
    } as const;
    const projectId = await createProject(db, project);
    const addTemplate = async (name: string, visibility: string): Promise<string> => {
      const { id } = await queryRow<{ id: string }>(
        db,
        `with version as (
           insert into template_versions (id, document) values (gen_random_uuid(), '{}') returning id
         )
         insert into templates (workspace_id, account_id, project_id, name, visibility, version_id)
         select :workspaceId, :accountId, :projectId, :name, :visibility, id from version returning id`,
        { ...other, projectId, name, visibility },
      );
      return id;
    };
    const shared = await addTemplate('shared', 'SHARED');
    const hidden = await addTemplate('hidden', 'PRIVATE');
    await charge(other, { templateId: shared, renders: 3 });
    await charge(other, { templateId: hidden, renders: 2 });
    assert.deepEqual(await byTemplate(caller), [
      { templateId: shared, name: 'shared', renders: 3 },
      { templateId: hidden, name: null, renders: 2 },
    ]);
    assert.deepEqual((await byTemplate(other)).at(1)?.name, 'hidden');
    assert.deepEqual(await byKey(caller, false), [{ keyId: other.keyId, name: null, renders: 5 }]);
    assert.deepEqual((await byKey(caller, true)).at(0)?.name, 'Test key');
    await deleteKey(db, other.keyId);
    assert.deepEqual(await byKey(caller, true), [{ keyId: null, name: null, renders: 5 }]);
  });

  test('always adds up to the renders of the quota, also with concurrent charges and refunds', async () => {
    const { db } = database;
    const templates = [randomUUID(), randomUUID(), randomUUID()];
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const cause = randomUUID();
        const templateId = templates[index % 3] ?? '';
        const chargeId = await charge(caller, { templateId, renders: 1 + (index % 4), cause });
        if (index % 5 === 0) await refundCause(db, cause);
        else if (index % 4 === 3)
          await refundRenders(db, { chargeId, renders: 2, cause: `part of ${cause}` });
      }),
    );
    const sum = (list: readonly { renders: number }[]) => list.reduce((all, { renders }) => all + renders, 0);
    const { used } = await readUsage(db, caller.workspaceId, now);
    assert.ok(used > 0);
    assert.equal(sum(await listUsageByDay(db, getPeriod(caller))), used);
    assert.equal(sum(await byTemplate(caller)), used);
    assert.equal(sum(await byKey(caller, true)), used);
  });

  test('counts entries of the previous release, which records no template', async () => {
    const { db } = database;
    await queryRows(
      db,
      `insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, state)
       values (:workspaceId, :accountId, date_trunc('month', now(), 'UTC'), 4, 'old', 'SETTLED')`,
      { ...caller },
    );
    assert.deepEqual(await byTemplate(caller), [{ templateId: null, name: null, renders: 4 }]);
    assert.deepEqual(await byKey(caller, true), [{ keyId: null, name: null, renders: 4 }]);
  });
});
