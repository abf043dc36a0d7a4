import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { recoverAbandonedWork, sweep } from '../../src/domain/maintenance.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { recordRows } from '../../src/store/batches/row-outcomes.ts';
import { claimRows } from '../../src/store/batches/rows.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { withLock } from '../../src/store/locks.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  insertDispatchedJob,
  insertPool,
  setIdleTime,
  listTasks,
  lockTask,
  readJob,
} from '../helpers/queue.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
before(async () => {
  database = await createTestDatabase();
  db = database.db;
  folder = await mkdtemp(path.join(tmpdir(), 'platen-test-'));
});
after(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const limits = {
  batchTimeoutMs: 3_600_000,
  urlCacheTtlMs: 3_600_000,
  urlCacheBytes: 1e9,
  plans: DEFAULT_PLANS,
};
const log = pino({ level: 'silent' });

async function recover() {
  const storage = await openStorage(pathToFileURL(folder).href, null);
  const counts = await recoverAbandonedWork({ db, storage, log, ...limits, callbackOffsetsMs: [0] });
  assert.ok(counts !== null);
  return counts;
}

/** Records an outcome for the first rows of a job. */
async function recordFirst(jobId: string, count: number): Promise<void> {
  const { poolId } = await insertPool(db);
  const claim = await claimRows(db, { jobId, from: 0, to: 10, limit: count, poolId });
  assert.ok(claim.kind === 'rows');
  const outcome = { status: 'SUCCESS', bytes: 1, crc32: 0 } as const;
  const ended = claim.rows.map(({ rowIndex, attempt }) => ({ rowIndex, attempt, outcome }));
  const recording = await recordRows(db, ended, { jobId, from: 0, to: 0, limit: 1, poolId });
  assert.ok(recording.kind === 'recorded');
  assert.equal(recording.rowIndexes.size, count);
}

/** Uses up all attempts of a job's tasks. */
async function exhaustTasks(jobId: string): Promise<void> {
  await queryRows(
    db,
    `update graphile_worker._private_jobs set attempts = max_attempts where payload->>'jobId' = :jobId`,
    { jobId },
  );
}

async function readUsed(jobId: string): Promise<number> {
  const { used } = await queryRow<{ used: number }>(
    db,
    `select used from quota_periods p join batch_jobs j on j.workspace_id = p.workspace_id
     where j.id = :jobId`,
    { jobId },
  );
  return used;
}

test('tasks of a dead process are available to others at once', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db, { silentMs: 12_500 });
  const [task] = await listTasks(db, jobId);
  await lockTask(db, task?.id ?? '', poolId);
  assert.equal((await listTasks(db, jobId))[0]?.isDue, false);
  const { silentInstances, abandonedPools } = await recover();
  assert.deepEqual([silentInstances, abandonedPools], [1, 1]);
  assert.equal((await listTasks(db, jobId))[0]?.isDue, true);
  assert.deepEqual(
    await queryRows(db, 'select from worker_pools where id = :poolId', { poolId }),
    [],
    'its pool is removed',
  );
});

test('a job without live tasks gets new ones for its open rows', async () => {
  const jobId = await insertDispatchedJob(db);
  await recordFirst(jobId, 4);
  await exhaustTasks(jobId);
  assert.equal((await recover()).redispatchedJobs, 0, 'not right after progress');
  await setIdleTime(db, jobId, 6_000);
  assert.equal((await recover()).redispatchedJobs, 1);
  const { taskIds } = await readJob(db, jobId);
  const tasks = (await listTasks(db, jobId)).filter(({ id }) => taskIds.includes(id));
  assert.deepEqual(
    tasks.map(({ payload }) => payload.from),
    [4, 5, 6, 7, 8, 9],
  );
  await setIdleTime(db, jobId, 6_000);
  assert.equal((await recover()).redispatchedJobs, 0, 'once');
});

test('a job whose rows are all done gets a finishing task', async () => {
  const jobId = await insertDispatchedJob(db);
  await recordFirst(jobId, 10);
  await exhaustTasks(jobId);
  await setIdleTime(db, jobId, 6_000);
  assert.equal((await recover()).redispatchedJobs, 1);
  const { taskIds } = await readJob(db, jobId);
  const live = (await listTasks(db, jobId)).filter(({ id }) => taskIds.includes(id));
  assert.deepEqual(
    live.map(({ task }) => task),
    ['finish_batch'],
  );
});

