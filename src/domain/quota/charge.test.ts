import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { createCaller, createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import { readUsage, refundCause } from '../../store/quota.ts';
import { chargeRender, type ChargeRequest } from './charge.ts';
import { waitUntil } from '../../../test/helpers/wait-until.ts';

const log = pino({ level: 'silent' });
const templateId = randomUUID();
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

function request(caller: Caller, limit: number, now: Date): ChargeRequest {
  return { caller, templateId, requestId: randomUUID(), limit, now, refund: refundCause, log };
}

/** A database that executes some statements and then loses their answers. */
function losingAnswers(db: Database, toStatements: RegExp): Database {
  return new Proxy(db, {
    get: (target, name) =>
      name === 'raw'
        ? async (sql: string, bindings: Record<string, string>) => {
            const answer: unknown = await target.raw(sql, bindings);
            if (toStatements.test(sql)) throw new Error('Connection terminated unexpectedly');
            return answer;
          }
        : (Reflect.get(target, name) as unknown),
  });
}

test('a charge and its refund return the remaining quota, also after other charges', async () => {
  const caller = await createCaller(database.db);
  const parts = { db: database.db, instanceId: randomUUID() };
  const now = new Date('2026-12-31T23:00:00Z');
  const charge = await chargeRender(parts, request(caller, 5, now));
  assert.deepEqual(charge.quota, { limit: 5, remaining: 4, resetsAt: new Date('2027-01-01T00:00:00Z') });
  assert.equal(await charge.settle(), true);
  for (const remaining of [3, 2])
    assert.equal((await chargeRender(parts, request(caller, 5, now))).quota.remaining, remaining);
  assert.equal((await charge.refund()).remaining, 3);
});

test('refuses a used-up month with the seconds until the next one', async () => {
  const caller = await createCaller(database.db);
  const parts = { db: database.db, instanceId: randomUUID() };
  const now = new Date('2026-02-28T23:59:30.500Z');
  await assert.rejects(chargeRender(parts, request(caller, 0, now)), {
    code: 'QUOTA_EXCEEDED',
    facts: {
      quota: { limit: 0, remaining: 0, resetsAt: new Date('2026-03-01T00:00:00Z') },
      retryAfterSeconds: 30,
    },
  });
});

test('refunds a charge once the database works again', async () => {
  const caller = await createCaller(database.db);
  const now = new Date();
  const parts = { db: database.db, instanceId: randomUUID() };
  const charge = await chargeRender(parts, request(caller, 5, now));
  const used = async () => (await readUsage(database.db, caller.workspaceId, now)).used;
  assert.equal(await used(), 1);
  await database.db.raw('alter table quota_entries rename to quota_entries_away');
  await charge.refund();
  await database.db.raw('alter table quota_entries_away rename to quota_entries');
  assert.equal(await used(), 1);
  await waitUntil(async () => (await used()) === 0);
});

test('waits for a restarting database to refund a settled charge', async () => {
  const caller = await createCaller(database.db);
  const now = new Date();
  const charge = await chargeRender({ db: database.db, instanceId: randomUUID() }, request(caller, 5, now));
  assert.equal(await charge.settle(), true);
  await database.db.raw('alter table quota_entries rename to quota_entries_away');
  const failed = once(database.db, 'query-error');
  const refunded = charge.refund();
  await failed;
  await database.db.raw('alter table quota_entries_away rename to quota_entries');
  await refunded;
  assert.equal((await readUsage(database.db, caller.workspaceId, now)).used, 0);
});

test('refunds a charge when the answer to settling it was lost', async () => {
  const caller = await createCaller(database.db);
  const now = new Date();
  const db = losingAnswers(database.db, /set state = 'SETTLED'/u);
  const charge = await chargeRender({ db, instanceId: randomUUID() }, request(caller, 5, now));
  await assert.rejects(charge.settle(), /terminated/u);
  assert.equal((await readUsage(database.db, caller.workspaceId, now)).used, 1);
  await charge.refund();
  await charge.refund();
  assert.equal((await readUsage(database.db, caller.workspaceId, now)).used, 0);
});

test('refunds a charge when the answer to reserving it was lost', async () => {
  const caller = await createCaller(database.db);
  const now = new Date();
  const used = async () => (await readUsage(database.db, caller.workspaceId, now)).used;
  // Also the answer to the question whether the charge exists.
  const db = losingAnswers(database.db, /else 'RESERVED' end|from quota_entries where cause/u);
  await assert.rejects(
    chargeRender({ db, instanceId: randomUUID() }, request(caller, 5, now)),
    /terminated/u,
  );
  assert.equal(await used(), 1);
  await waitUntil(async () => (await used()) === 0);
});
