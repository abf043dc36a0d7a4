import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createCaller, createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { queryRow, queryRows } from './database.ts';
import { beatInstance, removeInstance } from './instances.ts';
import type { Caller } from './callers.ts';
import { readUsage, refundAbandoned, refundCause, reserveRenders, settleCharge } from './quota.ts';

describe('quota ledger', () => {
  let database: TestDatabase;
  let caller: Caller;
  const instanceId = randomUUID();
  const templateId = randomUUID();
  const november = new Date('2026-11-15T12:00:00Z');

  before(async () => {
    database = await createTestDatabase({ poolSize: 20 });
    await beatInstance(database.db, instanceId);
  });
  after(() => database.close());
  beforeEach(async () => {
    caller = await createCaller(database.db);
  });

  const reserve = (cause: string, { renders = 1, limit = 20, now = november, instance = instanceId } = {}) =>
    reserveRenders(database.db, { ...caller, templateId, cause, renders, limit, now, instanceId: instance });
  const charge = async (cause: string, options?: Parameters<typeof reserve>[1]): Promise<string> => {
    const result = await reserve(cause, options);
    assert.ok(result.granted);
    return result.chargeId;
  };
  const used = async (now = november) => (await readUsage(database.db, caller.workspaceId, now)).used;
  const ledgerSum = async () => {
    const { sum } = await queryRow<{ sum: number }>(
      database.db,
      'select coalesce(sum(renders), 0)::int as sum from quota_entries where workspace_id = :workspaceId',
      { workspaceId: caller.workspaceId },
    );
    return sum;
  };

  test('counts reservations and refuses those over the limit', async () => {
    assert.equal(await used(), 0);
    const first = await reserve(`request ${randomUUID()}`, { renders: 15 });
    assert.equal(first.granted, true);
    assert.equal(first.used, 15);
    const second = await reserve(`request ${randomUUID()}`, { renders: 6 });
    assert.deepEqual(second, { granted: false, used: 15 });
    assert.equal((await reserve(`request ${randomUUID()}`, { renders: 5 })).used, 20);
    assert.deepEqual(await reserve(`request ${randomUUID()}`), { granted: false, used: 20 });
    assert.equal(await used(), 20);
    assert.equal(await ledgerSum(), 20);
  });

  test('what exceeds a billion is carried, and comes back with a refund', async () => {
    const limit = 3_000_000_000;
    await queryRows(
      database.db,
      `insert into quota_periods (workspace_id, starts_at, used, billions)
       values (:workspaceId, '2026-11-01T00:00:00Z', 999999999, 1) returning 1`,
      { workspaceId: caller.workspaceId },
    );
    assert.deepEqual(await reserve('beyond', { renders: 1_000_000_002, limit }), {
      granted: false,
      used: 1_999_999_999,
    });
    assert.equal((await reserve('carried', { renders: 1_000_000_001, limit })).used, limit);
    assert.equal(await used(), limit);
    assert.equal(await refundCause(database.db, 'carried'), 1_999_999_999);
    assert.equal(await used(), 1_999_999_999);
  });

  test('only a reservation does not wait for the disk', async () => {
    const commits = async (instance: string | null) =>
      await database.db.transaction(async (transaction) => {
        const reservation = {
          ...caller,
          templateId,
          cause: randomUUID(),
          renders: 1,
          limit: 20,
          now: november,
        };
        await reserveRenders(transaction, { ...reservation, instanceId: instance });
        const show = async () =>
          (
            await queryRow<{ mode: string }>(
              transaction,
              `select current_setting('synchronous_commit') as mode`,
              {},
            )
          ).mode;
        const [during] = [await show()];
        await transaction.raw('commit');
        const after = await show();
        await transaction.raw('begin');
        return [during, after];
      });
    assert.deepEqual(await commits(instanceId), ['off', 'on']);
    assert.deepEqual(await commits(null), ['on', 'on']);
  });

  test('refuses the first reservation of a month if it is over the limit', async () => {
    assert.equal((await reserve('over', { renders: 21 })).granted, false);
    assert.equal((await reserve('none left', { limit: 0 })).granted, false);
    assert.equal(await used(), 0);
  });

  test('grants exactly the quota to concurrent reservations', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, async () => await reserve(`request ${randomUUID()}`)),
    );
    const granted = results.filter((result) => result.granted);
    assert.equal(granted.length, 20);
    assert.deepEqual(
      granted.map((result) => result.used).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => index + 1),
      'each grant has its own total',
    );
    assert.ok(results.every((result) => result.granted || result.used === 20));
    assert.equal(await used(), 20);
    assert.equal(await ledgerSum(), 20);
  });

  test('charges a cause once, even if it is reserved concurrently', async () => {
    const cause = `request ${randomUUID()}`;
    const results = await Promise.all(Array.from({ length: 10 }, () => reserve(cause, { limit: 3 })));
    const ids = new Set(results.map((result) => (result.granted ? result.chargeId : null)));
    assert.equal(ids.size, 1);
    assert.ok(!ids.has(null));
    assert.equal(await used(), 1);
  });

  test('counts each month separately, and refunds to the month of the charge', async () => {
    const december = new Date('2026-12-01T00:00:00Z');
    const lastMoment = new Date('2026-11-30T23:59:59.999Z');
    await charge('in november', { now: lastMoment });
    await charge('in december', { now: december });
    assert.deepEqual([await used(lastMoment), await used(december)], [1, 1]);
    await refundCause(database.db, 'in november');
    assert.deepEqual([await used(lastMoment), await used(december)], [0, 1]);
  });

  test('refunds a charge once, settled or not; a refunded charge cannot be settled', async () => {
    const cause = `request ${randomUUID()}`;
    const refunded = await charge(cause);
    await Promise.all(Array.from({ length: 10 }, () => refundCause(database.db, cause)));
    assert.equal(await used(), 0);
    assert.equal(await settleCharge(database.db, refunded), false);

    const lost = `request ${randomUUID()}`;
    assert.equal(await settleCharge(database.db, await charge(lost)), true);
    assert.equal(await used(), 1);
    await Promise.all(Array.from({ length: 10 }, () => refundCause(database.db, lost)));
    await refundCause(database.db, `refund of ${refunded}`);
    await refundCause(database.db, 'never charged');
    assert.equal(await used(), 0);
    assert.equal(await ledgerSum(), 0);
  });

  test('a charge is either settled or refunded by a sweep, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const chargeId = await charge(`race ${round} ${caller.workspaceId}`, { instance: randomUUID() });
      await age(database, [chargeId]);
      const before = await used();
      const [settled] = await Promise.all([
        settleCharge(database.db, chargeId),
        refundAbandoned(database.db, { graceMs: 60_000 }),
      ]);
      assert.equal(await settleCharge(database.db, chargeId), false, 'settled once');
      assert.equal(await used(), settled ? before : before - 1);
    }
  });

  test('totals stay correct under concurrent refunds, reservations and settlements', async () => {
    const causes = Array.from({ length: 20 }, () => `request ${randomUUID()}`);
    const charges = await Promise.all(causes.map((cause) => charge(cause)));
    await Promise.all([
      ...causes.slice(0, 10).map((cause) => refundCause(database.db, cause)),
      ...charges.slice(10).map((id) => settleCharge(database.db, id)),
      ...Array.from({ length: 30 }, () => reserve(`request ${randomUUID()}`)),
    ]);
    assert.ok((await used()) <= 20);
    assert.equal(await used(), await ledgerSum());
  });

  test('refunds only reservations of dead processes', async () => {
    const [dead, unknown] = [randomUUID(), randomUUID()];
    await beatInstance(database.db, dead);
    const [ofDead, ofUnknown, ofLive] = [
      await charge('of dead', { instance: dead }),
      await charge('of unknown', { instance: unknown }),
      await charge('of live'),
    ];
    const settled = await charge('settled', { instance: dead });
    await settleCharge(database.db, settled);
    assert.equal(await refundAbandoned(database.db, { graceMs: 60_000 }), 0, 'nothing is old enough');

    await age(database, [ofDead, ofUnknown, ofLive, settled]);
    await removeInstance(database.db, dead);
    const sweeps = await Promise.all(
      Array.from({ length: 4 }, () => refundAbandoned(database.db, { graceMs: 60_000 })),
    );
    assert.equal(
      sweeps.reduce((sum, count) => sum + count),
      2,
      'concurrent sweeps refund each charge once',
    );
    assert.equal(await used(), 2);
    assert.equal(await settleCharge(database.db, ofDead), false, 'its process notices when it wakes up');
    assert.equal(await settleCharge(database.db, ofLive), true);
  });
});

async function age({ db }: TestDatabase, chargeIds: readonly string[]): Promise<void> {
  for (const id of chargeIds) {
    await queryRows(db, `update quota_entries set created_at = now() - interval '1 hour' where id = :id`, {
      id,
    });
  }
}
