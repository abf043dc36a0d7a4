/** The statement of docs/sizing.md that removes old charges, run as it is written. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { refundCause, reserveRenders, settleCharge } from '../../src/store/quota.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { readBlocks } from '../helpers/markdown-blocks.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/sizing.md'), 'utf8');
const [statement] = readBlocks(page).filter(({ language }) => language === 'sql');

describe('old charges', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.close());

  test('go, except those in progress and those that jobs and links refer to; no total changes', async () => {
    const { db } = database;
    const caller = await createCaller(db);
    const { workspaceId, accountId } = caller;
    const now = new Date();
    const monthsAgo = (months: number): Date =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
    const reserve = async (cause: string, months: number): Promise<string> => {
      const result = await reserveRenders(db, {
        ...caller,
        templateId: randomUUID(),
        cause,
        renders: 1,
        limit: 100,
        instanceId: randomUUID(),
        now: monthsAgo(months),
      });
      assert.ok(result.granted);
      return result.chargeId;
    };
    const charge = async (cause: string, months: number): Promise<string> => {
      const chargeId = await reserve(cause, months);
      assert.ok(await settleCharge(db, chargeId));
      return chargeId;
    };

    await charge('old', 13);
    await reserve('old, refunded', 13);
    assert.equal(await refundCause(db, 'old, refunded'), 1);
    await reserve('old, in progress', 13);
    await charge('a year ago', 12);
    await charge('this month', 0);
    await queryRows(
      db,
      `insert into batch_jobs (workspace_id, account_id, origin, template_id, template_name, project_id,
         project_name, format, options, charge_id, total_items)
       values (:workspaceId, :accountId, 'DESIGNER', :id, 'Card', :id, 'Cards', 'png', '{}', :chargeId, 1)`,
      { workspaceId, accountId, id: randomUUID(), chargeId: await charge('old, of a job', 13) },
    );
    await queryRows(
      db,
      `insert into share_links (workspace_id, account_id, template_name, source, token, extension, media_type,
         charge_id, file_key, file_bytes, created_at, expires_at)
       values (:workspaceId, :accountId, 'Card', 'API', :token, 'png', 'image/png', :chargeId, 'key', 1,
         now(), now())`,
      { workspaceId, accountId, token: randomUUID(), chargeId: await charge('old, of a link', 13) },
    );
    const readTotals = async () => ({
      periods: await queryRows(db, 'select starts_at, used from quota_periods order by 1', {}),
      days: await queryRow(db, 'select sum(renders)::integer as renders from usage_by_day', {}),
    });
    const before = await readTotals();
    assert.equal(before.periods.length, 3);

    await db.raw(statement?.text ?? assert.fail('docs/sizing.md has no statement.'));

    const left = await queryRows<{ cause: string }>(db, 'select cause from quota_entries order by cause', {});
    assert.deepEqual(
      left.map(({ cause }) => cause),
      ['a year ago', 'old, in progress', 'old, of a job', 'old, of a link', 'this month'],
    );
    assert.deepEqual(await readTotals(), before);
  });
});
