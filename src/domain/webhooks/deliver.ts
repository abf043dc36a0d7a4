import type { Bulkhead } from '../../async/bulkhead.ts';
import type { CallbackPoster } from '../../outbound/post-callback.ts';
import type { AttemptOutcome } from '../../store/callbacks/attempts.ts';
import type { Database } from '../../store/database.ts';
import {
  findDueWebhook,
  postponeWebhook,
  recordWebhook,
  type DueWebhook,
  type WebhookAttempt,
} from '../../store/webhooks/deliveries.ts';
import { findEndpointPause } from '../../store/webhooks/endpoints.ts';
import { webhookAttempted } from '../../telemetry/events.ts';
import { retryStep, type TaskCall } from '../batches/task.ts';
import { postSigned } from '../callbacks/post-signed.ts';
import { signStandardWebhook } from '../callbacks/signature.ts';

export interface DeliverWebhookParts {
  readonly db: Database;
  readonly postCallback: CallbackPoster;
  /** Limits this process' concurrent attempts, by workspace; callbacks count, too. */
  readonly bulkhead: Bulkhead;
  /** When each attempt is due, after the event. One attempt per entry. */
  readonly webhookOffsetsMs: readonly number[];
  /** How long an endpoint fails before it is paused. */
  readonly webhookPauseAfterMs: number;
}

/**
 * Makes one attempt to deliver an event to an endpoint and records its outcome. If the workspace has too many
 * attempts in flight, this one is postponed; if the endpoint is paused or disabled, nothing is sent. If the
 * worker exits before the outcome is recorded, the attempt is repeated: delivery is at least once.
 *
 * @throws TaskSupersededError if another worker has taken over; errors of the database, after which the queue
 *   retries.
 */
export async function deliverWebhook(
  parts: DeliverWebhookParts,
  id: WebhookAttempt,
  call: TaskCall,
): Promise<void> {
  const { db, bulkhead } = parts;
  const due = await retryStep(call, () => findDueWebhook(db, id));
  if (due === null) return;
  const slot = bulkhead.acquire(due.workspaceId);
  if (!slot.ok) {
    await retryStep(call, () => postponeWebhook(db, id, slot));
    return;
  }
  try {
    await makeAttempt(parts, id, due, call);
  } finally {
    bulkhead.release(due.workspaceId);
  }
}

async function makeAttempt(
  parts: DeliverWebhookParts,
  id: WebhookAttempt,
  due: DueWebhook,
  call: TaskCall,
): Promise<void> {
  const { endpointId } = id;
  const outcome = (await findSuppression(parts, id, due, call)) ?? (await sendAttempt(parts, id, due, call));
  const times = { offsetsMs: parts.webhookOffsetsMs, pauseAfterMs: parts.webhookPauseAfterMs };
  const recorded = await retryStep(call, () => recordWebhook(parts.db, id, outcome, times));
  if (recorded === null) return;
  const { status } = recorded;
  webhookAttempted.record(outcome.kind === 'suppressed' ? 'suppressed' : metricOutcomes[status]);
  const reason = outcome.kind === 'delivered' ? undefined : outcome.reason;
  call.log.info({ ...id, status, reason }, 'webhook attempted');
  const { workspaceId } = due;
  if (recorded.endpoint === 'paused') {
    call.log.warn(
      { workspaceId, endpointId, reason },
      'an endpoint of webhooks is paused: it fails for too long',
    );
  } else if (recorded.endpoint === 'resumed') {
    call.log.info({ workspaceId, endpointId }, 'an endpoint of webhooks is resumed after a success');
  }
}

/** The values of the metric. */
const metricOutcomes = { DELIVERED: 'delivered', PENDING: 'refused', FAILED: 'given_up' } as const;

/** The outcome of an attempt that is not sent. Null: it is sent. */
async function findSuppression(
  { db }: DeliverWebhookParts,
  { endpointId }: WebhookAttempt,
  { isWished }: DueWebhook,
  call: TaskCall,
): Promise<AttemptOutcome | null> {
  const pause = await retryStep(call, () => findEndpointPause(db, endpointId));
  if (pause === null) return null;
  const { status, since } = pause;
  // What an owner asks for is sent to a paused endpoint anyway.
  if (status === 'PAUSED' && isWished) return null;
  const word = status === 'PAUSED' ? 'paused' : 'disabled';
  return { kind: 'suppressed', reason: `Not sent: the endpoint is ${word} since ${since.toISOString()}.` };
}

async function sendAttempt(
  { postCallback }: DeliverWebhookParts,
  { eventId, attempt }: WebhookAttempt,
  { url, body, secrets }: DueWebhook,
  call: TaskCall,
): Promise<AttemptOutcome> {
  const headers = signStandardWebhook({ secrets, id: eventId, body }, { signedAt: new Date() });
  const attributes = { 'platen.event_id': eventId, 'platen.attempt': attempt };
  const request = { url, headers, body, urlField: 'url' } as const;
  return await postSigned(postCallback, request, { name: 'webhook', parent: null, attributes }, call);
}
