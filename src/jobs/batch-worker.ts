/**
 * This process's part in the work on batch jobs. Workers that end or lose a connection are replaced: there are always some, as
 * long as the process is to work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers, TaskList } from 'graphile-worker';
import type { FinishParts } from '../domain/batch/finish.ts';
import { TaskReturnedError, TaskSupersededError, type TaskCall } from '../domain/batch/task.ts';
import type { WorkParts } from '../domain/batch/work-rows.ts';
import type { Logger } from '../log.ts';
import type { Presence } from '../presence.ts';
import type { Database } from '../store/database.ts';
import { addWorkerPool, removeWorkerPool } from '../store/instances.ts';
import { returnTasks, type ReturnedTask } from '../store/job-queue.ts';
import { finishBatchTask } from './finish-batch.ts';
import { startQueueRunner, within } from './queue-runner.ts';
import { renderRowsTask } from './render-rows.ts';

export interface BatchWorkerParts extends WorkParts, FinishParts {
  readonly db: Database;
  readonly presence: Pick<Presence, 'instanceId' | 'onLost'>;
}

export interface BatchWorker {
  /** Resolves once tasks can be taken for the first time. */
  readonly atWork: Promise<void>;
  /** Takes no new tasks, finishes the rows under way and gives the rest to other workers. */
  drain(): Promise<void>;
  /** Ends at once. */
  close(): Promise<void>;
}

/** Before new workers: nothing the first time, since a connection that was ended is most often there again. */
const longestPauseMs = 5_000;

/** Workers that lasted so long were well. */
const healthyMs = 30_000;

/** How long rows under way get when the workers have to be replaced. */
const replaceMs = 10_000;

/** How long tasks that are others' now get to notice it. */
const lostMs = 500;

/** How long the last words to the database may take in closing. */
const closeMs = 3_000;

/** Begins to work on batch jobs, with so many tasks at a time. */
export function startBatchWorker(
  parts: BatchWorkerParts,
  { concurrency, log }: { readonly concurrency: number; readonly log: Logger },
): BatchWorker {
  const closing = new AbortController();
  const cutOff = new AbortController();
  const atWork = Promise.withResolvers<void>();

  const supervise = async (): Promise<void> => {
    let pauseMs = 0;
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      await workShift().catch((error: unknown) => {
        log.warn({ err: error }, 'The workers of batch jobs could not be started; trying again.');
      });
      if (performance.now() - startedAt > healthyMs) pauseMs = 0;
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs + 100);
    }
  };

  /** From the start of workers until they have to be replaced, or the process stops. */
  const workShift = async (): Promise<void> => {
    const stopping = new AbortController();
    const lost = new AbortController();
    const registered = Promise.withResolvers<string>();
    registered.promise.catch(() => undefined);
    const returned: ReturnedTask[] = [];
    const callTask = async ({ job }: JobHelpers, act: (call: TaskCall) => Promise<void>): Promise<void> => {
      try {
        const poolId = await registered.promise;
        await act({ poolId, stopping: stopping.signal, lost: lost.signal, log });
      } catch (error) {
        if (error instanceof TaskReturnedError) returned.push({ id: job.id, attempts: job.attempts - 1 });
        throw error;
      }
    };
    const tasks: TaskList = {
      render_rows: (payload, helpers) =>
        callTask(helpers, (call) => renderRowsTask(parts, payload as never, call)),
      finish_batch: (payload, helpers) =>
        callTask(helpers, (call) => finishBatchTask(parts, payload as never, call)),
    };
    const runner = await startQueueRunner({ db: parts.db, concurrency, tasks, log });
    const cutOffAll = (): void => lost.abort();
    cutOff.signal.addEventListener('abort', cutOffAll);
    const gone = Promise.withResolvers<string>();
    const ignoreLoss = parts.presence.onLost(() => {
      lost.abort();
      gone.resolve('the process was taken for gone');
    });
    try {
      if (!(await addWorkerPool(parts.db, { poolId: runner.poolId, instanceId: parts.presence.instanceId })))
        throw new Error('the process is not known at the moment');
      registered.resolve(runner.poolId);
      atWork.resolve();
      const reason = await Promise.race([runner.broken, gone.promise, whenAborted(closing.signal)]);
      if (!closing.signal.aborted) log.warn({ reason }, 'The workers of batch jobs are replaced.');
    } finally {
      registered.reject(new TaskSupersededError());
      stopping.abort();
      const stopped = runner.stop();
      const inTime = closing.signal.aborted ? stopped : within(replaceMs, stopped);
      await Promise.race([inTime, whenAborted(lost.signal)]);
      lost.abort();
      await within(lostMs, stopped);
      await runner.close();
      ignoreLoss();
      cutOff.signal.removeEventListener('abort', cutOffAll);
      await giveBack(runner.poolId, returned);
    }
  };

  /** For as long as it takes: nobody takes the tasks of a process that is there. */
  const giveBack = async (poolId: string, returned: readonly ReturnedTask[]): Promise<void> => {
    while (!cutOff.signal.aborted) {
      try {
        await removeWorkerPool(parts.db, poolId);
        await returnTasks(parts.db, returned);
        return;
      } catch (error) {
        log.warn({ err: error }, 'Tasks of batch jobs could not be given back; trying again.');
        await pause(500, undefined, { signal: cutOff.signal }).catch(() => undefined);
      }
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

async function whenAborted(signal: AbortSignal): Promise<string> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  return 'it is told to stop';
}
