import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { up as upgradeDeliveries } from '../../migrations/0007-callback-deliveries.ts';
import { recoverBatches } from '../../src/domain/maintenance.ts';
import { finishBatchJob, type TerminalState } from '../../src/store/batches/terminal-states.ts';
import { deleteBatchJob } from '../../src/store/batches/jobs.ts';
import {
  findDueAttempt,
  postponeAttempt,
  recordAttempt,
  type AttemptOutcome,
} from '../../src/store/callbacks/attempts.ts';
import { listDeliveries, redeliver, removeOldDeliveries } from '../../src/store/callbacks/deliveries.ts';
import { recoverCallbacks } from '../../src/store/callbacks/stuck-deliveries.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { insertBatchJob, insertPool, lockTask } from '../helpers/queue.ts';
import { listCallbackTasks, readDelivery } from '../helpers/callbacks.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';

/** No worker runs in this file: only the plan in the database is tested. */
const offsetsMs = [1_000, 60_000, 180_000, 420_000, 900_000];
const refused: AttemptOutcome = {
  kind: 'refused',
  isFinal: false,
  reason: 'The receiver answered 500.',
  durationMs: 12,
  answer: { statusCode: 500, excerpt: 'broken' },
};
const delivered: AttemptOutcome = {
  kind: 'delivered',
  durationMs: 3,
  answer: { statusCode: 204, excerpt: '' },
};
const callbackUrl = 'https://hooks.example/';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = database.db;
});
after(() => database.close());

/** An active job with a callback. */
async function insertJob(): Promise<{ jobId: string; deliveryId: string }> {
  const [jobId, deliveryId] = [await insertBatchJob(db), randomUUID()];
  await queryRows(
    db,
    `update batch_jobs set callback_url = :callbackUrl, delivery_id = :deliveryId where id = :jobId`,
    { jobId, deliveryId, callbackUrl },
  );
  return { jobId, deliveryId };
}

async function insertEnded(): Promise<{ jobId: string; deliveryId: string }> {
  const job = await insertJob();
  assert.ok(await end(job.jobId, { status: 'CANCELLED' }));
  return job;
}

async function end(jobId: string, how: TerminalState): Promise<boolean> {
  return await finishBatchJob(db, jobId, how, { callbackOffsetMs: offsetsMs[0] });
}

const pauseAfterMs = 3 * 86_400_000;

/** Returns the delivery's new status. */
async function record(deliveryId: string, attempt: number, outcome: AttemptOutcome) {
  const recorded = await recordAttempt(db, { deliveryId, attempt }, outcome, { offsetsMs, pauseAfterMs });
  return recorded?.status ?? null;
}

/** Removes a job's tasks from the queue, as a worker does after success. */
async function completeTasks(jobId: string): Promise<void> {
  for (const { id } of await listCallbackTasks(db, jobId))
    await queryRows(db, 'delete from graphile_worker._private_jobs where id = :id', { id });
}

/** Makes the next attempt overdue. */
async function makeOverdue(jobId: string): Promise<void> {
  await queryRows(
    db,
    `update callback_deliveries set next_attempt_at = now() - interval '6 s' where job_id = :jobId`,
    { jobId },
  );
}

