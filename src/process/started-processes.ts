/**
 * The renderers and the embedded database. They run in child processes and take longest to start, so they
 * start first, while this process loads and builds the rest.
 */
import { randomUUID } from 'node:crypto';
import { sleep } from '../async/abortable.ts';
import type { Config } from '../config/config.ts';
import { startRendererPool, type RendererPool } from '../renderer/pool.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../store/embedded/embedded-database.ts';
import type { Logger } from '../telemetry/log.ts';

export interface RendererCounts {
  /** Renderer processes. */
  readonly processes: number;
  /** Renderer processes that batch jobs may use at the same time. */
  readonly batchProcesses: number;
}

export interface StartedProcesses {
  /** Identifies this process to the others. */
  readonly instanceId: string;
  readonly counts: RendererCounts;
  /** Rejects if no renderer can be started. */
  readonly renderers: Promise<RendererPool>;
  /** Null with `DATABASE_URL`. Rejects if the embedded database cannot be started. */
  readonly database: Promise<EmbeddedDatabase | null>;
  /** Resolves once the child processes exist. Blocking this process earlier would delay their start. */
  readonly spawned: Promise<void>;
}

/**
 * Upper limit for `spawned`: a new database, or one that another process is starting or stopping, takes
 * longer.
 */
const maxSpawnMs = 200;

/** Starts them and returns at once. */
export function startProcesses(config: Config, log: Logger, counts: RendererCounts): StartedProcesses {
  const instanceId = randomUUID();
  const { databaseUrl, dataDir, renderQueue: queueLimit, renderTimeoutMs: timeoutMs } = config;
  const renderers = startRendererPool({ ...counts, queueLimit, timeoutMs, log });
  const started = Promise.withResolvers<void>();
  const database =
    databaseUrl === null
      ? openEmbeddedDatabase({ dataDir, log, onServerStart: started.resolve })
      : Promise.resolve(null);
  // `buildSharedParts` awaits both and reports their errors.
  renderers.catch(() => undefined);
  void database.catch(() => undefined).then(() => started.resolve());
  const spawned = Promise.race([started.promise, sleep(maxSpawnMs)]);
  return { instanceId, counts, renderers, database, spawned };
}

/** For a process that takes requests: with several renderers, batch jobs leave one free for requests. */
export function startServiceProcesses(config: Config, log: Logger): StartedProcesses {
  const processes = config.renderThreads;
  return startProcesses(config, log, { processes, batchProcesses: Math.max(1, processes - 1) });
}

/** For a process that only renders rows of batches, `concurrency` at the same time. */
export function startWorkerProcesses(config: Config, log: Logger, concurrency: number): StartedProcesses {
  const processes = Math.min(concurrency, config.renderThreads);
  return startProcesses(config, log, { processes, batchProcesses: processes });
}

/** Stops them after a failed start. */
export async function stopProcesses({ renderers, database }: StartedProcesses): Promise<void> {
  const pool = await renderers.catch(() => null);
  await pool?.close();
  const embedded = await database.catch(() => null);
  await embedded?.close();
}
