import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { enqueueTasks } from '../store/job-queue.ts';
import { beatInstance } from '../store/instances.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { startTaskWorker } from './task-worker.ts';
import { Watchdog } from './watchdog.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('a worker is stuck if its tasks hang, not while it waits for tasks', async () => {
  const { db } = database;
  const instanceId = randomUUID();
  await beatInstance(db, instanceId);
  const heartbeat = { instanceId, onLost: () => () => undefined, renew: () => Promise.resolve() };
  let nowMs = 0;
  const started = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<void>();
  const worker = startTaskWorker(
    { db, heartbeat },
    {
      handlers: {
        deliver_callback: () => {
          started.resolve();
          return hanging.promise;
        },
      },
      concurrency: 1,
      log: pino({ level: 'silent' }),
    },
    new Watchdog(1_000, () => nowMs),
  );
  try {
    await worker.ready;
    nowMs += 2_000;
    // It looks for tasks every second.
    await waitUntil(() => !worker.isStuck());

    const payload = { deliveryId: randomUUID(), attempt: 1 };
    await enqueueTasks(db, [{ task: 'deliver_callback', payload, priority: 0, maxAttempts: 1 }]);
    await started.promise;
    nowMs += 2_000;
    assert.equal(worker.isStuck(), true);

    hanging.resolve();
    await waitUntil(() => !worker.isStuck());
  } finally {
    hanging.resolve();
    await worker.close();
  }
});
