/**
 * Overdue callback attempts: without a task in the queue, or with one that waits too long.
 */
import { queryRows, type Database } from '../database.ts';
import { isQueued, retryNow } from '../job-queue.ts';
import { enqueueAttempt } from './attempts.ts';

export interface CallbackRecoveryCounts {
  /** Attempts that had no task. */
  readonly redispatchedCallbacks: number;
  /** Tasks whose waiting time was cut short. */
  readonly hastenedCallbacks: number;
}

/** A task this much overdue is checked. */
const graceMs = 5_000;

/** Max deliveries of one pass. */
const maxDeliveries = 1_000;

/** SQL, used twice. */
const overdue = `
  select id, task_id from callback_deliveries
  where status = 'PENDING'
    and next_attempt_at
      < now() - case when task_id is null then 0 else ${graceMs} end * interval '1 millisecond'
  order by next_attempt_at limit ${maxDeliveries}`;

/**
 * Creates missing tasks of overdue deliveries, and runs those at once that wait because the database did not
 * answer.
 */
export async function recoverCallbacks(db: Database): Promise<CallbackRecoveryCounts> {
  const waiting = await queryRows<{ taskId: string }>(
    db,
    `select t.id::text as "taskId" from (${overdue}) d join graphile_worker.jobs t on t.id = d.task_id
     where t.locked_at is null and t.run_at > now() and t.attempts < t.max_attempts`,
    {},
  );
  const withoutTask = await queryRows<{ id: string }>(
    db,
    `select d.id from (${overdue}) d where not ${isQueued('array[d.task_id]')}`,
    {},
  );
  let redispatchedCallbacks = 0;
  for (const { id } of withoutTask) if (await redispatch(db, id)) redispatchedCallbacks += 1;
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
    // Checked again under the lock: its previous holder may have planned the next attempt.
    const stillWithoutTask = await queryRows(
      transaction,
      `select d.id from callback_deliveries d
       where d.id = :deliveryId and d.status = 'PENDING' and d.next_attempt_at < now()
         and not ${isQueued('array[d.task_id]')}`,
      { deliveryId },
    );
    if (stillWithoutTask.length === 0) return false;
    await enqueueAttempt(transaction, deliveryId);
    return true;
  });
}
