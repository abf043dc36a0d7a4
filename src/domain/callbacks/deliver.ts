import type { CallbackPoster } from '../../outbound/post-callback.ts';
import {
  findDueAttempt,
  recordAttempt,
  type AttemptId,
  type AttemptOutcome,
} from '../../store/callbacks/attempts.ts';
import type { Database } from '../../store/database.ts';
import { patiently, TaskSupersededError, type TaskCall } from '../batch/task.ts';
import { signCallback } from './signature.ts';

/** What deliveries of callbacks need. */
export interface DeliverParts {
  readonly db: Database;
  readonly postCallback: CallbackPoster;
  /** When each attempt is due, after the end of the job; there are no more attempts than these. */
  readonly callbackOffsetsMs: readonly number[];
}

/**
 * Makes one attempt at a delivery and records what came of it. A worker that ends in between leaves the attempt without an
 * outcome, and it is made again: a receiver may get it twice, but never not at all.
 *
 * @throws TaskSupersededError where the task is another worker's now; what the database throws, for another try later.
 */
export async function deliverCallback(
  { db, postCallback, callbackOffsetsMs }: DeliverParts,
  id: AttemptId,
  call: TaskCall,
): Promise<void> {
  const due = await patiently(call, () => findDueAttempt(db, id));
  if (due === null) return;
  const { url, body, secret } = due;
  const headers = signCallback({ secret, deliveryId: id.deliveryId, body }, { signedAt: new Date() });
  const outcome = await post();
  const status = await patiently(call, () =>
    recordAttempt(db, id, outcome, { offsetsMs: callbackOffsetsMs }),
  );
  if (status === null) return;
  const reason = outcome.kind === 'refused' ? outcome.reason : undefined;
  call.log.info({ ...id, status, reason }, 'callback attempted');

  async function post(): Promise<AttemptOutcome> {
    try {
      const answer = await postCallback({ url, headers, body }, call.lost);
      return answer.ok ? { kind: 'delivered' } : { kind: 'refused', ...answer };
    } catch (error) {
      if (call.lost.aborted) throw new TaskSupersededError();
      throw error;
    }
  }
}