describe('the end of a job', () => {
  const archive = { key: 'a', bytes: 1, retentionMs: 1_000, attempt: 0 };
  const ends: TerminalState[] = [
    { status: 'COMPLETED', archive },
    { status: 'FAILED', keepCompleted: true },
    { status: 'FAILED', keepCompleted: false },
    { status: 'CANCELLED' },
  ];
  for (const how of ends) {
    test(`${JSON.stringify(how)} plans a delivery with this status, in the same transaction`, async () => {
      const { jobId, deliveryId } = await insertJob();
      await queryRows(db, 'update batch_jobs set completed_items = 7, failed_items = 2 where id = :jobId', {
        jobId,
      });
      assert.ok(await end(jobId, how));
      const { completedAt } = await queryRow<{ completedAt: Date }>(
        db,
        'select completed_at as "completedAt" from batch_jobs where id = :jobId',
        { jobId },
      );
      const { body, createdAt, ...delivery } = await readDelivery(db, jobId);
      assert.deepEqual(JSON.parse(body), {
        deliveryId,
        jobId,
        status: how.status,
        totalItems: 10,
        completedItems: 7,
        failedItems: 2,
        completedAt: completedAt.toISOString(),
      });
      assert.deepEqual(createdAt, completedAt);
      const [task] = await listCallbackTasks(db, jobId);
      assert.deepEqual([task?.attempt, task?.runAt.getTime()], [1, completedAt.getTime() + 1_000]);
      assert.deepEqual([delivery.status, delivery.attempts, delivery.taskId], ['PENDING', 0, task?.id]);

      assert.equal(await end(jobId, { status: 'CANCELLED' }), false);
      assert.equal((await listCallbackTasks(db, jobId)).length, 1);
    });
  }

  test('is never earlier than its start', async () => {
    const { jobId } = await insertJob();
    await queryRows(db, `update batch_jobs set started_at = now() + interval '1 h' where id = :jobId`, {
      jobId,
    });
    await end(jobId, { status: 'CANCELLED' });
    const { started, ended } = await queryRow<{ started: Date; ended: Date }>(
      db,
      'select started_at as started, completed_at as ended from batch_jobs where id = :jobId',
      { jobId },
    );
    assert.deepEqual(ended, started);
    assert.deepEqual((await readDelivery(db, jobId)).createdAt, ended);
  });

  test('by its deadline plans a delivery', async () => {
    const { jobId } = await insertJob();
    await queryRows(db, `update batch_jobs set started_at = now() - interval '1 h' where id = :jobId`, {
      jobId,
    });
    await recoverBatches(db, { timeoutMs: 60_000, callbackOffsetMs: 0 });
    assert.match((await readDelivery(db, jobId)).body, /"status":"FAILED"/);
  });

  test('that fails plans nothing', async () => {
    const { jobId, deliveryId } = await insertJob();
    // The delivery's id is taken, so that the last statement of the transaction fails.
    await queryRows(
      db,
      `insert into callback_deliveries (id, job_id, workspace_id, url, body, next_attempt_at)
       select :deliveryId, gen_random_uuid(), workspace_id, '', '', now() from batch_jobs where id = :jobId`,
      { jobId, deliveryId },
    );
    await assert.rejects(end(jobId, { status: 'CANCELLED' }));
    assert.deepEqual(await queryRow(db, 'select status from batch_jobs where id = :jobId', { jobId }), {
      status: 'PROCESSING',
    });
    await queryRows(db, 'delete from callback_deliveries where id = :deliveryId', { deliveryId });
  });

  test('without callbackUrl plans nothing', async () => {
    const jobId = await insertBatchJob(db);
    assert.ok(await end(jobId, { status: 'CANCELLED' }));
    assert.deepEqual(await listDeliveries(db, jobId), []);
  });
});

