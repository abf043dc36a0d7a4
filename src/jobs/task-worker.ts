import { sleep } from '../async/abortable.ts';
import { withTimeout } from '../async/timeout.ts';
import { Watchdog } from './watchdog.ts';
import { runWorkers, type RunOptions, type WorkerParts } from './worker-run.ts';

export interface TaskWorker {
  /** Resolves once tasks can be taken for the first time. */
  readonly ready: Promise<void>;
  /** Whether it has neither looked for a task nor started or ended one for so long that it must hang. */
  readonly isStuck: () => boolean;
  /** Takes no new tasks, finishes those in progress and returns the rest to the queue. */
  drain(): Promise<void>;
  /** Stops at once. */
  close(): Promise<void>;
}

/**
 * Longest wait before new workers start. The first wait is 0: a lost connection can usually be opened again
 * at once.
 */
const maxDelayMs = 5_000;

/** A run that lasted this long was healthy: the next wait is 0 again. */
const healthyMs = 30_000;

/** How long `close` waits for the last statements. */
const closeTimeoutMs = 3_000;

/** Tasks take seconds; the longest writes an archive, in minutes, while other slots look for tasks. */
const stuckAfterMs = 15 * 60_000;

/** Supervises workers for some kinds of tasks: starts new ones whenever they stop or lose a connection. */
export function startTaskWorker(
  parts: WorkerParts,
  options: Pick<RunOptions, 'handlers' | 'concurrency' | 'connections' | 'bulkhead' | 'log'>,
  watchdog = new Watchdog(stuckAfterMs),
): TaskWorker {
  const { log } = options;
  const draining = new AbortController();
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  const signals = { draining: draining.signal, closing: closing.signal };

  const supervise = async (): Promise<void> => {
    let delayMs = 0;
    while (!draining.signal.aborted) {
      const startedAt = performance.now();
      // A database that is away is no reason to restart this process.
      watchdog.sign();
      const run = { ...options, ...signals, watchdog, onReady: ready.resolve };
      await runWorkers(parts, run).catch((error: unknown) => {
        log.warn({ err: error }, 'The workers of the queue could not be started. Trying again.');
      });
      if (performance.now() - startedAt > healthyMs) delayMs = 0;
      await sleep(delayMs, draining.signal);
      delayMs = Math.min(maxDelayMs, 2 * delayMs + 100);
    }
  };

  const supervision = supervise();
  return {
    ready: ready.promise,
    isStuck: () => watchdog.isSilent && !draining.signal.aborted,
    async drain() {
      draining.abort();
      await supervision;
    },
    async close() {
      draining.abort();
      closing.abort();
      await withTimeout(supervision, closeTimeoutMs).catch(() => undefined);
    },
  };
}
