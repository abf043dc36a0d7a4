import type { CallbackPoster } from '../../outbound/post-callback.ts';
import {
  findDueAttempt,
  postponeAttempt,
  recordAttempt,
  type AttemptId,
  type AttemptOutcome,
  type DueAttempt,
} from '../../store/callbacks/attempts.ts';
import type { Database } from '../../store/database.ts';
import { callbackAttempted } from '../../telemetry/signals.ts';
import { currentTraceparent, inSpan } from '../../telemetry/tracing.ts';
import { patiently, TaskSupersededError, type TaskCall } from '../batch/task.ts';
import type { CallbackPlaces } from './places.ts';
import { signCallback } from './signature.ts';

/** What deliveries of callbacks need. */
export interface DeliverParts {
  readonly db: Database;
  readonly postCallback: CallbackPoster;
  /** Of this process, for attempts at a time. */
  readonly callbackPlaces: CallbackPlaces;
  /** When each attempt is due, after the end of the job; there are no more attempts than these. */
  readonly callbackOffsetsMs: readonly number[];
}

/**
 * Makes one attempt at a delivery and records what came of it; where its workspace has as many under way as it may, it is put
 * off for a while. A worker that ends in between leaves the attempt without an
 * outcome, and it is made again: a receiver may get it twice, but never not at all.
 *
 * @throws TaskSupersededError where the task is another worker's now; what the database throws, for another try later.
 */
export async function deliverCallback(parts: DeliverParts, id: AttemptId, call: TaskCall): Promise<void> {
  const { db, callbackPlaces } = parts;
  const due = await patiently(call, () => findDueAttempt(db, id));
  if (due === null) return;
  const place = callbackPlaces.take(due.workspaceId);
  if (!place.ok) {
    await patiently(call, () => postponeAttempt(db, id, place));
    return;
  }
  try {
    await attempt(parts, id, due, call);
  } finally {
    callbackPlaces.release(due.workspaceId);
  }
}

const told = { DELIVERED: 'delivered', PENDING: 'refused', FAILED: 'given_up' } as const;

async function attempt(
  { db, postCallback, callbackOffsetsMs }: DeliverParts,
  id: AttemptId,
  { url, body, secret, traceparent: parent }: DueAttempt,
  call: TaskCall,
): Promise<void> {
  const signature = signCallback({ secret, deliveryId: id.deliveryId, body }, { signedAt: new Date() });
  const attributes = { 'platen.delivery_id': id.deliveryId, 'platen.attempt': id.attempt };
  const outcome = await inSpan('callback', { kind: 'client', parent, attributes }, async (span) => {
    const answer = await post();
    if (answer.kind === 'refused') span?.note({ isFailure: true });
    return answer;
  });
  const status = await patiently(call, () =>
    recordAttempt(db, id, outcome, { offsetsMs: callbackOffsetsMs }),
  );
  if (status === null) return;
  callbackAttempted.tell(told[status]);
  const reason = outcome.kind === 'refused' ? outcome.reason : undefined;
  call.log.info({ ...id, status, reason }, 'callback attempted');

  async function post(): Promise<AttemptOutcome> {
    const traceparent = currentTraceparent();
    const headers = traceparent === null ? signature : { ...signature, traceparent };
    try {
      const answer = await postCallback({ url, headers, body }, call.lost);
      return answer.ok ? { kind: 'delivered' } : { kind: 'refused', ...answer };
    } catch (error) {
      if (call.lost.aborted) throw new TaskSupersededError();
      throw error;
    }
  }
}
