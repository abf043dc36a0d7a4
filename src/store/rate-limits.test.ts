import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { queryRows } from './database.ts';
import { peekToken, removeIdleRateLimits, settleTokens, takeToken, takeTokens } from './rate-limits.ts';

describe('takeToken', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ poolSize: 20 });
  });
  after(() => database.close());

  /** Moves a key's due time, as if time had passed. */
  const pass = (key: string, seconds: number) =>
    queryRows(
      database.db,
      `update rate_limits set due_at = due_at - :seconds * interval '1 second' where key = :key`,
      { key, seconds },
    );

  for (const [direction, seconds] of [
    ['back', -3_600],
    ['forward', 3_600],
  ] as const) {
    test(`refuses nobody for longer after the clock was set an hour ${direction}`, async () => {
      const limit = { key: `clock ${direction}`, perSecond: 1, burst: 3 };
      for (let count = 0; count < 3; count += 1) assert.ok((await takeToken(database.db, limit)).allowed);
      await pass(limit.key, seconds);
      assert.ok((await peekToken(database.db, limit)).allowed);
      const { allowed, remaining, resetAfterMs } = await takeToken(database.db, limit);
      assert.deepEqual([allowed, remaining], [true, 2]);
      assert.ok(resetAfterMs <= 1_000);
    });
  }

  test('allows a burst, then refuses with the time to wait', async () => {
    const limit = { key: 'burst', perSecond: 0.01, burst: 3 };
    for (const remaining of [2, 1, 0]) {
      const taken = await takeToken(database.db, limit);
      assert.equal(taken.allowed, true);
      assert.equal(taken.remaining, remaining);
      assert.equal(taken.retryAfterMs, 0);
    }
    const refused = await takeToken(database.db, limit);
    assert.equal(refused.allowed, false);
    assert.equal(refused.remaining, 0);
    assert.ok(refused.retryAfterMs > 90_000 && refused.retryAfterMs <= 100_000, String(refused.retryAfterMs));
    assert.ok(
      refused.resetAfterMs > 290_000 && refused.resetAfterMs <= 300_000,
      String(refused.resetAfterMs),
    );
  });

  test('peekToken counts nothing', async () => {
    const limit = { key: 'peek', perSecond: 0.01, burst: 2 };
    for (const remaining of [2, 2]) {
      const peeked = await peekToken(database.db, limit);
      assert.deepEqual(peeked, { allowed: true, remaining, retryAfterMs: 0, resetAfterMs: 0 });
    }
    await takeToken(database.db, limit);
    assert.equal((await peekToken(database.db, limit)).allowed, true);
    await takeToken(database.db, limit);
    const refused = await peekToken(database.db, limit);
    assert.deepEqual([refused.allowed, refused.remaining], [false, 0]);
    assert.ok(refused.retryAfterMs > 90_000 && refused.retryAfterMs <= 100_000, String(refused.retryAfterMs));
    await pass('peek', 100);
    assert.equal((await peekToken(database.db, limit)).allowed, true);
    assert.equal((await takeToken(database.db, limit)).allowed, true);
    assert.equal((await peekToken(database.db, limit)).allowed, false);
  });

  test('settleTokens returns how long a limit is in debt, which is a burst at most', async () => {
    const limit = { key: 'settled', perSecond: 0.01, burst: 3 };
    assert.equal(await settleTokens(database.db, limit, 2), 0);
    assert.equal(await settleTokens(database.db, limit, 1), 0);
    const debtMs = await settleTokens(database.db, limit, 1);
    assert.ok(debtMs > 90_000 && debtMs <= 100_000, String(debtMs));
    const most = await settleTokens(database.db, limit, 1_000);
    assert.ok(most > 290_000 && most <= 300_000, String(most));
    await pass(limit.key, -3_600);
    assert.equal(await settleTokens(database.db, limit, 1), 0, 'the clock was set back');
  });

  test('takeTokens takes several at once, and never more than a burst', async () => {
    const limit = { key: 'cost', perSecond: 0.01, burst: 5 };
    await takeTokens(database.db, limit, 3);
    assert.equal((await takeToken(database.db, limit)).remaining, 1);
    await takeTokens(database.db, limit, 1_000);
    await takeTokens(database.db, limit, 1_000);
    const refused = await takeToken(database.db, limit);
    assert.equal(refused.allowed, false);
    assert.ok(refused.retryAfterMs <= 100_000, String(refused.retryAfterMs));
  });

  test('allows one more request per interval; a refused request costs nothing', async () => {
    const limit = { key: 'refill', perSecond: 0.01, burst: 2 };
    await takeToken(database.db, limit);
    await takeToken(database.db, limit);
    for (let i = 0; i < 5; i += 1) assert.equal((await takeToken(database.db, limit)).allowed, false);
    await pass('refill', 100);
    assert.equal((await takeToken(database.db, limit)).allowed, true);
    assert.equal((await takeToken(database.db, limit)).allowed, false);
    await pass('refill', 100_000);
    assert.equal((await takeToken(database.db, limit)).remaining, 1, 'at most the burst is available');
  });

  test('limits concurrent requests', async () => {
    const limit = { key: 'parallel', perSecond: 0.01, burst: 5 };
    const taken = await Promise.all(Array.from({ length: 60 }, () => takeToken(database.db, limit)));
    const allowed = taken.filter((result) => result.allowed);
    assert.equal(allowed.length, 5);
    assert.deepEqual(allowed.map((result) => result.remaining).sort(), [0, 1, 2, 3, 4]);
  });

  test('limits each key separately; removes keys whose whole burst is available', async () => {
    const limit = { perSecond: 0.001, burst: 1 };
    assert.equal((await takeToken(database.db, { ...limit, key: 'one' })).allowed, true);
    assert.equal((await takeToken(database.db, { ...limit, key: 'other' })).allowed, true);
    assert.equal((await takeToken(database.db, { ...limit, key: 'one' })).allowed, false);
    await pass('one', 10_000);
    await removeIdleRateLimits(database.db);
    const rows = await queryRows(
      database.db,
      `select key from rate_limits where key in ('one', 'other')`,
      {},
    );
    assert.deepEqual(rows, [{ key: 'other' }]);
  });
});
