import type { Bulkhead } from '../../async/bulkhead.ts';
import type { CallbackPoster } from '../../outbound/post-callback.ts';
import {
  findDueAttempt,
  postponeAttempt,
  recordAttempt,
  type AttemptId,
  type AttemptOutcome,
  type DueAttempt,
} from '../../store/callbacks/attempts.ts';
import { endpointUrl, findPause } from '../../store/callbacks/endpoints.ts';
import type { Database } from '../../store/database.ts';
import { callbackAttempted } from '../../telemetry/events.ts';
import { retryStep, type TaskCall } from '../batches/task.ts';
import { postSigned } from './post-signed.ts';
import { signCallback } from './signature.ts';

export interface DeliverParts {
  readonly db: Database;
  readonly postCallback: CallbackPoster;
  /** Limits this process' concurrent attempts, by workspace. */
  readonly bulkhead: Bulkhead;
  /** When each attempt is due, after the job has ended. One attempt per entry. */
  readonly callbackOffsetsMs: readonly number[];
  /** How long all deliveries to an endpoint fail before it is paused. */
  readonly callbackPauseAfterMs: number;
}

/**
 * Makes one attempt at a delivery and records its outcome. If the workspace has too many attempts in flight,
 * this one is postponed; if the endpoint is paused, nothing is sent. If the worker exits before the outcome
 * is recorded, the attempt is repeated: delivery is at least once.
 *
 * @throws TaskSupersededError if another worker has taken over; errors of the database, after which the queue
 *   retries.
 */
export async function deliverCallback(parts: DeliverParts, id: AttemptId, call: TaskCall): Promise<void> {
  const { db, bulkhead } = parts;
  const due = await retryStep(call, () => findDueAttempt(db, id));
  if (due === null) return;
  const slot = bulkhead.acquire(due.workspaceId);
  if (!slot.ok) {
    await retryStep(call, () => postponeAttempt(db, id, slot));
    return;
  }
  try {
    await makeAttempt(parts, id, due, call);
  } finally {
    bulkhead.release(due.workspaceId);
  }
}

async function makeAttempt(
  parts: DeliverParts,
  id: AttemptId,
  due: DueAttempt,
  call: TaskCall,
): Promise<void> {
  const endpoint = { workspaceId: due.workspaceId, url: endpointUrl(due.url) };
  // What an operator asks for is sent anyway.
  const pausedAt = due.isRedelivery ? null : await retryStep(call, () => findPause(parts.db, endpoint));
  const outcome: AttemptOutcome =
    pausedAt === null
      ? await sendAttempt(parts, id, due, call)
      : {
          kind: 'suppressed',
          reason: `Not sent: callbacks to ${endpoint.url} are paused since ${pausedAt.toISOString()}.`,
        };
  const recorded = await retryStep(call, () =>
    recordAttempt(parts.db, id, outcome, {
      offsetsMs: parts.callbackOffsetsMs,
      pauseAfterMs: parts.callbackPauseAfterMs,
    }),
  );
  if (recorded === null) return;
  const { status } = recorded;
  callbackAttempted.record(outcome.kind === 'suppressed' ? 'suppressed' : metricOutcomes[status]);
  const reason = outcome.kind === 'delivered' ? undefined : outcome.reason;
  call.log.info({ ...id, status, reason }, 'callback attempted');
  if (recorded.endpoint === 'paused') {
    call.log.warn({ ...endpoint, reason }, 'callbacks to an endpoint are paused: they fail for too long');
  } else if (recorded.endpoint === 'resumed') {
    call.log.info(endpoint, 'callbacks to an endpoint are resumed after a success');
  }
}

/** The values of the metric. */
const metricOutcomes = { DELIVERED: 'delivered', PENDING: 'refused', FAILED: 'given_up' } as const;

async function sendAttempt(
  { postCallback }: DeliverParts,
  id: AttemptId,
  { url, body, secrets, traceparent: parent }: DueAttempt,
  call: TaskCall,
): Promise<AttemptOutcome> {
  const { deliveryId, attempt } = id;
  const headers = signCallback({ secrets, deliveryId, body }, { signedAt: new Date() });
  const attributes = { 'platen.delivery_id': deliveryId, 'platen.attempt': attempt };
  return await postSigned(
    postCallback,
    { url, headers, body },
    { name: 'callback', parent, attributes },
    call,
  );
}
