import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts';
import { settleTokens } from '../../../store/rate-limits.ts';
import { StreamRates } from './stream-rates.ts';

const mebibyte = 1024 * 1024;
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

const sender = (account: string, workspace: string) => ({ accountId: account, workspaceId: workspace });

/** The last statement that a process has sent. */
let settled: Promise<number> = Promise.resolve(0);

/** The rates as one more process has them. */
const createRates = () =>
  new StreamRates((limit, tokens) => (settled = settleTokens(database.db, limit, tokens)));

/** How many messages are admitted, of a sender that does not stop. */
function flood(rates: StreamRates, who: ReturnType<typeof sender>, bytes: number, ms = 0): number {
  for (let sent = 0; sent < 10_000; sent += 1) {
    if (!rates.admit(who, bytes)) return sent;
    rates.addWork(who, ms);
  }
  return Infinity;
}

/** How many of some messages are admitted, of a sender that lets the process settle in between. */
async function send(rates: StreamRates, who: ReturnType<typeof sender>, bytes: number, most: number) {
  for (let sent = 0; sent < most; sent += 1) {
    if (!rates.admit(who, bytes)) return sent;
    await settled;
    await nextTurn();
  }
  return most;
}

describe('rates of streams', () => {
  test('count the messages of an account, whichever stream they come by', () => {
    const rates = createRates();
    const admitted = flood(rates, sender('ada', 'w'), 100);
    assert.ok(admitted >= 600 && admitted < 1_000, String(admitted));
    assert.equal(rates.admit(sender('ada', 'w'), 100), false);
    assert.equal(rates.admit(sender('bob', 'w'), 100), true);
  });

  test('count the bytes of an account', () => {
    const rates = createRates();
    const admitted = flood(rates, sender('carl', 'w'), 2_000_000);
    assert.ok(admitted >= 33 && admitted < 60, String(admitted));
    assert.equal(rates.admit(sender('dora', 'w'), 2_000_000), true);
  });

  test('count the work of a workspace, over its accounts, and of no other', () => {
    const rates = createRates();
    const admitted = flood(rates, sender('emil', 'x'), 100, 100);
    assert.ok(admitted >= 40 && admitted < 60, String(admitted));
    assert.equal(rates.admit(sender('fay', 'x'), 100), false);
    assert.equal(rates.admit(sender('gil', 'other'), 100), true);
  });

  test('count what an account sends to several processes', async () => {
    const who = sender('hugo', 'y');
    // Less than one process admits at once.
    assert.equal(await send(createRates(), who, mebibyte, 60), 60);
    const admitted = await send(createRates(), who, mebibyte, 60);
    assert.ok(admitted >= 4 && admitted < 50, String(admitted));
    const third = createRates();
    assert.ok((await send(third, who, mebibyte, 60)) < 50);
    assert.equal(await send(third, sender('ida', 'y'), mebibyte, 60), 60);
  });

  test('count the work of a workspace in several processes', async () => {
    const spend = async (rates: StreamRates, who: ReturnType<typeof sender>) => {
      for (let sent = 0; sent < 39; sent += 1) {
        if ((await send(rates, who, 100, 1)) === 0) return sent;
        rates.addWork(who, 100);
      }
      return 39;
    };
    assert.equal(await spend(createRates(), sender('jan', 'z')), 39);
    const admitted = await spend(createRates(), sender('kim', 'z'));
    assert.ok(admitted >= 5 && admitted < 30, String(admitted));
  });

  test('are those of the process while there is no database', async () => {
    const rates = new StreamRates(() => Promise.reject(new Error('The database is away.')));
    const who = sender('lea', 'v');
    assert.equal(await send(rates, who, mebibyte, 60), 60);
    assert.ok(flood(rates, who, mebibyte) < 50);
  });
});
