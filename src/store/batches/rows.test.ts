import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { insertDispatchedJob, insertPool, listTasks, readJob } from '../../../test/helpers/queue.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { beatInstance, removeSilentInstances, removeWorkerPool } from '../instances.ts';
import { finishBatchJob } from './terminal-states.ts';
import { startFinish, listRenderedRows, recordFinishFault, reopenRows } from './finish-attempts.ts';
import {
  forgiveAttempts,
  recordRows,
  unclaimRows,
  type RowAttempt,
  type RowOutcome,
} from './row-outcomes.ts';
import { startJob, claimRows, type Claim, type ClaimedRow } from './rows.ts';
import { dispatchRows, replaceTask } from './tasks.ts';
import { summarizeWarnings } from './warnings.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = database.db;
});
after(() => database.close());

async function claim(
  jobId: string,
  poolId: string,
  from = 0,
  to = 10,
): Promise<ClaimedRow & { readonly jobId: string }> {
  const rows = getRows(await claimRows(db, { jobId, from, to, limit: 1, poolId }));
  assert.equal(rows.length, 1);
  return { jobId, ...(rows[0] ?? assert.fail()) };
}

function getRows(claim: Claim): readonly ClaimedRow[] {
  return claim.kind === 'rows' ? claim.rows : assert.fail(claim.kind);
}

const success = { status: 'SUCCESS', bytes: 5, crc32: 7 } as const;

/** Records an outcome without claiming another row. */
async function record(
  { jobId, rowIndex, attempt }: RowAttempt & { readonly jobId: string },
  outcome: RowOutcome,
): Promise<'recorded' | 'superseded' | 'ended'> {
  const none = { jobId, from: 0, to: 0, limit: 1, poolId: 'none' };
  const recording = await recordRows(db, [{ rowIndex, attempt, outcome }], none);
  if (recording.kind === 'ended') return 'ended';
  return recording.rowIndexes.has(rowIndex) ? 'recorded' : 'superseded';
}

const succeeded = ({ rowIndex, attempt }: RowAttempt) => ({ rowIndex, attempt, outcome: success });

test('warnings are recorded with the outcome, also with the last of a job', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  await startJob(db, jobId);
  const listed = [{ code: 'TEXT_OVERFLOW', elementId: `"a", {b} \\ 'c' ü`, detail: 'It does not fit.' }];
  const warned = { ...success, warnings: { count: 31, listed } };
  const { totalItems } = await queryRow<{ totalItems: number }>(
    db,
    'select total_items as "totalItems" from batch_jobs where id = :jobId',
    { jobId },
  );
  for (let index = 0; index < totalItems; index++) {
    const isWarned = index === 1 || index === totalItems - 1;
    assert.equal(await record(await claim(jobId, poolId), isWarned ? warned : success), 'recorded');
  }
  const rows = await listRenderedRows(db, { jobId, from: 0, limit: null });
  const none = { count: 0, listed: [] };
  assert.deepEqual(
    rows.map(({ warnings }) => warnings),
    rows.map((_, index) => (index === 1 || index === totalItems - 1 ? { count: 31, listed } : none)),
  );
  assert.deepEqual(await summarizeWarnings(db, jobId), [
    { code: 'TEXT_OVERFLOW', rowIndexes: [1, totalItems - 1], elementIds: [listed[0]?.elementId] },
  ]);
});

test('the first start makes a job PROCESSING; later ones change nothing', async () => {
  const jobId = await insertDispatchedJob(db);
  await queryRows(db, `update batch_jobs set status = 'PENDING', started_at = null where id = :jobId`, {
    jobId,
  });
  const jobs = await Promise.all(Array.from({ length: 5 }, () => startJob(db, jobId)));
  assert.ok(jobs.every((job) => job?.id === jobId));
  const started = () =>
    queryRow<{ startedAt: Date }>(db, 'select started_at as "startedAt" from batch_jobs where id = :jobId', {
      jobId,
    });
  const { startedAt } = await started();
  assert.ok(startedAt instanceof Date);
  assert.equal((await readJob(db, jobId)).status, 'PROCESSING');
  await startJob(db, jobId);
  assert.deepEqual((await started()).startedAt, startedAt);
  await finishBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal(await startJob(db, jobId), null);
});

