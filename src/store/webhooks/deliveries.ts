/**
 * The attempts to deliver events. Each is a task of the queue. The transaction that writes an event, or
 * records an attempt, also plans the next attempt: no attempt is lost in a crash.
 */
import type { AttemptOutcome } from '../callbacks/attempts.ts';
import { queryRows, type Database } from '../database.ts';
import { enqueueTracked } from '../job-queue.ts';
import { recordEndpointFailure, recordEndpointSuccess } from './endpoints.ts';

/** Identifies an attempt. Only the next one may record an outcome. */
export interface WebhookAttempt {
  readonly eventId: string;
  readonly endpointId: string;
  /** From 1. */
  readonly attempt: number;
}

/** After this many attempts the queue gives up a task. Recovery then finds the delivery without a task. */
const maxTaskAttempts = 25;

/** The lowest priority of attempts: replays count on from earlier attempts. */
const maxPriority = 100;

/** Adds the tasks of planned attempts, in the transaction that has planned them. */
export async function enqueueDeliveries(
  transaction: Database,
  attempts: readonly (WebhookAttempt & { readonly runAt?: Date })[],
): Promise<void> {
  if (attempts.length === 0) return;
  const tasks = await enqueueTracked(
    transaction,
    attempts.map(({ eventId, endpointId, attempt, runAt }) => ({
      task: 'deliver_webhook',
      payload: { eventId, endpointId, attempt },
      // First attempts go before repeated ones, whose receivers have failed before.
      priority: Math.min(attempt, maxPriority),
      maxAttempts: maxTaskAttempts,
      ...(runAt !== undefined && { runAt }),
    })),
  );
  await queryRows(
    transaction,
    `update webhook_deliveries d set task_id = t.id
     from json_to_recordset(:tasks) as t (id bigint, payload json)
     where d.event_id = cast(t.payload ->> 'eventId' as uuid)
       and d.endpoint_id = cast(t.payload ->> 'endpointId' as uuid)`,
    { tasks: JSON.stringify(tasks) },
  );
}

/** An attempt to make. */
export interface DueWebhook {
  readonly workspaceId: string;
  readonly url: string;
  readonly body: string;
  /** Of the endpoint, the new one first. */
  readonly secrets: readonly string[];
  /** Whether it is the first attempt of a replay or of a test, which is sent to a paused endpoint, too. */
  readonly isWished: boolean;
}

/** The request of an attempt. Null if the attempt has an outcome, or its endpoint is gone. */
export async function findDueWebhook(
  db: Database,
  { eventId, endpointId, attempt }: WebhookAttempt,
): Promise<DueWebhook | null> {
  const [due] = await queryRows<DueWebhook>(
    db,
    `select e.workspace_id as "workspaceId", p.url, e.body,
            case when p.previous_secret_until > now() then array[p.secret, p.previous_secret]
                 else array[p.secret] end as secrets,
            (e.type = 'webhook.test' or d.planned_after > 0) and d.attempts = d.planned_after as "isWished"
     from webhook_deliveries d
       join webhook_events e on e.id = d.event_id
       join webhook_endpoints p on p.id = d.endpoint_id
     where d.event_id = :eventId and d.endpoint_id = :endpointId
       and d.status = 'PENDING' and d.attempts = :attempt - 1`,
    { eventId, endpointId, attempt },
  );
  return due ?? null;
}

/** Postpones an attempt because its workspace has too many deliveries in progress in this process. */
export async function postponeWebhook(
  db: Database,
  { eventId, endpointId, attempt }: WebhookAttempt,
  { waitMs }: { readonly waitMs: number },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const [postponed] = await queryRows<{ runAt: Date }>(
      transaction,
      `update webhook_deliveries
       set next_attempt_at = now() + cast(:waitMs as float8) * interval '1 millisecond'
       where event_id = :eventId and endpoint_id = :endpointId
         and status = 'PENDING' and attempts = :attempt - 1
       returning next_attempt_at as "runAt"`,
      { eventId, endpointId, attempt, waitMs },
    );
    if (postponed === undefined) return;
    await enqueueDeliveries(transaction, [{ eventId, endpointId, attempt, runAt: postponed.runAt }]);
  });
}

/** What has become of a delivery, and of its endpoint. */
export interface RecordedWebhook {
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly endpoint: 'paused' | 'resumed' | 'unchanged';
}

/** When attempts are due, and how long an endpoint fails before it is paused. */
export interface WebhookTimes {
  /** Counted from the event, or from its last replay. One attempt for each. */
  readonly offsetsMs: readonly number[];
  readonly pauseAfterMs: number;
}

