/**
 * The queue's workers, as the library runs them, from their start to their end. Whoever starts them sees to what comes after.
 */
import { EventEmitter } from 'node:events';
import { Logger as QueueLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { TaskReturnedError, TaskSupersededError } from '../domain/batch/task.ts';
import type { Logger } from '../log.ts';
import type { Database } from '../store/database.ts';
import { openQueuePool, QUEUE_SCHEMA } from '../store/job-queue.ts';

export interface QueueRunner {
  /** Under which the workers hold their tasks. */
  readonly poolId: string;
  /** Resolves with the reason when the workers cannot go on, or have lost a connection: others must take their place. */
  readonly broken: Promise<string>;
  /** Begins with no more tasks, and resolves once those under way have ended. */
  stop(): Promise<void>;
  /** Closes the connections. What is under way finds out. */
  close(): Promise<void>;
}

/** Workers look for tasks when they are told of some; and so often, should they have missed it. */
const pollIntervalMs = 1_000;

const closeMs = 2_000;

/**
 * Starts workers for as many tasks at a time as `concurrency` says.
 *
 * @throws Error where the database does not answer.
 */
export async function startQueueRunner({
  db,
  concurrency,
  connections = concurrency,
  tasks,
  log,
}: {
  readonly db: Database;
  readonly concurrency: number;
  /** Fewer are enough for tasks that wait for something else than the database, most of all. */
  readonly connections?: number | undefined;
  readonly tasks: TaskList;
  readonly log: Logger;
}): Promise<QueueRunner> {
  const broken = Promise.withResolvers<string>();
  const events: WorkerEvents = new EventEmitter();
  let poolId = '';
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
  });
  // The library tries again by itself, later each time, and at an address that may not be the database's any more.
  events.on('pool:listen:error', ({ error }) => broken.resolve(`a connection was lost: ${String(error)}`));
  events.on('pool:gracefulShutdown', ({ message }) => broken.resolve(message));
  // One more for the connection that listens.
  const pgPool = openQueuePool(db, connections + 1);
  const close = async (): Promise<void> => {
    await within(
      closeMs,
      pgPool.end().catch(() => undefined),
    );
  };
  try {
    const runner = await run({
      pgPool,
      schema: QUEUE_SCHEMA,
      concurrency,
      taskList: tasks,
      // Without it the library would read a file.
      parsedCronItems: [],
      noHandleSignals: true,
      pollInterval: pollIntervalMs,
      events,
      logger: toQueueLogger(log),
      // Without these the library may lose the last completion at a stop, and end the process over a lost connection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    const ended = runner.promise.then(
      () => broken.resolve('the workers ended'),
      (error: unknown) => broken.resolve(`the workers ended: ${String(error)}`),
    );
    return {
      poolId,
      broken: broken.promise,
      async stop() {
        // It rejects where the workers have begun to stop by themselves.
        await runner.stop().catch(() => undefined);
        await ended;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves when a promise has settled, or after so long. */
export async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The library is chatty; what it calls an error most often mends itself. */
function toQueueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const [line = ''] = message.split('\n', 1);
    const { error } = meta ?? {};
    // A task that its worker gives up to another one has to fail, but nothing is wrong with it.
    const isPlanned = error instanceof TaskReturnedError || error instanceof TaskSupersededError;
    const isOnPurpose = line.includes('having maxPoolSize');
    if ((level === 'error' || level === 'warning') && !isPlanned && !isOnPurpose)
      log.warn({ err: error }, line);
    else log.debug(line);
  });
}
