import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { insertDispatchedJob, insertPool, listTasks, readJob } from '../../../test/helpers/queue.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { beatInstance, removeSilentInstances, removeWorkerPool } from '../instances.ts';
import { endBatchJob } from './end-job.ts';
import { beginFinish, listRenderedRows, noteFinishFault, reopenRows } from './finish.ts';
import { forgiveAttempt, recordRow, type Recording, type RowAttempt, type RowOutcome } from './record.ts';
import { beginJob, claimRow, dispatchRows, type ClaimedRow } from './work.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = database.db;
});
after(() => database.close());

async function claim(jobId: string, poolId: string, from = 0, to = 10): Promise<ClaimedRow> {
  const claim = await claimRow(db, { jobId, from, to, poolId });
  assert.equal(claim.kind, 'row');
  assert.ok(claim.kind === 'row');
  return claim.row;
}

const success = { status: 'SUCCESS', bytes: 5, crc32: 7 } as const;

/** Records an outcome without claiming another row. */
async function record(row: RowAttempt, outcome: RowOutcome): Promise<Recording> {
  return (await recordRow(db, row, outcome, { jobId: row.jobId, from: 0, to: 0, poolId: 'none' })).recording;
}

test('the first to begin makes the job PROCESSING; it is begun with once', async () => {
  const jobId = await insertDispatchedJob(db);
  await queryRows(db, `update batch_jobs set status = 'PENDING', started_at = null where id = :jobId`, {
    jobId,
  });
  const jobs = await Promise.all(Array.from({ length: 5 }, () => beginJob(db, jobId)));
  assert.ok(jobs.every((job) => job?.id === jobId));
  const started = () =>
    queryRow<{ startedAt: Date }>(db, 'select started_at as "startedAt" from batch_jobs where id = :jobId', {
      jobId,
    });
  const { startedAt } = await started();
  assert.ok(startedAt instanceof Date);
  assert.equal((await readJob(db, jobId)).status, 'PROCESSING');
  await beginJob(db, jobId);
  assert.deepEqual((await started()).startedAt, startedAt);
  await endBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal(await beginJob(db, jobId), null);
});

test('rows are claimed in their order, those with an outcome left out', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const first = await claim(jobId, poolId, 2, 4);
  assert.deepEqual([first.rowIndex, first.attempt, first.variables], [2, 1, { title: 'Row 2' }]);
  assert.equal(await record(first, success), 'recorded');
  assert.equal((await claim(jobId, poolId, 2, 4)).rowIndex, 3);
  assert.equal(await record({ ...first, rowIndex: 3 }, { status: 'FAILED', error: 'x' }), 'recorded');
  assert.deepEqual(await claimRow(db, { jobId, from: 2, to: 4, poolId }), { kind: 'done' });
  const { completed, failed } = await readJob(db, jobId);
  assert.deepEqual([completed, failed], [1, 1]);
});

test('an outcome is recorded, and the next row claimed, at once', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const range = { jobId, from: 2, to: 4, poolId };
  const first = await claim(jobId, poolId, 2, 4);
  const second = await recordRow(db, first, success, range);
  assert.ok(second.recording === 'recorded' && second.next.kind === 'row');
  const { row } = second.next;
  assert.deepEqual([row.rowIndex, row.attempt, row.tries, row.variables], [3, 1, 1, { title: 'Row 3' }]);
  assert.deepEqual(await recordRow(db, row, success, range), {
    recording: 'recorded',
    next: { kind: 'done' },
  });
  assert.deepEqual(await recordRow(db, row, success, range), { recording: 'superseded', next: null });
  const third = await claim(jobId, poolId, 5, 8);
  assert.deepEqual(await recordRow(db, third, success, { ...range, from: 5, to: 8, poolId: 'gone' }), {
    recording: 'recorded',
    next: { kind: 'superseded' },
  });
  assert.equal(
    (await claim(jobId, poolId, 5, 8)).attempt,
    1,
    'nothing is claimed in the name of a pool that is gone',
  );
  assert.deepEqual((await readJob(db, jobId)).completed, 3);
});

test('two workers on the same rows never count one twice', async () => {
  for (let round = 0; round < 10; round += 1) {
    const jobId = await insertDispatchedJob(db);
    const { poolId } = await insertPool(db);
    const range = { jobId, from: 0, to: 10, poolId };
    const work = async (): Promise<void> => {
      let next: Awaited<ReturnType<typeof claimRow>> | null = await claimRow(db, range);
      while (next?.kind === 'row') {
        const recorded = await recordRow(db, next.row, success, range);
        next = recorded.next ?? (recorded.recording === 'superseded' ? await claimRow(db, range) : null);
      }
    };
    await Promise.all([work(), work(), work()]);
    const { completed, failed } = await readJob(db, jobId);
    assert.deepEqual([completed, failed], [10, 0]);
    const finishes = (await listTasks(db, jobId)).filter(({ task }) => task === 'finish_batch');
    assert.equal(finishes.length, 1);
  }
});

