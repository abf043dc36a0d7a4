/** What a task of the queue gets from the worker that runs it, and the errors that end a task early. */
import type { Logger } from 'pino';
import { retry } from '../../async/retry.ts';
import { UnfetchedImageError } from './shared-images.ts';

export interface TaskCall {
  /** The worker pool that runs the task. Once the pool is presumed dead, nothing is started in its name. */
  readonly poolId: string;
  /** Aborted when the worker stops: the task finishes its current step and returns the rest to the queue. */
  readonly stopping: AbortSignal;
  /** Aborted when other workers took over the tasks, or the process exits: the task stops at once. */
  readonly lost: AbortSignal;
  readonly log: Logger;
  readonly task: QueuedTask;
}

/** The queue's entry of a task. */
export interface QueuedTask {
  readonly id: string;
  readonly priority: number;
  /** Null for callbacks, and for tasks that an earlier release has added. */
  readonly workspaceId: string | null;
}

/** The worker stops; another one continues the task. */
export class TaskReturnedError extends Error {
  override readonly name = 'TaskReturnedError';

  constructor() {
    super('the worker stops');
  }
}

/** Another worker has taken over. Thrown so that the queue does not record the task as done. */
export class TaskSupersededError extends Error {
  override readonly name: string = 'TaskSupersededError';

  constructor(message = 'another worker has taken over') {
    super(message);
  }
}

/** The whole worker pool was presumed dead; all its tasks belong to other workers. */
export class PoolLostError extends TaskSupersededError {
  override readonly name = 'PoolLostError';

  constructor() {
    super('the worker pool was presumed dead');
  }
}

/** Covers a lost connection, or a restart of an embedded database: both take seconds. */
const delaysMs = [100, 300, 1_000, 2_000, 3_000];

/**
 * Runs one step of a task, and retries it when it fails: most failures (the database restarts, storage does
 * not answer) are over within seconds.
 *
 * @throws the last attempt's error; TaskReturnedError or TaskSupersededError once the worker stops or has
 *   lost the task.
 */
export async function retryStep<Result>(
  { stopping, lost, log }: TaskCall,
  step: () => Promise<Result>,
): Promise<Result> {
  const endsTask = (error: unknown): boolean =>
    error instanceof TaskReturnedError ||
    error instanceof TaskSupersededError ||
    error instanceof UnfetchedImageError;
  const attempt = async (): Promise<Result> => {
    if (lost.aborted) throw new TaskSupersededError();
    return await step();
  };
  try {
    return await retry(attempt, {
      delaysMs,
      // A lost task's worker stops as well.
      signal: stopping,
      shouldRetry: (error) => !endsTask(error) && !lost.aborted,
      onRetry: (error) => log.warn({ err: error }, 'A step of a task failed; it is retried.'),
    });
  } catch (error) {
    if (endsTask(error)) throw error;
    if (lost.aborted) throw new TaskSupersededError();
    if (stopping.aborted) throw new TaskReturnedError();
    throw error;
  }
}
