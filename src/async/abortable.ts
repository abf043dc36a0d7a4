import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for a promise until the signal aborts, then throws the signal's reason; the promise itself goes on.
 */
export async function abortable<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // After an abort nobody waits for its error.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Waits for `ms` milliseconds, or until the signal aborts. Never throws. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
