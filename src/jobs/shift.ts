/**
 * A shift of the queue's workers: from their start until they have to be replaced, or the process stops. They are registered
 * as a pool of this process all the while, and what they leave undone goes to others at the end.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers, TaskList } from 'graphile-worker';
import type { FinishParts } from '../domain/batch/finish.ts';
import { PoolLostError, TaskReturnedError, type TaskCall } from '../domain/batch/task.ts';
import type { WorkParts } from '../domain/batch/work-rows.ts';
import type { Logger } from '../log.ts';
import type { Presence } from '../presence.ts';
import type { Database } from '../store/database.ts';
import { addWorkerPool, removeWorkerPool } from '../store/instances.ts';
import { returnTasks, type ReturnedTask, type TaskPayloads } from '../store/job-queue.ts';
import { finishBatchTask } from './finish-batch.ts';
import { startQueueRunner, within, type QueueRunner } from './queue-runner.ts';
import { renderRowsTask } from './render-rows.ts';

export interface BatchWorkerParts extends WorkParts, FinishParts {
  readonly db: Database;
  readonly presence: Pick<Presence, 'instanceId' | 'onLost' | 'renew'>;
}

export interface ShiftOptions {
  /** Tasks at a time. */
  readonly concurrency: number;
  /** Aborted when the process is to stop: rows under way are finished. */
  readonly closing: AbortSignal;
  /** Aborted when it is to stop at once. */
  readonly cutOff: AbortSignal;
  /** Called when tasks can be taken. */
  readonly onAtWork: () => void;
  readonly log: Logger;
}

/** How long rows under way get when the workers have to be replaced. */
const replaceMs = 10_000;

/** How long tasks that are others' now get to notice it. */
const lostMs = 500;

/** Works a shift. Resolves when it is over and nothing of it is left; rejects where it could not begin. */
export async function workShift(parts: BatchWorkerParts, options: ShiftOptions): Promise<void> {
  const { concurrency, closing, cutOff, onAtWork, log } = options;
  const stopping = new AbortController();
  const lost = new AbortController();
  const ended = new AbortController();
  const over = Promise.withResolvers<string>();
  const lose = (): void => {
    lost.abort();
    over.resolve('others have been given their tasks');
  };
  const returned: ReturnedTask[] = [];
  const registered = Promise.withResolvers<string>();
  registered.promise.catch(() => undefined);

  const callTask = async ({ job }: JobHelpers, act: (call: TaskCall) => Promise<void>): Promise<void> => {
    try {
      const poolId = await registered.promise;
      await act({ poolId, stopping: stopping.signal, lost: lost.signal, log });
    } catch (error) {
      // Once the pool is lost, every task would fail: none of them must wait for it.
      if (error instanceof PoolLostError) lose();
      if (error instanceof TaskReturnedError || lost.signal.aborted)
        returned.push({ id: job.id, attempts: job.attempts - 1 });
      throw error;
    }
  };
  const tasks: { readonly [Name in keyof TaskPayloads]: TaskList[string] } = {
    render_rows: (payload, helpers) =>
      callTask(helpers, (call) => renderRowsTask(parts, payload as TaskPayloads['render_rows'], call)),
    finish_batch: (payload, helpers) =>
      callTask(helpers, (call) => finishBatchTask(parts, payload as TaskPayloads['finish_batch'], call)),
  };

  const runner = await startQueueRunner({ db: parts.db, concurrency, tasks, log });
  const ignoreLoss = parts.presence.onLost(lose);
  cutOff.addEventListener('abort', lose);
  try {
    await register(parts, runner);
    registered.resolve(runner.poolId);
    onAtWork();
    const reason = await Promise.race([runner.broken, over.promise, whenAborted(closing, ended.signal)]);
    if (!closing.aborted) log.warn({ reason }, 'The workers of batch jobs are replaced.');
  } finally {
    registered.reject(new PoolLostError());
    stopping.abort();
    const stopped = runner.stop();
    const inTime = closing.aborted ? stopped : within(replaceMs, stopped);
    await Promise.race([inTime, whenAborted(lost.signal, ended.signal)]);
    ended.abort();
    lost.abort();
    await within(lostMs, stopped);
    await runner.close();
    ignoreLoss();
    cutOff.removeEventListener('abort', lose);
    await giveBack(parts, runner, returned, options);
  }
}

async function register({ db, presence }: BatchWorkerParts, { poolId }: QueueRunner): Promise<void> {
  const { instanceId } = presence;
  if (await addWorkerPool(db, { poolId, instanceId })) return;
  await presence.renew();
  if (!(await addWorkerPool(db, { poolId, instanceId }))) throw new Error('this process is not known');
}

/** For as long as it takes: nobody else would give others the tasks of a process that is there. */
async function giveBack(
  { db }: BatchWorkerParts,
  { poolId }: QueueRunner,
  returned: readonly ReturnedTask[],
  { cutOff, log }: ShiftOptions,
): Promise<void> {
  while (!cutOff.aborted) {
    try {
      await removeWorkerPool(db, poolId);
      await returnTasks(db, returned);
      return;
    } catch (error) {
      log.warn({ err: error }, 'Tasks of batch jobs could not be given back; trying again.');
      await pause(500, undefined, { signal: cutOff }).catch(() => undefined);
    }
  }
}

/** @param until aborted when nobody waits any more */
async function whenAborted(signal: AbortSignal, until: AbortSignal): Promise<string> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { signal: until });
    });
  }
  return 'the process stops';
}