test('one row is claimed at a time, whatever the planner makes of the statement', async () => {
  // What it knows of the table before there is anything of the job in it leads it astray.
  for (let others = 0; others < 20; others += 1) await insertDispatchedJob(db);
  await db.raw('analyze batch_rows');
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  await claim(jobId, poolId);
  const begun = await queryRows(
    db,
    'select row_index from batch_rows where job_id = :jobId and attempts > 0',
    { jobId },
  );
  assert.deepEqual(begun, [{ row_index: 0 }]);
});

test('of two attempts at a row, only the later one records, whoever comes first', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const early = await claim(jobId, poolId);
  const late = await claim(jobId, poolId);
  assert.deepEqual([early.attempt, late.attempt], [1, 2]);
  assert.equal(await record(early, { status: 'FAILED', error: 'early' }), 'superseded');
  assert.deepEqual(await Promise.all([record(early, success), record(late, success)]), [
    'superseded',
    'recorded',
  ]);
  assert.equal(await record(late, success), 'superseded', 'an outcome is recorded once');
  const { completed, failed } = await readJob(db, jobId);
  assert.deepEqual([completed, failed], [1, 0]);
});

test('a pool that was taken for gone begins with nothing, even before its process knows', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId, instanceId } = await insertPool(db, { silentMs: 60_000 });
  const begun = await claim(jobId, poolId);
  await removeSilentInstances(db, { silentMs: 30_000 });
  assert.deepEqual(await claimRow(db, { jobId, from: 0, to: 10, poolId }), { kind: 'superseded' });
  assert.deepEqual(await beginFinish(db, { jobId, poolId }), { kind: 'superseded' });
  assert.equal(await beatInstance(db, instanceId), false, 'the process learns of it');
  assert.deepEqual(await claimRow(db, { jobId, from: 0, to: 10, poolId }), { kind: 'superseded' });
  // What it had finished counts as long as nobody has begun anew.
  assert.equal(await record(begun, success), 'recorded');
});

test('nothing is begun or recorded once the job has ended', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const row = await claim(jobId, poolId);
  await endBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal(await record(row, success), 'ended');
  assert.deepEqual(await claimRow(db, { jobId, from: 0, to: 10, poolId }), { kind: 'ended' });
  await queryRows(db, 'delete from batch_jobs where id = :jobId', { jobId });
  assert.equal(await record(row, success), 'ended');
  assert.deepEqual(await claimRow(db, { jobId, from: 0, to: 10, poolId }), { kind: 'ended' });
});

test('the last outcome hands out the end of the job, once, however many are recorded at a time', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const rows = [];
  for (let index = 0; index < 10; index += 1) rows.push(await claim(jobId, poolId, index, index + 1));
  assert.deepEqual(await beginFinish(db, { jobId, poolId }), { kind: 'ended' }, 'not before the last');
  const recorded = await Promise.all(rows.flatMap((row) => [record(row, success), record(row, success)]));
  assert.equal(recorded.filter((outcome) => outcome === 'recorded').length, 10);
  assert.equal((await readJob(db, jobId)).completed, 10);
  const finishing = (await listTasks(db, jobId)).filter(({ task }) => task === 'finish_batch');
  assert.equal(finishing.length, 1);
  assert.deepEqual((await readJob(db, jobId)).taskIds, [finishing[0]?.id]);
});

test('an attempt is forgiven as long as it is the last and has no outcome', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const first = await claim(jobId, poolId);
  await forgiveAttempt(db, first);
  const second = await claim(jobId, poolId);
  assert.deepEqual([second.attempt, second.tries], [2, 1]);
  await forgiveAttempt(db, first);
  const third = await claim(jobId, poolId);
  assert.deepEqual([third.attempt, third.tries], [3, 2]);
});

test('rows are handed out in ranges of a few, fewer at the end; a small job is split, too', async () => {
  const jobId = await insertDispatchedJob(db);
  assert.equal((await listTasks(db, jobId)).length, 10);
  await db.transaction((transaction) =>
    dispatchRows(
      transaction,
      jobId,
      Array.from({ length: 400 }, (_, index) => 2 * index),
    ),
  );
  const { taskIds } = await readJob(db, jobId);
  const tasks = (await listTasks(db, jobId)).filter(({ id }) => taskIds.includes(id));
  const ranges = tasks.map(({ payload: { from = 0, to = 0 } }) => [from, to] as const);
  assert.deepEqual(ranges.slice(0, 2), [
    [0, 19],
    [20, 39],
  ]);
  // Without a gap, and nothing twice.
  assert.deepEqual(
    ranges.flatMap(([from, to]) =>
      Array.from({ length: (to - from + 1) / 2 }, (_, index) => from + 2 * index),
    ),
    Array.from({ length: 400 }, (_, index) => 2 * index),
  );
  const sizes = ranges.map(([from, to]) => (to - from + 1) / 2);
  assert.deepEqual(
    sizes,
    sizes.toSorted((one, other) => other - one),
  );
  assert.deepEqual(sizes.slice(-4), [1, 1, 1, 1]);
  assert.ok(sizes.length < 55, `${sizes.length} tasks`);
});