test('a task is replaced once, and only while its job lists it', async () => {
  const jobId = await insertDispatchedJob(db);
  const [first, ...others] = await listTasks(db, jobId);
  assert.ok(first !== undefined);
  const task = { task: 'fetch_images', payload: { jobId, from: 0, to: 1 } } as const;
  // A crash after the first call makes the queue run the task again.
  await replaceTask(db, { id: first.id, priority: 7 }, task);
  await replaceTask(db, { id: first.id, priority: 7 }, task);
  const added = (await listTasks(db, jobId)).filter(({ task: name }) => name === 'fetch_images');
  assert.deepEqual(
    added.map(({ payload }) => payload),
    [task.payload],
  );
  assert.deepEqual((await readJob(db, jobId)).taskIds, [added[0]?.id, ...others.map(({ id }) => id)]);
  await finishBatchJob(db, jobId, { status: 'CANCELLED' });
  await replaceTask(db, { id: added[0]?.id ?? '', priority: 7 }, task);
  assert.equal((await listTasks(db, jobId)).length, others.length + 2);
});

test('tasks have their workspace as a flag; a second job of it comes after the first', async () => {
  const readTasks = async (jobId: string) =>
    await queryRows<{ priority: number; flags: Record<string, true> }>(
      db,
      `select priority::int, flags from graphile_worker._private_jobs
       where payload->>'jobId' = :jobId order by priority`,
      { jobId },
    );
  const jobId = await insertDispatchedJob(db);
  const { workspaceId } = await queryRow<{ workspaceId: string }>(
    db,
    'select workspace_id as "workspaceId" from batch_jobs where id = :jobId',
    { jobId },
  );
  const priorities = async () => (await readTasks(jobId)).map(({ priority }) => priority);
  assert.ok((await readTasks(jobId)).every(({ flags }) => flags[workspaceId]));
  assert.deepEqual(await priorities(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // Three more active jobs of the workspace, as its counts say.
  await queryRows(
    db,
    `update batch_job_counts set jobs = jobs + 3
     where account_id = (select account_id from batch_jobs where id = :jobId) and status = 'PROCESSING'`,
    { jobId },
  );
  await queryRows(db, `delete from graphile_worker._private_jobs where payload->>'jobId' = :jobId`, {
    jobId,
  });
  await db.transaction(async (transaction) => await dispatchRows(transaction, jobId, [0, 1, 2]));
  assert.deepEqual(await priorities(), [3, 4, 5]);
});

test('rows without an outcome are claimed in order', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const first = await claim(jobId, poolId, 2, 4);
  assert.deepEqual([first.rowIndex, first.attempt, first.variables], [2, 1, { title: 'Row 2' }]);
  assert.equal(await record(first, success), 'recorded');
  assert.equal((await claim(jobId, poolId, 2, 4)).rowIndex, 3);
  assert.equal(await record({ ...first, rowIndex: 3 }, { status: 'FAILED', error: 'x' }), 'recorded');
  assert.deepEqual(await claimRows(db, { jobId, from: 2, to: 4, limit: 1, poolId }), { kind: 'done' });
  const { completed, failed } = await readJob(db, jobId);
  assert.deepEqual([completed, failed], [1, 1]);
});

test('one statement records outcomes and claims the next rows', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const range = { jobId, from: 2, to: 7, limit: 2, poolId };
  const first = getRows(await claimRows(db, range));
  assert.deepEqual(
    first.map(({ rowIndex, attempt, countedAttempts, variables }) => [
      rowIndex,
      attempt,
      countedAttempts,
      variables,
    ]),
    [
      [2, 1, 1, { title: 'Row 2' }],
      [3, 1, 1, { title: 'Row 3' }],
    ],
  );
  const outcomes = [
    ...first.slice(0, 1).map(succeeded),
    { rowIndex: 3, attempt: 1, outcome: { status: 'FAILED', error: `"a", {b} \\ 'c'` } },
  ] as const;
  const second = await recordRows(db, outcomes, range);
  assert.ok(second.kind === 'recorded');
  assert.deepEqual([...second.rowIndexes].sort(), [2, 3]);
  assert.deepEqual(
    await queryRows(
      db,
      `select row_index, status, size_bytes::integer, crc32::integer, error from batch_rows
       where job_id = :jobId and status is not null order by row_index`,
      { jobId },
    ),
    [
      { row_index: 2, status: 'SUCCESS', size_bytes: 5, crc32: 7, error: null },
      { row_index: 3, status: 'FAILED', size_bytes: 0, crc32: null, error: `"a", {b} \\ 'c'` },
    ],
  );
  const next = getRows(second.next);
  assert.deepEqual(
    next.map(({ rowIndex, countedAttempts }) => [rowIndex, countedAttempts]),
    [
      [4, 1],
      [5, 1],
    ],
  );
  const third = await recordRows(db, next.map(succeeded), range);
  assert.ok(third.kind === 'recorded');
  const last = getRows(third.next);
  assert.deepEqual(
    last.map(({ rowIndex }) => rowIndex),
    [6],
  );
  assert.deepEqual(await recordRows(db, last.map(succeeded), range), {
    kind: 'recorded',
    rowIndexes: new Set([6]),
    next: { kind: 'done' },
  });
  const again = await recordRows(db, last.map(succeeded), range);
  assert.ok(again.kind === 'recorded' && again.rowIndexes.size === 0);
  const other = await claim(jobId, poolId, 7, 9);
  assert.deepEqual(await recordRows(db, [succeeded(other)], { ...range, from: 7, to: 9, poolId: 'gone' }), {
    kind: 'recorded',
    rowIndexes: new Set([7]),
    next: { kind: 'superseded' },
  });
  assert.equal((await claim(jobId, poolId, 7, 9)).attempt, 1, 'a removed pool claims nothing');
  const { completed, failed } = await readJob(db, jobId);
  assert.deepEqual([completed, failed], [5, 1]);
});

