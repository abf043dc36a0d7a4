/**
 * A process that works on batch jobs and takes no requests.
 */
import type { Config } from './config.ts';
import { layFoundation } from './foundation.ts';
import { launchWorker, type Launched } from './launch.ts';
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
 * @param launched what was started ahead of it
 * @throws Error of one line where a part cannot be had
 */
export async function startWorker(
  config: Config,
  log: Logger,
  concurrency: number,
  launched: Launched = launchWorker(config, log, concurrency),
): Promise<Worker> {
  const foundation = await layFoundation(config, log, launched);
  try {
    const worker = foundation.startWorker(concurrency);
    await worker.atWork;
    return { drain: () => worker.drain(), close: () => foundation.close() };
  } catch (error) {
    await foundation.close();
    throw error;
  }
}
