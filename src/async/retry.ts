import { sleep } from './abortable.ts';

export interface RetryOptions {
  /** Waits between attempts, in milliseconds. One more attempt is made than there are waits. */
  readonly delaysMs: readonly number[];
  /** Ends the waiting: the last error is thrown at once. */
  readonly signal?: AbortSignal | undefined;
  /** Whether another attempt makes sense after this error; always, if left out. */
  readonly shouldRetry?: (error: unknown) => boolean;
  /** The shortest wait after this error, in milliseconds, such as that of a `Retry-After`. */
  readonly minDelayMs?: (error: unknown) => number;
  /** Called before each wait. */
  readonly onRetry?: (error: unknown, delayMs: number) => void;
}

/** Calls `attempt` until it succeeds. Throws the last attempt's error. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { delaysMs, signal, shouldRetry = () => true, minDelayMs = () => 0, onRetry }: RetryOptions,
): Promise<Result> {
  for (const plannedMs of delaysMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!shouldRetry(error)) throw error;
      const delayMs = Math.max(plannedMs, minDelayMs(error));
      onRetry?.(error, delayMs);
      await sleep(delayMs, signal);
      if (signal?.aborted === true) throw error;
    }
  }
  return await attempt();
}