describe('attempts', () => {
  test('are due at their offsets from the end of the job; the fifth refusal is final', async () => {
    const { jobId, deliveryId } = await insertEnded();
    const { createdAt } = await readDelivery(db, jobId);
    for (const [index, offsetMs] of offsetsMs.entries()) {
      const attempt = index + 1;
      const [task, ...others] = await listCallbackTasks(db, jobId);
      assert.deepEqual(others, []);
      assert.deepEqual([task?.attempt, task?.runAt.getTime()], [attempt, createdAt.getTime() + offsetMs]);
      const due = await findDueAttempt(db, { deliveryId, attempt });
      assert.equal(due?.url, callbackUrl);
      assert.equal(due.secrets.length, 1);
      assert.match(due.secrets[0] ?? '', /^whsec_/);
      await completeTasks(jobId);
      assert.equal(await record(deliveryId, attempt, refused), attempt === 5 ? 'FAILED' : 'PENDING');
      assert.equal((await readDelivery(db, jobId)).lastError, 'The receiver answered 500.');
    }
    assert.deepEqual(await listCallbackTasks(db, jobId), []);
    const { status, attempts, nextAttemptAt, deliveredAt } = await readDelivery(db, jobId);
    assert.deepEqual([status, attempts, nextAttemptAt, deliveredAt], ['FAILED', 5, null, null]);
  });

  test('keep their delay if the next one is already overdue', async () => {
    const { jobId, deliveryId } = await insertEnded();
    await queryRows(
      db,
      `update callback_deliveries set created_at = now() - interval '1 h' where id = :deliveryId`,
      {
        deliveryId,
      },
    );
    for (const [attempt, pauseMs] of [
      [1, 59_000],
      [2, 120_000],
    ] as const) {
      const before = Date.now();
      assert.equal(await record(deliveryId, attempt, refused), 'PENDING');
      const { nextAttemptAt } = await readDelivery(db, jobId);
      const [earliest, latest] = [before + pauseMs - 1_000, Date.now() + pauseMs + 1_000];
      const planned = nextAttemptAt?.getTime() ?? 0;
      assert.ok(
        planned >= earliest && planned <= latest,
        `${planned} is not between ${earliest} and ${latest}`,
      );
    }
  });

  test('end with a successful delivery', async () => {
    const { jobId, deliveryId } = await insertEnded();
    await completeTasks(jobId);
    assert.equal(await record(deliveryId, 1, refused), 'PENDING');
    await completeTasks(jobId);
    assert.equal(await record(deliveryId, 2, delivered), 'DELIVERED');
    const { attempts, nextAttemptAt, deliveredAt, lastError } = await readDelivery(db, jobId);
    assert.deepEqual([attempts, nextAttemptAt, lastError], [2, null, null]);
    assert.ok(deliveredAt !== null);
    assert.deepEqual(await listCallbackTasks(db, jobId), []);
  });

  test('end at once with a final refusal', async () => {
    const { jobId, deliveryId } = await insertEnded();
    await completeTasks(jobId);
    const refusal = { kind: 'refused', isFinal: true, reason: 'The callbackUrl is off.' } as const;
    const outcome = { ...refusal, durationMs: 1, answer: null };
    assert.equal(await record(deliveryId, 1, outcome), 'FAILED');
    assert.deepEqual(await listCallbackTasks(db, jobId), []);
  });

  test('are recorded once, and planned once, if several workers make the same attempt', async () => {
    const { jobId, deliveryId } = await insertEnded();
    await completeTasks(jobId);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => record(deliveryId, 1, refused)));
    assert.deepEqual(
      outcomes.filter((outcome) => outcome !== null),
      ['PENDING'],
    );
    assert.equal((await listCallbackTasks(db, jobId)).length, 1);
    assert.equal(await findDueAttempt(db, { deliveryId, attempt: 1 }), null);
    assert.equal(await record(deliveryId, 3, delivered), null);
  });

  test('continue after the job is deleted', async () => {
    const { jobId, deliveryId } = await insertEnded();
    await queryRows(db, 'delete from batch_jobs where id = :jobId', { jobId });
    assert.ok((await findDueAttempt(db, { deliveryId, attempt: 1 })) !== null);
    assert.equal((await listDeliveries(db, jobId))?.[0]?.deliveryId, deliveryId);
  });
});