/** Standard Webhooks: the receiver does not want these events any more. */
const gone = 410;

/**
 * Records an attempt's outcome and, after a refusal, plans the next attempt in the same transaction. If its
 * time has passed, it comes after the usual gap.
 *
 * @returns null, and nothing has changed, if the attempt had an outcome
 */
export async function recordWebhook(
  db: Database,
  attempt: WebhookAttempt,
  outcome: AttemptOutcome,
  { offsetsMs, pauseAfterMs }: WebhookTimes,
): Promise<RecordedWebhook | null> {
  const { eventId, endpointId } = attempt;
  const isGone = outcome.kind === 'refused' && outcome.answer?.statusCode === gone;
  const mayRepeat = outcome.kind === 'refused' && !outcome.isFinal && !isGone;
  return await db.transaction(async (transaction) => {
    const [recorded] = await queryRows<{ status: RecordedWebhook['status']; runAt: Date | null }>(
      transaction,
      `with planned as (
         select event_id, endpoint_id, case
             when due > now() then due
             -- Overdue if no worker was running. The receiver gets the gap between two attempts anyway.
             when due is not null then now() + gap * interval '1 millisecond'
           end as next_attempt_at
         from webhook_deliveries cross join lateral (
           -- Arrays count from 1: this attempt's offset, and the next one's.
           select (cast(:offsets as float8[]))[:attempt - planned_after] as own,
                  (cast(:offsets as float8[]))[:attempt - planned_after + 1] as next
         ) o cross join lateral (
           select planned_at + next * interval '1 millisecond' as due, next - coalesce(own, 0) as gap
           where cast(:mayRepeat as boolean)
           union all select null, null where not cast(:mayRepeat as boolean)
         ) plan
         where event_id = :eventId and endpoint_id = :endpointId
           and status = 'PENDING' and attempts = :attempt - 1
         for update of webhook_deliveries
       )
       update webhook_deliveries d set
         attempts = :attempt, next_attempt_at = planned.next_attempt_at, task_id = null,
         status = case when :isDelivered then 'DELIVERED'
                       when planned.next_attempt_at is null then 'FAILED' else 'PENDING' end,
         delivered_at = case when :isDelivered then now() else d.delivered_at end,
         last_error = :reason
       from planned where d.event_id = planned.event_id and d.endpoint_id = planned.endpoint_id
       returning d.status, d.next_attempt_at as "runAt"`,
      {
        ...attempt,
        offsets: [...offsetsMs],
        mayRepeat,
        isDelivered: outcome.kind === 'delivered',
        reason: outcome.kind === 'delivered' ? null : outcome.reason,
      },
    );
    if (recorded === undefined) return null;
    await logAttempt(transaction, attempt, outcome);
    const { status, runAt } = recorded;
    if (runAt !== null) {
      const next = { eventId, endpointId, attempt: attempt.attempt + 1, runAt };
      await enqueueDeliveries(transaction, [next]);
    }
    if (outcome.kind === 'suppressed') return { status, endpoint: 'unchanged' };
    if (outcome.kind === 'delivered') {
      const wasPaused = await recordEndpointSuccess(transaction, endpointId);
      return { status, endpoint: wasPaused ? 'resumed' : 'unchanged' };
    }
    const { reason } = outcome;
    const failure = { reason, isGivenUp: status === 'FAILED', isGone, pauseAfterMs };
    const isPaused = await recordEndpointFailure(transaction, endpointId, failure);
    return { status, endpoint: isPaused ? 'paused' : 'unchanged' };
  });
}

async function logAttempt(
  transaction: Database,
  attempt: WebhookAttempt,
  outcome: AttemptOutcome,
): Promise<void> {
  const { durationMs, answer } = outcome.kind === 'suppressed' ? { durationMs: 0, answer: null } : outcome;
  await queryRows(
    transaction,
    `insert into webhook_attempts (
       event_id, endpoint_id, number, at, duration_ms, status_code, answer, error
     )
     values (:eventId, :endpointId, :attempt, now() - cast(:durationMs as integer) * interval '1 millisecond',
       :durationMs, :statusCode, :excerpt, :error)`,
    {
      ...attempt,
      durationMs: Math.round(durationMs),
      statusCode: answer?.statusCode ?? null,
      excerpt: answer?.excerpt ?? null,
      error: outcome.kind === 'delivered' ? null : outcome.reason,
    },
  );
}
