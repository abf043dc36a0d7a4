/**
 * The attempts of a delivery. Each is a task of the queue. The transaction that finishes the job, or records
 * an attempt, also plans the next attempt: no attempt is lost in a crash.
 */
import { queryRows, type Database } from '../database.ts';
import { enqueueTasks } from '../job-queue.ts';
import { endpointUrl, recordFailedDelivery, resumeEndpoint, type Endpoint } from './endpoints.ts';

/** Request of a callback, equal for all attempts. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly jobId: string;
  readonly workspaceId: string;
  /** Of the job. */
  readonly accountId: string;
  readonly url: string;
  readonly body: string;
  /** When the job ended. */
  readonly endedAt: Date;
  /** Of the trace in which the job was submitted. */
  readonly traceparent: string | null;
}

/** Starts a delivery, in the transaction that finishes its job. */
export async function startDelivery(
  transaction: Database,
  delivery: NewDelivery,
  { firstOffsetMs }: { readonly firstOffsetMs: number },
): Promise<void> {
  await queryRows(
    transaction,
    `insert into callback_deliveries (
       id, job_id, workspace_id, account_id, url, body, created_at, traceparent, next_attempt_at
     )
     values (:deliveryId, :jobId, :workspaceId, :accountId, :url, :body, :endedAt, :traceparent,
       cast(:endedAt as timestamptz) + :firstOffsetMs * interval '1 millisecond')`,
    { ...delivery, firstOffsetMs },
  );
  await enqueueAttempt(transaction, delivery.deliveryId);
}

/** After this many attempts the queue gives up a task. Recovery then finds the delivery without a task. */
const maxTaskAttempts = 25;

/** Adds a task for the planned attempt, in a transaction that has locked the delivery's row. */
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
      // First attempts go before repeated ones, whose receivers have failed before.
      priority: attempt,
      maxAttempts: maxTaskAttempts,
      runAt,
    },
  ]);
  await queryRows(
    transaction,
    'update callback_deliveries set task_id = cast(:taskId as bigint) where id = :deliveryId',
    { deliveryId, taskId: taskId ?? null },
  );
}

/** An attempt to make. */
export interface DueAttempt {
  readonly workspaceId: string;
  /** Requested by an operator. */
  readonly isRedelivery: boolean;
  readonly url: string;
  readonly body: string;
  /** The workspace's secrets for the signatures, the new one first. */
  readonly secrets: readonly string[];
  /** Of the trace in which the job was submitted. */
  readonly traceparent: string | null;
}

/** Identifies an attempt. Only the next one may record an outcome. */
export interface AttemptId {
  readonly deliveryId: string;
  /** From 1. */
  readonly attempt: number;
}

/** The request of an attempt. Null if the attempt has an outcome. */
export async function findDueAttempt(
  db: Database,
  { deliveryId, attempt }: AttemptId,
): Promise<DueAttempt | null> {
  const [due] = await queryRows<DueAttempt>(
    db,
    `select d.workspace_id as "workspaceId", d.is_redelivery as "isRedelivery", d.url, d.body,
            case when w.previous_callback_secret_until > now()
              then array[w.callback_secret, w.previous_callback_secret]
              else array[w.callback_secret] end as secrets,
            d.traceparent
     from callback_deliveries d join workspaces w on w.id = d.workspace_id
     where d.id = :deliveryId and d.status = 'PENDING' and d.attempts = :attempt - 1`,
    { deliveryId, attempt },
  );
  return due ?? null;
}

/** Postpones an attempt because its workspace has too many deliveries in progress in this process. */
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

/** What was sent and answered, for the log of attempts. */
export interface Exchange {
  readonly durationMs: number;
  /** Null: there was no answer. */
  readonly answer: { readonly statusCode: number; readonly excerpt: string } | null;
}

export type AttemptOutcome =
  | ({ readonly kind: 'delivered' } & Exchange)
  /** With `isFinal` another attempt makes no sense. */
  | ({ readonly kind: 'refused'; readonly isFinal: boolean; readonly reason: string } & Exchange)
  /** Not sent, because the endpoint is paused. */
  | { readonly kind: 'suppressed'; readonly reason: string };