test('only outcomes of latest attempts are recorded; an outdated one prevents the next claim', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const range = { jobId, from: 0, to: 10, limit: 3, poolId };
  const early = getRows(await claimRows(db, range));
  const late = await claim(jobId, poolId, 1, 2);
  const recording = await recordRows(db, early.map(succeeded), range);
  assert.ok(recording.kind === 'recorded');
  assert.deepEqual([...recording.rowIndexes].sort(), [0, 2]);
  assert.equal(late.attempt, 2);
  const claimed = await queryRows(
    db,
    'select row_index from batch_rows where job_id = :jobId and attempts > 0 and status is null',
    { jobId },
  );
  assert.deepEqual(claimed, [{ row_index: 1 }]);
  assert.equal(await record(late, success), 'recorded');
  assert.equal((await readJob(db, jobId)).completed, 3);
});

test('a row whose attempt has failed is claimed alone, so that no other row is blamed for it', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const range = { jobId, from: 0, to: 4, limit: 4, poolId };
  const numbers = async () =>
    getRows(await claimRows(db, range)).map(({ rowIndex, countedAttempts }) => [rowIndex, countedAttempts]);
  assert.deepEqual(await numbers(), [
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  assert.deepEqual(await numbers(), [[0, 2]]);
  await forgiveAttempts(
    db,
    jobId,
    [1, 2].map((rowIndex) => ({ rowIndex, attempt: 1 })),
  );
  assert.deepEqual(await numbers(), [[0, 3]]);
  assert.equal(await record({ jobId, rowIndex: 0, attempt: 3 }, success), 'recorded');
  assert.equal(await record({ jobId, rowIndex: 3, attempt: 1 }, success), 'recorded');
  assert.deepEqual(
    await numbers(),
    [
      [1, 1],
      [2, 1],
    ],
    'the rows with forgiven attempts',
  );
});

test('workers with different limits never count a row twice', async () => {
  for (let round = 0; round < 10; round += 1) {
    const jobId = await insertDispatchedJob(db);
    const { poolId } = await insertPool(db);
    const work = async (limit: number): Promise<void> => {
      const range = { jobId, from: 0, to: 10, limit, poolId };
      let next: Claim | null = await claimRows(db, range);
      while (next?.kind === 'rows') {
        const recording = await recordRows(db, next.rows.map(succeeded), range);
        const isSuperseded: boolean =
          recording.kind === 'recorded' && recording.rowIndexes.size < next.rows.length;
        if (recording.kind === 'ended') next = null;
        else next = isSuperseded ? await claimRows(db, range) : recording.next;
      }
    };
    await Promise.all([work(1), work(2), work(4)]);
    const { completed, failed } = await readJob(db, jobId);
    assert.deepEqual([completed, failed], [10, 0]);
    const finishes = (await listTasks(db, jobId)).filter(({ task }) => task === 'finish_batch');
    assert.equal(finishes.length, 1);
  }
});

test('a claim respects its limit with every query plan', async () => {
  // These statistics do not include the job, and mislead the planner.
  for (let others = 0; others < 20; others += 1) await insertDispatchedJob(db);
  await db.raw('analyze batch_rows');
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  await claim(jobId, poolId);
  const claimed = await queryRows(
    db,
    'select row_index from batch_rows where job_id = :jobId and attempts > 0',
    { jobId },
  );
  assert.deepEqual(claimed, [{ row_index: 0 }]);
});

test('of two attempts at a row, only the later one records its outcome', async () => {
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

test('a pool that was presumed dead starts nothing, even before its process notices', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId, instanceId } = await insertPool(db, { silentMs: 60_000 });
  const claimed = await claim(jobId, poolId);
  await removeSilentInstances(db, { silentMs: 30_000 });
  assert.deepEqual(await claimRows(db, { jobId, from: 0, to: 10, limit: 1, poolId }), { kind: 'superseded' });
  assert.deepEqual(await startFinish(db, { jobId, poolId }), { kind: 'superseded' });
  assert.equal(await beatInstance(db, instanceId), false, 'the process notices');
  assert.deepEqual(await claimRows(db, { jobId, from: 0, to: 10, limit: 1, poolId }), { kind: 'superseded' });
  // Its outcome counts, because no later attempt has started.
  assert.equal(await record(claimed, success), 'recorded');
});

test('a job that has ended claims and records nothing', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const row = await claim(jobId, poolId);
  await finishBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal(await record(row, success), 'ended');
  assert.deepEqual(await claimRows(db, { jobId, from: 0, to: 10, limit: 1, poolId }), { kind: 'ended' });
  await queryRows(db, 'delete from batch_jobs where id = :jobId', { jobId });
  assert.equal(await record(row, success), 'ended');
  assert.deepEqual(await claimRows(db, { jobId, from: 0, to: 10, limit: 1, poolId }), { kind: 'ended' });
});

