/**
 * The attempts at a delivery: each is a task of the queue, planned in the transaction that ends the job or records the attempt
 * before it. So there is no time at which a job has ended, and its callback is neither over nor to come.
 */
import { queryRows, type Database } from '../database.ts';
import { enqueueTasks } from '../job-queue.ts';

/** What is sent, and where to. Later attempts find it as it was. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly jobId: string;
  readonly workspaceId: string;
  readonly url: string;
  readonly body: string;
  /** When the job ended. */
  readonly endedAt: Date;
  /** Of the trace that the job was submitted in. */
  readonly traceparent: string | null;
}

/** Begins the delivery of a callback, in the transaction that ends its job. */
export async function beginDelivery(
  transaction: Database,
  delivery: NewDelivery,
  { firstOffsetMs }: { readonly firstOffsetMs: number },
): Promise<void> {
  await queryRows(
    transaction,
    `insert into callback_deliveries (id, job_id, workspace_id, url, body, created_at, traceparent, next_attempt_at)
     values (:deliveryId, :jobId, :workspaceId, :url, :body, :endedAt, :traceparent,
       cast(:endedAt as timestamptz) + :firstOffsetMs * interval '1 millisecond')`,
    { ...delivery, firstOffsetMs },
  );
  await enqueueAttempt(transaction, delivery.deliveryId);
}

/** The queue gives up a task after so many tries; recovery then finds its delivery without one. */
const taskAttempts = 25;

/** Hands the planned attempt at a delivery to the queue. In the caller's transaction, in which the delivery's row is locked. */
export async function enqueueAttempt(transaction: Database, deliveryId: string): Promise<void> {
  const [planned] = await queryRows<{ attempt: number; runAt: Date }>(
    transaction,
    `select attempts + 1 as attempt, next_attempt_at as "runAt"
     from callback_deliveries where id = :deliveryId and status = 'PENDING'`,
    { deliveryId },
  );
  if (planned === undefined) return;
  const { attempt, runAt } = planned;
  const [taskId] = await enqueueTasks(transaction, [
    {
      task: 'deliver_callback',
      payload: { deliveryId, attempt },
      // First attempts go before those at receivers that are known to be in trouble.
      priority: attempt,
      maxAttempts: taskAttempts,
      runAt,
    },
  ]);
  await queryRows(
    transaction,
    'update callback_deliveries set task_id = cast(:taskId as bigint) where id = :deliveryId',
    { deliveryId, taskId: taskId ?? null },
  );
}

/** An attempt that is to be made. */
export interface DueAttempt {
  readonly workspaceId: string;
  readonly url: string;
  readonly body: string;
  /** The workspace's, with which it is signed. */
  readonly secret: string;
  /** Of the trace that the job was submitted in. */
  readonly traceparent: string | null;
}

/** Which attempt at which delivery: only the next one may record its outcome. */
export interface AttemptId {
  readonly deliveryId: string;
  /** From 1. */
  readonly attempt: number;
}

/** What an attempt has to send. Null where it has an outcome already. */
export async function findDueAttempt(
  db: Database,
  { deliveryId, attempt }: AttemptId,
): Promise<DueAttempt | null> {
  const [due] = await queryRows<DueAttempt>(
    db,
    `select d.workspace_id as "workspaceId", d.url, d.body, w.callback_secret as secret, d.traceparent
     from callback_deliveries d join workspaces w on w.id = d.workspace_id
     where d.id = :deliveryId and d.status = 'PENDING' and d.attempts = :attempt - 1`,
    { deliveryId, attempt },
  );
  return due ?? null;
}

/** Has an attempt made later than it is due, because its workspace has too many under way here. */
export async function postponeAttempt(
  db: Database,
  { deliveryId, attempt }: AttemptId,
  { waitMs }: { readonly waitMs: number },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const postponed = await queryRows(
      transaction,
      `update callback_deliveries set next_attempt_at = now() + :waitMs * interval '1 millisecond'
       where id = :deliveryId and status = 'PENDING' and attempts = :attempt - 1
       returning id`,
      { deliveryId, attempt, waitMs },
    );
    if (postponed.length > 0) await enqueueAttempt(transaction, deliveryId);
  });
}

/** How an attempt ended. */
export type AttemptOutcome =
  | { readonly kind: 'delivered' }
  /** With `isFinal` there is no use in another attempt. */
  | { readonly kind: 'refused'; readonly isFinal: boolean; readonly reason: string };

/**
 * Records an attempt's outcome and, where it was refused and others are to follow, plans the next one: at its own offset from
 * the end of the job, however long this one took, unless that has passed. Neither happens without the other.
 *
 * @param offsetsMs when each attempt is due
 * @returns what the delivery is now, or null where the attempt had an outcome already: nothing has changed then.
 */
export async function recordAttempt(
  db: Database,
  { deliveryId, attempt }: AttemptId,
  outcome: AttemptOutcome,
  { offsetsMs }: { readonly offsetsMs: readonly number[] },
): Promise<'PENDING' | 'DELIVERED' | 'FAILED' | null> {
  const isDelivered = outcome.kind === 'delivered';
  const nextOffsetMs = isDelivered || outcome.isFinal ? null : (offsetsMs[attempt] ?? null);
  const gapMs = (nextOffsetMs ?? 0) - (offsetsMs[attempt - 1] ?? 0);
  return await db.transaction(async (transaction) => {
    const [recorded] = await queryRows<{ status: 'PENDING' | 'DELIVERED' | 'FAILED' }>(
      transaction,
      `with planned as (
         -- Where that time has passed already, because nobody was at work, a receiver gets the same pause all the same.
         select id, case
             when is_redelivery then null
             when due > now() then due
             when due is not null then now() + cast(:gapMs as double precision) * interval '1 millisecond'
           end as next_attempt_at
         from callback_deliveries cross join lateral (
           select created_at + cast(:nextOffsetMs as double precision) * interval '1 millisecond' as due
         ) plan
         where id = :deliveryId and status = 'PENDING' and attempts = :attempt - 1
         for update of callback_deliveries
       )
       update callback_deliveries d set
         attempts = :attempt, next_attempt_at = planned.next_attempt_at, task_id = null, is_redelivery = false,
         status = case when :isDelivered then 'DELIVERED'
                       when planned.next_attempt_at is null then 'FAILED' else 'PENDING' end,
         delivered_at = case when :isDelivered then now() else d.delivered_at end,
         last_error = :reason
       from planned where d.id = planned.id
       returning d.status`,
      {
        deliveryId,
        attempt,
        isDelivered,
        nextOffsetMs,
        gapMs,
        reason: outcome.kind === 'refused' ? outcome.reason : null,
      },
    );
    if (recorded === undefined) return null;
    if (recorded.status === 'PENDING') await enqueueAttempt(transaction, deliveryId);
    return recorded.status;
  });
}