describe('recovery', () => {
  test('gives an attempt without a task a new one, once', async () => {
    const { jobId } = await insertEnded();
    await completeTasks(jobId);
    assert.equal((await recoverCallbacks(db)).redispatchedCallbacks, 0, 'it is not overdue');
    await makeOverdue(jobId);
    const passes = await Promise.all([recoverCallbacks(db), recoverCallbacks(db), recoverCallbacks(db)]);
    assert.equal(
      passes.reduce((sum, { redispatchedCallbacks }) => sum + redispatchedCallbacks, 0),
      1,
    );
    assert.equal((await listCallbackTasks(db, jobId)).length, 1);
  });

  test('replaces a task that has used up its attempts', async () => {
    const { jobId } = await insertEnded();
    await makeOverdue(jobId);
    const [task] = await listCallbackTasks(db, jobId);
    await queryRows(db, 'update graphile_worker._private_jobs set attempts = max_attempts where id = :id', {
      id: task?.id ?? '',
    });
    assert.equal((await recoverCallbacks(db)).redispatchedCallbacks, 1);
    assert.equal((await readDelivery(db, jobId)).taskId, (await listCallbackTasks(db, jobId))[1]?.id);
  });

  test('hastens a task that waits for a retry; leaves a running one alone', async () => {
    const { jobId } = await insertEnded();
    const [task] = await listCallbackTasks(db, jobId);
    assert.ok(task !== undefined);
    await makeOverdue(jobId);
    await queryRows(
      db,
      `update graphile_worker._private_jobs set attempts = 4, run_at = now() + interval '1 h' where id = :id`,
      { id: task.id },
    );
    assert.deepEqual(await recoverCallbacks(db), { redispatchedCallbacks: 0, hastenedCallbacks: 1 });
    const [hastened] = await listCallbackTasks(db, jobId);
    assert.ok((hastened?.runAt.getTime() ?? Infinity) <= Date.now() + 1_000);
    const { poolId } = await insertPool(db);
    await lockTask(db, task.id, poolId);
    assert.deepEqual(await recoverCallbacks(db), { redispatchedCallbacks: 0, hastenedCallbacks: 0 });
  });
});

test('deliveries of deleted jobs are removed after 30 days', async () => {
  const ended = [await insertEnded(), await insertEnded(), await insertEnded()] as const;
  const [over, goingOn, recent] = ended;
  for (const { jobId } of ended) {
    const [{ accountId } = { accountId: '' }] = await queryRows<{ accountId: string }>(
      db,
      'select account_id as "accountId" from batch_jobs where id = :jobId',
      { jobId },
    );
    assert.equal((await deleteBatchJob(db, accountId, jobId)).kind, 'deleted');
  }
  await record(over.deliveryId, 1, delivered);
  await record(recent.deliveryId, 1, delivered);
  for (const { jobId } of [over, goingOn]) {
    await queryRows(
      db,
      `update callback_deliveries set job_deleted_at = now() - interval '31 d' where job_id = :jobId`,
      { jobId },
    );
  }
  assert.equal(await removeOldDeliveries(db, { retentionMs: 30 * 86_400_000 }), 1);
  assert.equal(await listDeliveries(db, over.jobId), null);
  assert.equal((await listDeliveries(db, goingOn.jobId))?.length, 1);
  assert.equal((await listDeliveries(db, recent.jobId))?.length, 1);
});

test('the migration adds deliveries for jobs that ended before it', async () => {
  const upgraded = await createTestDatabase();
  try {
    const make = async (status: string): Promise<string> => {
      const jobId = await insertBatchJob(upgraded.db);
      await queryRows(
        upgraded.db,
        `update batch_jobs set callback_url = :callbackUrl, delivery_id = gen_random_uuid(), status = :status,
           completed_at = case when :status <> 'PROCESSING' then timestamptz '2026-03-02 09:30:02.410+01' end
         where id = :jobId`,
        { jobId, callbackUrl, status },
      );
      return jobId;
    };
    const [ended, active] = [await make('FAILED'), await make('PROCESSING')];
    const silent = await insertBatchJob(upgraded.db);
    await upgraded.db.raw('drop table callback_deliveries cascade');
    await upgradeDeliveries(upgraded.db);

    const { body, ...delivery } = await readDelivery(upgraded.db, ended);
    const { deliveryId } = await queryRow<{ deliveryId: string }>(
      upgraded.db,
      'select delivery_id as "deliveryId" from batch_jobs where id = :ended',
      { ended },
    );
    const counters = { totalItems: 10, completedItems: 0, failedItems: 0 };
    assert.equal(
      body,
      JSON.stringify({
        deliveryId,
        jobId: ended,
        status: 'FAILED',
        ...counters,
        completedAt: '2026-03-02T08:30:02.410Z',
      }),
    );
    assert.deepEqual([delivery.status, delivery.attempts, delivery.taskId], ['PENDING', 0, null]);
    const others = await queryRows(
      upgraded.db,
      'select id from callback_deliveries where job_id in (:active, :silent)',
      { active, silent },
    );
    assert.deepEqual(others, []);
    assert.equal((await recoverCallbacks(upgraded.db)).redispatchedCallbacks, 1);
    assert.equal((await listCallbackTasks(upgraded.db, ended)).length, 1);
  } finally {
    await upgraded.close();
  }
});

