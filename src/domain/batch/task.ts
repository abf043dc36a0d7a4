/**
 * What a task of the queue is told by the worker that runs it, and how it ends other than by being done.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface TaskCall {
  /** The pool of workers that the task runs in: nothing is begun in its name once others have been given its tasks. */
  readonly poolId: string;
  /** Aborted when the worker wants to stop: the task finishes what it is at and gives the rest back. */
  readonly stopping: AbortSignal;
  /** Aborted when the tasks of the pool are others' now, or the process is about to end: the task stops at once. */
  readonly lost: AbortSignal;
  readonly log: Logger;
}

/** The worker stops, and the task is for another one to go on with. */
export class TaskReturnedError extends Error {
  override readonly name = 'TaskReturnedError';

  constructor() {
    super('the worker stops');
  }
}

/** Another worker has taken over; the queue must not take the task for done. */
export class TaskSupersededError extends Error {
  override readonly name: string = 'TaskSupersededError';

  constructor(message = 'another worker has taken over') {
    super(message);
  }
}

/** The whole pool of workers was taken for gone: nothing can be done in its name any more. */
export class PoolLostError extends TaskSupersededError {
  override readonly name = 'PoolLostError';

  constructor() {
    super('the pool of workers was taken for gone');
  }
}

/** Lost connections come back, and an embedded database starts anew, within seconds. */
const pausesMs = [100, 300, 1_000, 2_000, 3_000];

/**
 * Does something of a task again when it fails, since that is most often over soon: the database was started anew, storage did
 * not answer. Each success counts anew.
 *
 * @throws what the last try threw; TaskReturnedError or TaskSupersededError as soon as the worker stops or has lost the task.
 */
export async function patiently<Result>(
  { stopping, lost, log }: TaskCall,
  act: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    if (lost.aborted) throw new TaskSupersededError();
    try {
      return await act();
    } catch (error) {
      if (error instanceof TaskReturnedError || error instanceof TaskSupersededError) throw error;
      if (lost.aborted) throw new TaskSupersededError();
      const pauseMs = pausesMs[tries];
      if (pauseMs === undefined) throw error;
      log.warn({ err: error }, 'A task of a batch job was interrupted; it goes on in a moment.');
      if (stopping.aborted) throw new TaskReturnedError();
      await pause(pauseMs, undefined, { signal: AbortSignal.any([stopping, lost]) }).catch(() => undefined);
    }
  }
}
