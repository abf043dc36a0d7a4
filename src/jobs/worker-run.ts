/**
 * One run of the queue's workers: until they have to be replaced or the process stops. During the run they
 * are registered as a pool of this process. Afterwards the tasks they did not finish return to the queue.
 */
import type { JobHelpers, TaskList } from 'graphile-worker';
import { abortable, sleep } from '../async/abortable.ts';
import type { Bulkhead } from '../async/bulkhead.ts';
import { withTimeout } from '../async/timeout.ts';
import { PoolLostError, TaskReturnedError, type TaskCall } from '../domain/batches/task.ts';
import type { Database } from '../store/database.ts';
import { addWorkerPool, removeWorkerPool } from '../store/instances.ts';
import { returnTasks, type ReturnedTask, type TaskName, type TaskPayloads } from '../store/job-queue.ts';
import type { Logger } from '../telemetry/log.ts';
import { startQueueRunner } from './queue-runner.ts';
import type { Watchdog } from './watchdog.ts';

/** A function for each kind of task. Kinds without one are left to other workers. */
export type TaskHandlers = {
  readonly [Name in TaskName]?: (payload: TaskPayloads[Name], call: TaskCall) => Promise<void>;
};

/** How this process stays registered in the database; `process/heartbeat.ts` implements it. */
export interface Heartbeat {
  readonly instanceId: string;
  /**
   * Calls the listener when this process learns that others presumed it dead: its tasks belong to others now.
   * Returns what removes the listener.
   */
  onLost(listener: () => void): () => void;
  /** Sends a heartbeat now. Failures are logged. */
  renew(): Promise<void>;
}

export interface WorkerParts {
  readonly db: Database;
  readonly heartbeat: Heartbeat;
}

export interface RunOptions {
  readonly handlers: TaskHandlers;
  /** Tasks at the same time. */
  readonly concurrency: number;
  /** Connections to the database for the queue alone; one for each task if left out. */
  readonly connections?: number | undefined;
  /** Tasks of workspaces without a free slot stay in the queue. */
  readonly bulkhead?: Bulkhead | undefined;
  /** Aborted when the process is to stop: tasks in progress finish. */
  readonly draining: AbortSignal;
  /** Aborted when the process is to stop at once. */
  readonly closing: AbortSignal;
  /** Called when tasks can be taken. */
  readonly onReady: () => void;
  /** Gets a sign of life from each look at the queue and each task. */
  readonly watchdog: Watchdog;
  readonly log: Logger;
}

/** How long tasks in progress may take when the workers are replaced. */
const replaceTimeoutMs = 10_000;

/** How long tasks that now belong to others get to notice it. */
const lostTimeoutMs = 500;

const returnRetryMs = 500;

/** Runs the workers. Resolves when nothing of them is left; rejects if they cannot be started. */
export async function runWorkers(parts: WorkerParts, options: RunOptions): Promise<void> {
  const { handlers, concurrency, connections, bulkhead, draining, closing, onReady, watchdog, log } = options;
  const stopping = new AbortController();
  const poolLost = new AbortController();
  const lost = AbortSignal.any([poolLost.signal, closing]);
  const returned: ReturnedTask[] = [];
  const registered = Promise.withResolvers<string>();
  registered.promise.catch(() => undefined);

  const runTask = async ({ job }: JobHelpers, handle: (call: TaskCall) => Promise<void>): Promise<void> => {
    try {
      const poolId = await registered.promise;
      const { id, priority, flags } = job;
      const [workspaceId = null] = Object.keys(flags ?? {});
      const task = { id, priority, workspaceId };
      await handle({ poolId, task, stopping: stopping.signal, lost, log });
    } catch (error) {
      // Once the pool is lost, every task of it fails: none of them has to be waited for.
      if (error instanceof PoolLostError) poolLost.abort();
      if (error instanceof TaskReturnedError || lost.aborted)
        returned.push({ id: job.id, attempts: job.attempts - 1 });
      throw error;
    }
  };
  // A handler is only called with payloads of its kind.
  const entries = Object.entries(handlers) as [string, (payload: unknown, call: TaskCall) => Promise<void>][];
  const tasks: TaskList = Object.fromEntries(
    entries.map(([name, handle]) => [
      name,
      (payload: unknown, helpers: JobHelpers) => runTask(helpers, (call) => handle(payload, call)),
    ]),
  );

  const runner = await startQueueRunner({
    db: parts.db,
    concurrency,
    connections,
    tasks,
    forbiddenFlags: () => bulkhead?.fullKeys() ?? [],
    onSign: () => watchdog.sign(),
    log,
  });
  const removeListener = parts.heartbeat.onLost(() => poolLost.abort());
  try {
    await register(parts, runner.poolId);
    registered.resolve(runner.poolId);
    onReady();
    const stop = AbortSignal.any([draining, lost]);
    const reason = await abortable(runner.broken, stop).catch(() => 'their tasks belong to others now');
    if (!draining.aborted) log.warn({ reason }, 'The workers of the queue are replaced.');
  } finally {
    registered.reject(new PoolLostError());
    stopping.abort();
    const stopped = runner.stop();
    const finished = draining.aborted ? stopped : withTimeout(stopped, replaceTimeoutMs);
    await abortable(finished, lost).catch(() => undefined);
    poolLost.abort();
    await withTimeout(stopped, lostTimeoutMs).catch(() => undefined);
    await runner.close();
    removeListener();
    await returnUnfinished(parts.db, runner.poolId, returned, options);
  }
}

async function register({ db, heartbeat }: WorkerParts, poolId: string): Promise<void> {
  const { instanceId } = heartbeat;
  if (await addWorkerPool(db, { poolId, instanceId })) return;
  await heartbeat.renew();
  if (!(await addWorkerPool(db, { poolId, instanceId })))
    throw new Error('this process has no row in the table instances');
}

/** Retries without limit: while this process lives, no other one returns its tasks to the queue. */
async function returnUnfinished(
  db: Database,
  poolId: string,
  returned: readonly ReturnedTask[],
  { closing, log }: Pick<RunOptions, 'closing' | 'log'>,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await removeWorkerPool(db, poolId);
      await returnTasks(db, returned);
      return;
    } catch (error) {
      log.warn({ err: error }, 'Tasks could not be returned to the queue. Trying again.');
      await sleep(returnRetryMs, closing);
    }
  }
}