describe('by hand', () => {
  test('listDeliveries shows a job’s delivery from its submission on', async () => {
    assert.equal(await listDeliveries(db, randomUUID()), null);
    const { jobId, deliveryId } = await insertJob();
    const expected = { deliveryId, jobId, callbackUrl, status: 'PENDING', attempts: 0 };
    const none = { nextAttemptAt: null, deliveredAt: null, lastError: null };
    assert.deepEqual(await listDeliveries(db, jobId), [{ ...expected, createdAt: null, ...none }]);
    await end(jobId, { status: 'CANCELLED' });
    const { createdAt, nextAttemptAt } = await readDelivery(db, jobId);
    assert.deepEqual(await listDeliveries(db, jobId), [{ ...expected, ...none, createdAt, nextAttemptAt }]);
  });

  test('redeliver makes one more attempt at once, which is final and counts', async () => {
    const { jobId, deliveryId } = await insertEnded();
    assert.deepEqual(await redeliver(db, randomUUID()), { kind: 'unknown' });
    assert.equal((await redeliver(db, deliveryId)).kind, 'pending');
    await completeTasks(jobId);
    await record(deliveryId, 1, delivered);
    const { body, deliveredAt } = await readDelivery(db, jobId);

    const answers = await Promise.all([redeliver(db, deliveryId), redeliver(db, deliveryId)]);
    assert.deepEqual(answers.map(({ kind }) => kind).sort(), ['enqueued', 'pending']);
    const [task, ...others] = await listCallbackTasks(db, jobId);
    assert.deepEqual([task?.attempt, others], [2, []]);
    assert.ok((task?.runAt.getTime() ?? Infinity) <= Date.now() + 1_000);
    assert.equal((await findDueAttempt(db, { deliveryId, attempt: 2 }))?.body, body);
    await completeTasks(jobId);
    assert.equal(await record(deliveryId, 2, refused), 'FAILED');
    assert.deepEqual((await readDelivery(db, jobId)).deliveredAt, deliveredAt, 'it was received once');

    await redeliver(db, deliveryId);
    assert.equal(await record(deliveryId, 3, delivered), 'DELIVERED');
    assert.equal((await readDelivery(db, jobId)).attempts, 3);
  });
});

test('a postponed attempt keeps its number, and later attempts keep their times', async () => {
  const { jobId, deliveryId } = await insertEnded();
  await completeTasks(jobId);
  const before = await readDelivery(db, jobId);
  await postponeAttempt(db, { deliveryId, attempt: 1 }, { waitMs: 90_000 });
  const after = await readDelivery(db, jobId);
  const [task, ...others] = await listCallbackTasks(db, jobId);
  assert.deepEqual([after.status, after.attempts, others.length], ['PENDING', 0, 0]);
  assert.deepEqual([task?.id, task?.attempt, task?.runAt], [after.taskId, 1, after.nextAttemptAt]);
  assert.ok(Number(after.nextAttemptAt) - Number(before.nextAttemptAt) > 80_000);
  assert.equal(await record(deliveryId, 1, refused), 'PENDING');
  const { createdAt, nextAttemptAt } = await readDelivery(db, jobId);
  assert.equal(Number(nextAttemptAt) - Number(createdAt), offsetsMs[1]);
  await postponeAttempt(db, { deliveryId, attempt: 1 }, { waitMs: 90_000 });
  assert.deepEqual((await readDelivery(db, jobId)).nextAttemptAt, nextAttemptAt, 'it has an outcome');
});
