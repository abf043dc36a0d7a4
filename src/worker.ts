/**
 * A process that works on batch jobs and takes no requests.
 */
import type { Config } from './config.ts';
import { layFoundation } from './foundation.ts';
import type { Logger } from './log.ts';

export interface Worker {
  /** Takes no new tasks and resolves once the rows under way are recorded and the rest is given to others. */
  drain(): Promise<void>;
  /** Closes every part. What is still under way is cut off. */
  close(): Promise<void>;
}

/**
 * Builds a worker; resolves when it can take tasks.
 *
 * @param concurrency rows at a time
 * @throws Error of one line where a part cannot be had
 */
export async function startWorker(config: Config, log: Logger, concurrency: number): Promise<Worker> {
  const processes = Math.min(concurrency, config.renderThreads);
  const foundation = await layFoundation(config, log, { processes, batchProcesses: processes });
  try {
    const worker = foundation.startWorker(concurrency);
    await worker.atWork;
    return { drain: () => worker.drain(), close: () => foundation.close() };
  } catch (error) {
    await foundation.close();
    throw error;
  }
}
