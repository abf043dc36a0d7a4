/**
 * A shift of the queue's workers: from their start until they have to be replaced, or the process stops. They are registered
 * as a pool of this process all the while, and what they leave undone goes to others at the end.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers, TaskList } from 'graphile-worker';
import { PoolLostError, TaskReturnedError, type TaskCall } from '../domain/batch/task.ts';
import type { Logger } from '../log.ts';
import type { Presence } from '../presence.ts';
import type { Database } from '../store/database.ts';
import { addWorkerPool, removeWorkerPool } from '../store/instances.ts';
import { returnTasks, type ReturnedTask, type TaskName, type TaskPayloads } from '../store/job-queue.ts';
import { startQueueRunner, within, type QueueRunner } from './queue-runner.ts';

/** What is done for each kind of task. Kinds that are not named are left to others. */
export type TaskActs = {
  readonly [Name in TaskName]?: (payload: TaskPayloads[Name], call: TaskCall) => Promise<void>;
};

export interface ShiftParts {
  readonly db: Database;
  readonly presence: Pick<Presence, 'instanceId' | 'onLost' | 'renew'>;
}

export interface ShiftOptions {
  readonly acts: TaskActs;
  /** Tasks at a time. */
  readonly concurrency: number;
  /** To the database, for the queue alone. Left out, one for each task. */
  readonly connections?: number | undefined;
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
export async function workShift(parts: ShiftParts, options: ShiftOptions): Promise<void> {
  const { acts, concurrency, connections, closing, cutOff, onAtWork, log } = options;
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
  const tasks: TaskList = Object.fromEntries(
    // Each is called with the payloads of its own kind only.
    (Object.entries(acts) as [string, (payload: unknown, call: TaskCall) => Promise<void>][]).map(
      ([name, act]) => [
        name,
        (payload: unknown, helpers: JobHelpers) => callTask(helpers, (call) => act(payload, call)),
      ],
    ),
  );

  const runner = await startQueueRunner({ db: parts.db, concurrency, connections, tasks, log });
  const ignoreLoss = parts.presence.onLost(lose);
  cutOff.addEventListener('abort', lose);
  try {
    await register(parts, runner);
    registered.resolve(runner.poolId);
    onAtWork();
    const reason = await Promise.race([runner.broken, over.promise, whenAborted(closing, ended.signal)]);
    if (!closing.aborted) log.warn({ reason }, 'The workers of the queue are replaced.');
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

async function register({ db, presence }: ShiftParts, { poolId }: QueueRunner): Promise<void> {
  const { instanceId } = presence;
  if (await addWorkerPool(db, { poolId, instanceId })) return;
  await presence.renew();
  if (!(await addWorkerPool(db, { poolId, instanceId }))) throw new Error('this process is not known');
}

/** For as long as it takes: nobody else would give others the tasks of a process that is there. */
async function giveBack(
  { db }: ShiftParts,
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
      log.warn({ err: error }, 'Tasks of the queue could not be given back; trying again.');
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