test('a job with a running task gets no new ones, however long a row takes', async () => {
  const jobId = await insertDispatchedJob(db);
  await exhaustTasks(jobId);
  const [task] = await listTasks(db, jobId);
  const { poolId } = await insertPool(db);
  await lockTask(db, task?.id ?? '', poolId);
  await setIdleTime(db, jobId, 600_000);
  const { redispatchedJobs, hastenedTasks } = await recover();
  assert.deepEqual([redispatchedJobs, hastenedTasks], [0, 0]);
});

test('failed tasks are retried soon; archives that could not be stored are not', async () => {
  const [rendering, finishing] = [await insertDispatchedJob(db), await insertDispatchedJob(db)];
  await recordFirst(finishing, 10);
  const postpone = (jobId: string) =>
    db.raw(
      `select graphile_worker.reschedule_jobs(task_ids, run_at => now() + interval '1 hour')
       from batch_jobs where id = ?`,
      [jobId],
    );
  for (const jobId of [rendering, finishing]) {
    await postpone(jobId);
    await setIdleTime(db, jobId, 6_000);
  }
  assert.equal((await recover()).hastenedTasks, 11);
  await postpone(finishing);
  await queryRows(db, 'update batch_jobs set finish_faults = 1 where id = :finishing', { finishing });
  assert.equal((await recover()).hastenedTasks, 0);
});

test('a job that times out becomes FAILED, keeps its counters and refunds the rest', async () => {
  const jobId = await insertDispatchedJob(db);
  await recordFirst(jobId, 3);
  assert.equal(await readUsed(jobId), 10);
  await queryRows(db, `update batch_jobs set started_at = now() - interval '61 minutes' where id = :jobId`, {
    jobId,
  });
  assert.equal((await recover()).timedOutJobs, 1);
  const { status, completed, failed } = await readJob(db, jobId);
  assert.deepEqual([status, completed, failed], ['FAILED', 3, 0]);
  assert.equal(await readUsed(jobId), 3);
  assert.equal((await recover()).timedOutJobs, 0);
  assert.equal(await readUsed(jobId), 3);
});

test('a sweep waits for another one; recovery does not wait for a sweep', async () => {
  const storage = await openStorage(pathToFileURL(folder).href, null);
  const parts = { db, storage, log, ...limits, callbackOffsetsMs: [0] };
  const jobId = await insertDispatchedJob(db);
  await exhaustTasks(jobId);
  await setIdleTime(db, jobId, 6_000);
  const order: string[] = [];
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const other = withLock(db, 'sweep', async () => {
    locked.resolve();
    await release.promise;
    order.push('other');
  });
  await locked.promise;
  assert.equal((await recoverAbandonedWork(parts))?.redispatchedJobs, 1);
  await exhaustTasks(jobId);
  await setIdleTime(db, jobId, 6_000);
  const swept = sweep(parts).then((counts) => {
    order.push('sweep');
    return counts;
  });
  release.resolve();
  await other;
  const counts = await swept;
  assert.deepEqual(order, ['other', 'sweep']);
  assert.equal(counts.redispatchedJobs, 1);
});

test('only tasks that have used up their attempts are removed', async () => {
  const storage = await openStorage(pathToFileURL(folder).href, null);
  const [given, waiting] = [await insertDispatchedJob(db), await insertDispatchedJob(db)];
  await exhaustTasks(given);
  const [locked] = await listTasks(db, given);
  const { poolId } = await insertPool(db);
  await lockTask(db, locked?.id ?? '', poolId);
  const counts = await sweep({ db, storage, log, ...limits, callbackOffsetsMs: [0] });
  assert.ok(counts.exhaustedTasks >= 9);
  assert.deepEqual(
    (await listTasks(db, given)).map(({ id }) => id),
    [locked?.id],
    'a running task is kept',
  );
  assert.equal((await listTasks(db, waiting)).length, 10);
});
