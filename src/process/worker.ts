/**
 * A process that works on batch jobs and takes no requests.
 */
import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/log.ts';
import { buildSharedParts } from './shared-parts.ts';
import type { WorkerState } from './worker-health.ts';
import { startWorkerProcesses, type StartedProcesses } from './started-processes.ts';

export interface Worker {
  /**
   * Takes no new tasks. Resolves once rows in progress are recorded and other tasks are returned to the
   * queue.
   */
  drain(): Promise<void>;
  /** Closes every part. Aborts work in progress. */
  close(): Promise<void>;
}

/**
 * Builds a worker. Resolves when it can take tasks.
 *
 * @param concurrency rows rendered at the same time
 * @throws Error with a one-line message if a part cannot be built
 */
export async function startWorker(
  config: Config,
  log: Logger,
  concurrency: number,
  processes: StartedProcesses = startWorkerProcesses(config, log, concurrency),
): Promise<Worker> {
  const state: WorkerState = { isStuck: () => false, isDraining: false };
  const parts = await buildSharedParts(config, log, processes, state);
  try {
    const workers = parts.startWorkers(concurrency);
    state.isStuck = () => workers.isStuck();
    await workers.ready;
    return {
      drain() {
        state.isDraining = true;
        return workers.drain();
      },
      close: () => parts.close(),
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
}