test('the last outcome adds the finish task once, even if outcomes are recorded concurrently', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const rows = [];
  for (let index = 0; index < 10; index += 1) rows.push(await claim(jobId, poolId, index, index + 1));
  assert.deepEqual(await startFinish(db, { jobId, poolId }), { kind: 'ended' }, 'not before the last');
  const recorded = await Promise.all(rows.flatMap((row) => [record(row, success), record(row, success)]));
  assert.equal(recorded.filter((outcome) => outcome === 'recorded').length, 10);
  assert.equal((await readJob(db, jobId)).completed, 10);
  const finishing = (await listTasks(db, jobId)).filter(({ task }) => task === 'finish_batch');
  assert.equal(finishing.length, 1);
  assert.deepEqual((await readJob(db, jobId)).taskIds, [finishing[0]?.id]);
});

test('an attempt is forgiven if it is the latest and has no outcome', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const first = await claim(jobId, poolId);
  await forgiveAttempts(db, jobId, [first]);
  const second = await claim(jobId, poolId);
  assert.deepEqual([second.attempt, second.countedAttempts], [2, 1]);
  await forgiveAttempts(db, jobId, [first]);
  const third = await claim(jobId, poolId);
  assert.deepEqual([third.attempt, third.countedAttempts], [3, 2]);
});

