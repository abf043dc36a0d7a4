/**
 * This process's part in the work on the queue's tasks. Workers that end or lose a connection are replaced: there are always some, as
 * long as the process is to work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { within } from './queue-runner.ts';
import { workShift, type ShiftOptions, type ShiftParts } from './shift.ts';

export interface TaskWorker {
  /** Resolves once tasks can be taken for the first time. */
  readonly atWork: Promise<void>;
  /** Takes no new tasks, finishes what is under way and gives the rest to other workers. */
  drain(): Promise<void>;
  /** Ends at once. */
  close(): Promise<void>;
}

/** Before new workers. Nothing the first time: a connection that was ended can most often be had again. */
const longestPauseMs = 5_000;

/** Workers that lasted so long were well. */
const healthyMs = 30_000;

/** How long the last words to the database may take in closing. */
const closeMs = 3_000;

/** Begins to work on tasks of some kinds, with so many at a time. */
export function startTaskWorker(
  parts: ShiftParts,
  options: Pick<ShiftOptions, 'acts' | 'concurrency' | 'connections' | 'log'>,
): TaskWorker {
  const { log } = options;
  const closing = new AbortController();
  const cutOff = new AbortController();
  const atWork = Promise.withResolvers<void>();

  const supervise = async (): Promise<void> => {
    let pauseMs = 0;
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      await workShift(parts, {
        ...options,
        closing: closing.signal,
        cutOff: cutOff.signal,
        onAtWork: atWork.resolve,
      }).catch((error: unknown) => {
        log.warn({ err: error }, 'The workers of the queue could not be started; trying again.');
      });
      if (performance.now() - startedAt > healthyMs) pauseMs = 0;
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs + 100);
    }
  };

  const supervision = supervise();
  return {
    atWork: atWork.promise,
    async drain() {
      closing.abort();
      await supervision;
    },
    async close() {
      closing.abort();
      cutOff.abort();
      await within(closeMs, supervision);
    },
  };
}
