import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { insertPool, listTasks, lockTask } from '../../test/helpers/queue.ts';
import { queryRow, type Database } from './database.ts';
import { removeInstance, removeSilentInstances, removeWorkerPool } from './instances.ts';
import {
  enqueueTasks,
  isQueueSchemaInstalled,
  QUEUE_SCHEMA_REVISION,
  retryNow,
  returnTasks,
} from './job-queue.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = database.db;
});
after(() => database.close());

async function enqueue(jobId: string): Promise<string> {
  const task = { task: 'finish_batch', payload: { jobId }, priority: 0, maxAttempts: 3 } as const;
  const [id] = await enqueueTasks(db, [task]);
  assert.ok(id !== undefined);
  return id;
}

test('the required revision is that of the installed library', async () => {
  const { revision } = await queryRow<{ revision: number }>(
    db,
    'select max(id) as revision from graphile_worker.migrations',
    {},
  );
  assert.equal(revision, QUEUE_SCHEMA_REVISION);
  assert.equal(await isQueueSchemaInstalled(db), true);
});

test('a commit adds the tasks and notifies the workers', async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const notifications: string[] = [];
  listener.on('notification', ({ payload = '' }) => notifications.push(payload));
  await listener.query('listen "jobs:insert"');
  const jobId = randomUUID();
  await assert.rejects(
    db.transaction(async (transaction) => {
      await enqueueTasks(transaction, [
        { task: 'render_rows', payload: { jobId, from: 0, to: 5 }, priority: 3, maxAttempts: 25 },
      ]);
      throw new Error('refused');
    }),
    /refused/,
  );
  assert.deepEqual(await listTasks(db, jobId), []);
  assert.deepEqual(notifications, []);
  await enqueue(jobId);
  assert.equal((await listTasks(db, jobId)).length, 1);
  await listener.query('select 1');
  assert.equal(notifications.length, 1);
  await listener.end();
});

test('tasks return to the queue when their pool ends, or its process stops or is silent', async () => {
  const jobId = randomUUID();
  const pools = [await insertPool(db), await insertPool(db), await insertPool(db, { silentMs: 60_000 })];
  const kept = await insertPool(db);
  for (const { poolId } of [...pools, kept]) await lockTask(db, await enqueue(jobId), poolId);
  const holders = async () => (await listTasks(db, jobId)).map(({ lockedBy }) => lockedBy);
  const [ended, left, silent] = pools.map(({ poolId }) => poolId);

  await removeWorkerPool(db, ended ?? '');
  assert.deepEqual(await holders(), [null, left, silent, kept.poolId]);
  await removeInstance(db, pools[1]?.instanceId ?? '');
  assert.deepEqual(await holders(), [null, null, silent, kept.poolId]);
  assert.deepEqual(await removeSilentInstances(db, { silentMs: 30_000 }), {
    silentInstances: 1,
    abandonedPools: 1,
  });
  assert.deepEqual(await holders(), [null, null, null, kept.poolId]);
  assert.ok((await listTasks(db, jobId)).slice(0, 3).every(({ isDue }) => isDue));
});

test('tasks of a pool that was never registered return to the queue after the grace period', async () => {
  const [young, old] = [randomUUID(), randomUUID()];
  await lockTask(db, await enqueue(young), 'pool-young', { agoMs: 1_000 });
  await lockTask(db, await enqueue(old), 'pool-old', { agoMs: 20_000 });
  const { abandonedPools } = await removeSilentInstances(db, { silentMs: 12_000 });
  assert.equal(abandonedPools, 1);
  assert.equal((await listTasks(db, young))[0]?.lockedBy, 'pool-young');
  assert.equal((await listTasks(db, old))[0]?.lockedBy, null);
});

test('a returned task runs at once, its attempt does not count; a waiting task can run now', async () => {
  const jobId = randomUUID();
  const id = await enqueue(jobId);
  const wait = () =>
    db.raw(
      `select graphile_worker.reschedule_jobs(
         array[?::bigint], run_at => now() + interval '1 hour', attempts => 2
       )`,
      [id],
    );
  await wait();
  await returnTasks(db, [{ id, attempts: 1 }]);
  const [returned] = await listTasks(db, jobId);
  assert.deepEqual([returned?.isDue, returned?.attempts], [true, 1]);
  await wait();
  assert.equal(await retryNow(db, [id]), 1);
  const [hastened] = await listTasks(db, jobId);
  assert.deepEqual([hastened?.isDue, hastened?.attempts], [true, 2]);
});