test('rows are split into small tasks, smaller ones at the end; small jobs are split too', async () => {
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
  // Each row is in exactly one task.
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

test('only the latest finish attempt finishes the job or counts a fault', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  for (let index = 0; index < 10; index += 1) {
    const row = await claim(jobId, poolId);
    assert.equal(await record(row, index < 9 ? success : { status: 'FAILED', error: 'x' }), 'recorded');
  }
  const first = await startFinish(db, { jobId, poolId });
  const second = await startFinish(db, { jobId, poolId });
  assert.ok(first.kind === 'attempt' && second.kind === 'attempt');
  assert.deepEqual([first.attempt, second.attempt, second.completedItems], [1, 2, 9]);
  assert.equal(await recordFinishFault(db, { jobId, attempt: 1 }), null);
  assert.equal(await recordFinishFault(db, { jobId, attempt: 2 }), 1);
  const rendered = await listRenderedRows(db, { jobId, from: 7, limit: 10 });
  const warnings = { count: 0, listed: [] };
  assert.deepEqual(rendered, [
    { rowIndex: 7, attempt: 1, filename: 'row-7.png', bytes: 5, crc32: 7, copies: 1, warnings },
    { rowIndex: 8, attempt: 1, filename: 'row-8.png', bytes: 5, crc32: 7, copies: 1, warnings },
  ]);
  const archive = { key: 'k', bytes: 1, retentionMs: 1_000, attempt: 1 };
  assert.equal(await finishBatchJob(db, jobId, { status: 'COMPLETED', archive }), false);
  await removeWorkerPool(db, poolId);
  assert.deepEqual(await startFinish(db, { jobId, poolId }), { kind: 'superseded' });
  assert.equal(
    await finishBatchJob(db, jobId, { status: 'COMPLETED', archive: { ...archive, attempt: 2 } }),
    true,
  );
});

test('the latest finish attempt reopens rows whose files are lost, once', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  for (let index = 0; index < 10; index += 1) {
    const outcome = index === 9 ? ({ status: 'FAILED', error: 'x' } as const) : success;
    assert.equal(await record(await claim(jobId, poolId), outcome), 'recorded');
  }
  await startFinish(db, { jobId, poolId });
  await startFinish(db, { jobId, poolId });
  // Row 9 failed and attempt 7 does not exist: neither has a file to lose.
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
  assert.deepEqual(await startFinish(db, { jobId, poolId }), { kind: 'ended' });
  for (const rowIndex of [2, 4]) {
    const again = await claim(jobId, poolId);
    assert.deepEqual([again.rowIndex, again.attempt, again.countedAttempts], [rowIndex, 2, 2]);
    assert.equal(await record(again, success), 'recorded');
  }
  assert.equal((await readJob(db, jobId)).completed, 9);
  assert.equal((await startFinish(db, { jobId, poolId })).kind, 'attempt');
  await finishBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal(await reopenRows(db, { jobId, attempt: 3, rows }), false);
});

test('a job that has ended releases the version of its template', async () => {
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
  await finishBatchJob(db, jobId, { status: 'CANCELLED' });
  assert.equal((await pinned()).length, 0);
});

test('unclaiming rows undoes their claims', async () => {
  const jobId = await insertDispatchedJob(db);
  const { poolId } = await insertPool(db);
  const range = { jobId, from: 0, to: 4, limit: 4, poolId };
  const rows = getRows(await claimRows(db, range));
  assert.equal(await record({ ...(rows[3] ?? assert.fail()), jobId }, success), 'recorded');
  const other = await claim(jobId, poolId, 2, 3);
  await unclaimRows(db, jobId, rows.slice(1));
  await unclaimRows(db, jobId, []);
  const attempts = await queryRows(
    db,
    'select attempts from batch_rows where job_id = :jobId and row_index < 4 order by row_index',
    { jobId },
  );
  assert.deepEqual(
    attempts,
    [1, 0, other.attempt, 1].map((count) => ({ attempts: count })),
    'except rows with a later attempt or an outcome',
  );
});