test('only the latest attempt at the end of a job ends it, or counts a fault', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  for (let index = 0; index < 10; index += 1) {
    const row = await claim(jobId, poolId);
    assert.equal(await record(row, index < 9 ? success : { status: 'FAILED', error: 'x' }), 'recorded');
  }
  const first = await beginFinish(db, { jobId, poolId });
  const second = await beginFinish(db, { jobId, poolId });
  assert.ok(first.kind === 'attempt' && second.kind === 'attempt');
  assert.deepEqual([first.attempt, second.attempt, second.completedItems], [1, 2, 9]);
  assert.equal(await noteFinishFault(db, { jobId, attempt: 1 }), null);
  assert.equal(await noteFinishFault(db, { jobId, attempt: 2 }), 1);
  const rendered = await listRenderedRows(db, { jobId, from: 7, limit: 10 });
  assert.deepEqual(rendered, [
    { rowIndex: 7, attempt: 1, filename: 'row-7.png', bytes: 5, crc32: 7 },
    { rowIndex: 8, attempt: 1, filename: 'row-8.png', bytes: 5, crc32: 7 },
  ]);
  const archive = { key: 'k', bytes: 1, retentionMs: 1_000, attempt: 1 };
  assert.equal(await endBatchJob(db, jobId, { status: 'COMPLETED', archive }), false);
  await removeWorkerPool(db, poolId);
  assert.deepEqual(await beginFinish(db, { jobId, poolId }), { kind: 'superseded' });
  assert.equal(
    await endBatchJob(db, jobId, { status: 'COMPLETED', archive: { ...archive, attempt: 2 } }),
    true,
  );
});

test('rows whose files are lost are handed out anew by the latest attempt at the end, once', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  for (let index = 0; index < 10; index += 1) {
    const outcome = index === 9 ? ({ status: 'FAILED', error: 'x' } as const) : success;
    assert.equal(await record(await claim(jobId, poolId), outcome), 'recorded');
  }
  await beginFinish(db, { jobId, poolId });
  await beginFinish(db, { jobId, poolId });
  // One that failed and one of another attempt have no file to lose.
  const rows = [2, 4, 9].map((rowIndex) => ({ rowIndex, attempt: 1 }));
  rows.push({ rowIndex: 5, attempt: 7 });
  assert.equal(await reopenRows(db, { jobId, attempt: 1, rows }), false);
  assert.equal((await readJob(db, jobId)).completed, 9);
  assert.equal(await reopenRows(db, { jobId, attempt: 2, rows }), true);
  const { completed, failed, taskIds } = await readJob(db, jobId);
  assert.deepEqual([completed, failed], [7, 1]);
  assert.equal(await reopenRows(db, { jobId, attempt: 2, rows }), true, 'done already');
  assert.deepEqual((await readJob(db, jobId)).taskIds, taskIds);
  const tasks = (await listTasks(db, jobId)).filter(({ id }) => taskIds.includes(id));
  assert.deepEqual(
    tasks.map(({ payload: { from } }) => from),
    [2, 4],
  );
  assert.deepEqual(await beginFinish(db, { jobId, poolId }), { kind: 'ended' });
  for (const rowIndex of [2, 4]) {
    const again = await claim(jobId, poolId);
    assert.deepEqual([again.rowIndex, again.attempt, again.tries], [rowIndex, 2, 2]);
    assert.equal(await record(again, success), 'recorded');
  }
  assert.equal((await readJob(db, jobId)).completed, 9);
  assert.equal((await beginFinish(db, { jobId, poolId })).kind, 'attempt');
  await endBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal(await reopenRows(db, { jobId, attempt: 3, rows }), false);
});

test('a job that has ended does not hold on to the version of its template', async () => {
  const jobId = await insertDispatchedJob(db);
  const [version] = await queryRows<{ id: string }>(
    db,
    `insert into template_versions (document) values ('{}') returning id`,
    {},
  );
  await queryRows(db, 'update batch_jobs set template_version_id = :versionId where id = :jobId', {
    jobId,
    versionId: version?.id,
  });
  const pinned = () => queryRows(db, 'select from batch_jobs where template_version_id is not null', {});
  assert.equal((await pinned()).length, 1);
  await endBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal((await pinned()).length, 0);
});
