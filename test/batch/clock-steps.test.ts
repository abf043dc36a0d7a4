/** The database's clock is set an hour forward or back while work is in progress. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { recoverAbandonedWork, sweep, trySweep, type SweepParts } from '../../src/domain/maintenance.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { emitTest } from '../../src/store/webhooks/events.ts';
import { beatInstance } from '../../src/store/instances.ts';
import { refundAbandoned, reserveRenders } from '../../src/store/quota.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { stepClock } from '../helpers/clock-step.ts';
import { insertDispatchedJob } from '../helpers/queue.ts';
import { storageKinds, type TestStorage } from '../helpers/storages.ts';
import { addEndpoint } from '../helpers/webhooks.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

let database: TestDatabase;
let db: Database;
let files: TestStorage;
let parts: SweepParts & { readonly storage: Storage };
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  files = await storageKinds[0].open();
  const log = pino({ level: 'silent' });
  const { storage } = files;
  parts = {
    db,
    storage,
    batchTimeoutMs: 10 * minuteMs,
    callbackOffsetsMs: [0, minuteMs],
    log,
    plans: DEFAULT_PLANS,
    urlCacheTtlMs: 3_600_000,
    urlCacheBytes: 1e9,
  };
  await recoverAbandonedWork(parts);
});
afterEach(async () => {
  await files.close();
  await database.close();
});

async function listInstances(): Promise<string[]> {
  return (await queryRows<{ id: string }>(db, 'select id from instances', {})).map(({ id }) => id);
}

for (const [direction, stepMs] of [
  ['forward', hourMs],
  ['back', -hourMs],
] as const) {
  test(`${direction}: a live process stays registered, a dead one is removed and refunded`, async () => {
    const [live, dead] = [randomUUID(), randomUUID()];
    const caller = await createCaller(db);
    for (const instanceId of [live, dead]) {
      await beatInstance(db, instanceId);
      const reservation = { ...caller, templateId: randomUUID(), cause: `of ${instanceId}`, renders: 1 };
      await reserveRenders(db, { ...reservation, limit: 10, now: new Date(), instanceId });
    }
    await stepClock(db, stepMs);
    const beating = setInterval(() => void beatInstance(db, live), 200);
    try {
      const recovered = await recoverAbandonedWork(parts);
      assert.deepEqual([recovered?.silentInstances, recovered?.refundedCharges], [1, 1]);
      assert.deepEqual(await listInstances(), [live]);
      assert.equal(await refundAbandoned(db, { graceMs: 12_000 }), 0);
    } finally {
      clearInterval(beating);
    }
  });
}

test('forward: a job that runs is not timed out; one that runs too long still is', async () => {
  const jobId = await insertDispatchedJob(db);
  const setStart = (minutesAgo: number) =>
    db.raw(
      `update batch_jobs set status = 'PROCESSING', started_at = now() - ? * interval '1 minute'
       where id = ?`,
      [minutesAgo, jobId],
    );
  await setStart(5);
  await stepClock(db, hourMs);
  assert.equal((await recoverAbandonedWork(parts))?.timedOutJobs, 0);
  assert.equal((await recoverAbandonedWork(parts))?.timedOutJobs, 0);
  // Set right again.
  await stepClock(db, -hourMs);
  assert.equal((await recoverAbandonedWork(parts))?.timedOutJobs, 0);
  await setStart(11);
  assert.equal((await recoverAbandonedWork(parts))?.timedOutJobs, 1);
});

test('back: tasks and callbacks that wait are due when they would have been', async () => {
  const jobId = await insertDispatchedJob(db);
  const { deliveryId } = await queryRow<{ deliveryId: string }>(
    db,
    `insert into callback_deliveries (id, job_id, workspace_id, url, body, created_at, next_attempt_at)
     select gen_random_uuid(), id, workspace_id, 'https://example.org/', '{}', now(), now() + interval '1 minute'
     from batch_jobs where id = :jobId returning id as "deliveryId"`,
    { jobId },
  );
  const { workspaceId } = await queryRow<{ workspaceId: string }>(
    db,
    'select workspace_id as "workspaceId" from batch_jobs where id = :jobId',
    { jobId },
  );
  const { id: endpointId } = await addEndpoint(db, { workspaceId });
  await emitTest(db, { workspaceId, endpointId });
  await queryRows(db, `update webhook_deliveries set next_attempt_at = now() + interval '1 minute'`, {});
  await stepClock(db, -hourMs);
  await recoverAbandonedWork(parts);
  const waits = await queryRows<{ waitSeconds: number }>(
    db,
    `select extract(epoch from next_attempt_at - now())::float8 as "waitSeconds" from (
       select next_attempt_at from callback_deliveries where id = :deliveryId
       union all select next_attempt_at from webhook_deliveries where endpoint_id = :endpointId) both_kinds`,
    { deliveryId, endpointId },
  );
  assert.equal(waits.length, 2);
  // Not an hour and a minute.
  for (const { waitSeconds } of waits) assert.ok(waitSeconds <= 1_800, String(waitSeconds));
  const { late } = await queryRow<{ late: number }>(
    db,
    `select count(*)::int as late from graphile_worker.jobs where run_at > now() + interval '30 minutes'`,
    {},
  );
  assert.equal(late, 0);
});

test('forward: what seems to have expired is kept until a sweep is asked for', async () => {
  const key = 'batches/archive.zip';
  const jobId = await insertDispatchedJob(db);
  await db.raw(
    `update batch_jobs set status = 'COMPLETED', started_at = now(), completed_at = now(), cleared_at = now(),
       archive_key = ?, archive_bytes = 1, archive_expires_at = now() + interval '30 minutes' where id = ?`,
    [key, jobId],
  );
  await files.storage.write(key, new Uint8Array([1]));
  await stepClock(db, hourMs);
  assert.equal((await trySweep(parts))?.expiredArchives, 0);
  assert.equal(await files.storage.sizeBytes(key), 1);
  assert.equal((await sweep(parts)).expiredArchives, 1);
});
