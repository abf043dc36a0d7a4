import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createCaller, createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { readUsage } from '../store/quota.ts';
import { chargeRender } from './charge.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('a charge tells what is left with it and without it', async () => {
  const caller = await createCaller(database.db);
  const parts = { db: database.db, instanceId: randomUUID() };
  const charge = await chargeRender(parts, caller, randomUUID(), 2, new Date('2026-12-31T23:00:00Z'));
  assert.deepEqual(charge.quota, { limit: 2, remaining: 1, resetsAt: new Date('2027-01-01T00:00:00Z') });
  assert.equal(charge.quotaWithoutIt.remaining, 2);
  assert.equal(await charge.settle(), true);
});

test('a used-up month is refused with the seconds until the next', async () => {
  const caller = await createCaller(database.db);
  const parts = { db: database.db, instanceId: randomUUID() };
  const now = new Date('2026-02-28T23:59:30.500Z');
  await assert.rejects(chargeRender(parts, caller, randomUUID(), 0, now), {
    code: 'QUOTA_EXCEEDED',
    facts: {
      quota: { limit: 0, remaining: 0, resetsAt: new Date('2026-03-01T00:00:00Z') },
      retryAfterSeconds: 30,
    },
  });
});

test('a charge that cannot be given back now is given back later', async () => {
  const caller = await createCaller(database.db);
  const now = new Date();
  const parts = { db: database.db, instanceId: randomUUID() };
  const charge = await chargeRender(parts, caller, randomUUID(), 5, now);
  const used = async () => (await readUsage(database.db, caller.workspaceId, now)).used;
  assert.equal(await used(), 1);
  await database.db.raw('alter table quota_entries rename to quota_entries_away');
  await charge.giveBack(log);
  await database.db.raw('alter table quota_entries_away rename to quota_entries');
  assert.equal(await used(), 1);
  while ((await used()) !== 0) await sleep(50);
});
