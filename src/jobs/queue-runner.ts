/**
 * graphile-worker's workers, from start to stop. They are not restarted here: `task-worker.ts` does that.
 */
import { EventEmitter } from 'node:events';
import { Logger as QueueLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { withTimeout } from '../async/timeout.ts';
import { TaskReturnedError, TaskSupersededError } from '../domain/batches/task.ts';
import type { Database } from '../store/database.ts';
import { openQueuePool, QUEUE_SCHEMA } from '../store/job-queue.ts';
import type { Logger } from '../telemetry/log.ts';

export interface QueueRunner {
  /** The workers lock their tasks with this id. */
  readonly poolId: string;
  /**
   * Resolves with the reason when the workers stop by themselves or lose a connection: they have to be
   * replaced.
   */
  readonly broken: Promise<string>;
  /** Takes no new tasks. Resolves once those in progress have ended. */
  stop(): Promise<void>;
  /** Closes the connections. Tasks in progress fail. */
  close(): Promise<void>;
}

/** PostgreSQL notifies workers of new tasks. This is how often they look if a notification is lost. */
const pollIntervalMs = 1_000;

const closeTimeoutMs = 2_000;

/**
 * Starts workers that run `concurrency` tasks at the same time.
 *
 * @throws Error if the database does not answer
 */
export async function startQueueRunner({
  db,
  concurrency,
  connections = concurrency,
  tasks,
  forbiddenFlags,
  onSign,
  log,
}: {
  readonly db: Database;
  readonly concurrency: number;
  /** Fewer than `concurrency` are enough for tasks that mostly wait for something other than the database. */
  readonly connections?: number | undefined;
  readonly tasks: TaskList;
  /** Called before each look at the queue: tasks with one of these flags are not taken. */
  readonly forbiddenFlags: () => string[];
  /** Called whenever a worker looks for a task, starts one or ends one: about once a second if idle. */
  readonly onSign: () => void;
  readonly log: Logger;
}): Promise<QueueRunner> {
  const broken = Promise.withResolvers<string>();
  const events: WorkerEvents = new EventEmitter();
  let poolId = '';
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
  });
  // The library would reconnect by itself, with growing delays, and to an address that the database may no
  // longer have.
  events.on('pool:listen:error', ({ error }) => broken.resolve(`a connection was lost: ${String(error)}`));
  events.on('pool:gracefulShutdown', ({ message }) => broken.resolve(message));
  for (const sign of ['worker:getJob:start', 'worker:getJob:error', 'job:start', 'job:complete'] as const)
    events.on(sign, onSign);
  // One more for the connection that listens.
  const pgPool = openQueuePool(db, connections + 1);
  const close = async (): Promise<void> => {
    await withTimeout(pgPool.end(), closeTimeoutMs).catch(() => undefined);
  };
  try {
    const runner = await run({
      pgPool,
      schema: QUEUE_SCHEMA,
      concurrency,
      taskList: tasks,
      forbiddenFlags,
      // Without it the library reads the file `crontab`.
      parsedCronItems: [],
      noHandleSignals: true,
      pollInterval: pollIntervalMs,
      events,
      logger: toQueueLogger(log),
      // With the defaults, the library may lose the last completion at a stop, and a lost connection ends the
      // process.
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
        // Rejects if the workers are already stopping by themselves.
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

/**
 * The library logs much, and most of what it calls an error is retried: warnings at most, the rest at debug
 * level.
 */
function toQueueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const [line = ''] = message.split('\n', 1);
    const { error } = meta ?? {};
    // A task that moves to another worker has to fail, but nothing is wrong with it.
    const isHandover = error instanceof TaskReturnedError || error instanceof TaskSupersededError;
    const isPoolSizeAdvice = line.includes('having maxPoolSize');
    if ((level === 'error' || level === 'warning') && !isHandover && !isPoolSizeAdvice)
      log.warn({ err: error }, line);
    else log.debug(line);
  });
}
