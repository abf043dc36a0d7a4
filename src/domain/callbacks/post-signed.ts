import type { CallbackPoster, CallbackRequest } from '../../outbound/post-callback.ts';
import type { AttemptOutcome } from '../../store/callbacks/attempts.ts';
import { currentTraceparent, inSpan } from '../../telemetry/tracing.ts';
import { TaskSupersededError, type TaskCall } from '../batches/task.ts';

/** The span of an attempt. */
interface AttemptSpan {
  readonly name: string;
  /** Of the trace that it continues. Null: a trace of its own. */
  readonly parent: string | null;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/**
 * Posts one signed attempt in a span and returns its outcome.
 *
 * @throws TaskSupersededError if another worker has taken over
 */
export async function postSigned(
  postCallback: CallbackPoster,
  request: CallbackRequest,
  { name, parent, attributes }: AttemptSpan,
  call: TaskCall,
): Promise<AttemptOutcome> {
  return await inSpan(name, { kind: 'client', parent, attributes }, async (span) => {
    const answer = await post();
    if (answer.kind === 'refused') span?.update({ isFailure: true });
    return answer;
  });

  async function post(): Promise<AttemptOutcome> {
    const traceparent = currentTraceparent();
    const headers = traceparent === null ? request.headers : { ...request.headers, traceparent };
    const startedAt = performance.now();
    try {
      const result = await postCallback({ ...request, headers }, call.lost);
      const durationMs = performance.now() - startedAt;
      if (result.ok) return { kind: 'delivered', durationMs, answer: result.answer };
      return { kind: 'refused', durationMs, ...result };
    } catch (error) {
      if (call.lost.aborted) throw new TaskSupersededError();
      throw error;
    }
  }
}
