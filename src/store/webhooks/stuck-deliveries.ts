/** Overdue attempts of webhooks: without a task in the queue, or with one that waits too long. */
import { queryRows, type Database } from '../database.ts';
import { isQueued, retryNow } from '../job-queue.ts';
import { enqueueDeliveries, type WebhookAttempt } from './deliveries.ts';

export interface WebhookRecoveryCounts {
  /** Attempts that had no task. */
  readonly redispatchedWebhooks: number;
  /** Tasks whose waiting time was cut short. */
  readonly hastenedWebhooks: number;
}

/** A task this much overdue is checked. */
const graceMs = 5_000;

/** Max deliveries of one pass. */
const maxDeliveries = 1_000;

/** SQL, used twice. */
const overdue = `
  select event_id, endpoint_id, task_id from webhook_deliveries
  where status = 'PENDING'
    and next_attempt_at
      < now() - case when task_id is null then 0 else ${graceMs} end * interval '1 millisecond'
  order by next_attempt_at limit ${maxDeliveries}`;

/**
 * Creates missing tasks of overdue deliveries, and runs those at once that wait because the database did not
 * answer.
 */
export async function recoverWebhooks(db: Database): Promise<WebhookRecoveryCounts> {
  const waiting = await queryRows<{ taskId: string }>(
    db,
    `select t.id::text as "taskId" from (${overdue}) d join graphile_worker.jobs t on t.id = d.task_id
     where t.locked_at is null and t.run_at > now() and t.attempts < t.max_attempts`,
    {},
  );
  const redispatchedWebhooks = await db.transaction(async (transaction) => {
    const withoutTask = await queryRows<WebhookAttempt>(
      transaction,
      // Skipped while another transaction records its outcome, which plans the next attempt.
      `select d.event_id as "eventId", d.endpoint_id as "endpointId", d.attempts + 1 as attempt
       from webhook_deliveries d
       where (d.event_id, d.endpoint_id) in (select event_id, endpoint_id from (${overdue}) o)
         and d.status = 'PENDING' and not ${isQueued('array[d.task_id]')}
       for update of d skip locked`,
      {},
    );
    await enqueueDeliveries(transaction, withoutTask);
    return withoutTask.length;
  });
  const hastenedWebhooks = await retryNow(
    db,
    waiting.map(({ taskId }) => taskId),
  );
  return { redispatchedWebhooks, hastenedWebhooks };
}
