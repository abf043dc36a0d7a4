/**
 * Attempts at callbacks that are overdue: their tasks are gone, or wait for no good reason.
 */
import { queryRows, type Database } from '../database.ts';
import { isQueued, retryNow } from '../job-queue.ts';
import { enqueueAttempt } from './attempts.ts';

export interface CallbackRecoveryCounts {
  /** Attempts that no task was to make. */
  readonly redispatchedCallbacks: number;
  /** Tasks that would have waited before another try. */
  readonly hastenedCallbacks: number;
}

/** How long a task goes after its time without being looked at. */
const graceMs = 5_000;

/** Deliveries looked at in one pass. */
const deliveriesAtOnce = 1_000;

const overdue = `
  select id, task_id from callback_deliveries
  where status = 'PENDING'
    and next_attempt_at < now() - case when task_id is null then 0 else ${graceMs} end * interval '1 millisecond'
  order by next_attempt_at limit ${deliveriesAtOnce}`;

/** Gets deliveries going of which the queue has no task any more, or one that waits since the database did not answer. */
export async function recoverCallbacks(db: Database): Promise<CallbackRecoveryCounts> {
  const waiting = await queryRows<{ taskId: string }>(
    db,
    `select t.id::text as "taskId" from (${overdue}) d join graphile_worker.jobs t on t.id = d.task_id
     where t.locked_at is null and t.run_at > now() and t.attempts < t.max_attempts`,
    {},
  );
  const left = await queryRows<{ id: string }>(
    db,
    `select d.id from (${overdue}) d where not ${isQueued('array[d.task_id]')}`,
    {},
  );
  let redispatchedCallbacks = 0;
  for (const { id } of left) if (await redispatch(db, id)) redispatchedCallbacks += 1;
  return {
    redispatchedCallbacks,
    hastenedCallbacks: await retryNow(
      db,
      waiting.map(({ taskId }) => taskId),
    ),
  };
}

async function redispatch(db: Database, deliveryId: string): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    await queryRows(transaction, 'select from callback_deliveries where id = :deliveryId for update', {
      deliveryId,
    });
    // Under the lock: whoever held it may have planned the next attempt.
    const stillLeft = await queryRows(
      transaction,
      `select d.id from callback_deliveries d
       where d.id = :deliveryId and d.status = 'PENDING' and d.next_attempt_at < now()
         and not ${isQueued('array[d.task_id]')}`,
      { deliveryId },
    );
    if (stillLeft.length === 0) return false;
    await enqueueAttempt(transaction, deliveryId);
    return true;
  });
}