/** What has become of a delivery, and of its endpoint. */
export interface RecordedAttempt {
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly endpoint: 'paused' | 'resumed' | 'unchanged';
}

/**
 * Records an attempt's outcome and, after a refusal, plans the next attempt in the same transaction: at its
 * offset from the end of the job. If that time has passed, the next attempt comes after the usual gap. When
 * the delivery ends, its endpoint may be paused or resumed.
 *
 * @param offsetsMs due times of the attempts
 * @param pauseAfterMs how long an endpoint fails before it is paused
 * @returns null, and nothing has changed, if the attempt had an outcome
 */
export async function recordAttempt(
  db: Database,
  { deliveryId, attempt }: AttemptId,
  outcome: AttemptOutcome,
  { offsetsMs, pauseAfterMs }: { readonly offsetsMs: readonly number[]; readonly pauseAfterMs: number },
): Promise<RecordedAttempt | null> {
  const mayRepeat = outcome.kind === 'refused' && !outcome.isFinal;
  const nextOffsetMs = mayRepeat ? (offsetsMs[attempt] ?? null) : null;
  const gapMs = (nextOffsetMs ?? 0) - (offsetsMs[attempt - 1] ?? 0);
  return await db.transaction(async (transaction) => {
    const [recorded] = await queryRows<Endpoint & Pick<RecordedAttempt, 'status'>>(
      transaction,
      `with planned as (
         -- Overdue if no worker was running. The receiver gets the gap between two attempts anyway.
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
         attempts = :attempt, next_attempt_at = planned.next_attempt_at, task_id = null,
         is_redelivery = false, is_suppressed = :isSuppressed,
         status = case when :isDelivered then 'DELIVERED'
                       when planned.next_attempt_at is null then 'FAILED' else 'PENDING' end,
         delivered_at = case when :isDelivered then now() else d.delivered_at end,
         last_error = :reason
       from planned where d.id = planned.id
       returning d.status, d.workspace_id as "workspaceId", d.url`,
      {
        deliveryId,
        attempt,
        isDelivered: outcome.kind === 'delivered',
        isSuppressed: outcome.kind === 'suppressed',
        nextOffsetMs,
        gapMs,
        reason: outcome.kind === 'delivered' ? null : outcome.reason,
      },
    );
    if (recorded === undefined) return null;
    await logAttempt(transaction, { deliveryId, attempt }, outcome);
    const { status, workspaceId, url } = recorded;
    if (status === 'PENDING') await enqueueAttempt(transaction, deliveryId);
    const endpoint = { workspaceId, url: endpointUrl(url) };
    if (outcome.kind === 'delivered') {
      const resumed = (await resumeEndpoint(transaction, endpoint)) !== null;
      return { status, endpoint: resumed ? 'resumed' : 'unchanged' };
    }
    if (status === 'PENDING' || outcome.kind === 'suppressed') return { status, endpoint: 'unchanged' };
    const { reason } = outcome;
    const paused = await recordFailedDelivery(transaction, endpoint, { reason, pauseAfterMs });
    return { status, endpoint: paused ? 'paused' : 'unchanged' };
  });
}

async function logAttempt(
  transaction: Database,
  { deliveryId, attempt }: AttemptId,
  outcome: AttemptOutcome,
): Promise<void> {
  const { durationMs, answer } = outcome.kind === 'suppressed' ? { durationMs: 0, answer: null } : outcome;
  await queryRows(
    transaction,
    `insert into callback_attempts (delivery_id, number, at, duration_ms, status_code, answer, error)
     values (:deliveryId, :attempt, now() - cast(:durationMs as integer) * interval '1 millisecond',
       :durationMs, :statusCode, :excerpt, :error)`,
    {
      deliveryId,
      attempt,
      durationMs: Math.round(durationMs),
      statusCode: answer?.statusCode ?? null,
      excerpt: answer?.excerpt ?? null,
      error: outcome.kind === 'delivered' ? null : outcome.reason,
    },
  );
}
