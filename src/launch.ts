/**
 * What takes longest to start and runs in processes of its own, renderers and the embedded database: set going before this process
 * loads and builds the rest.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { startRendererPool, type RendererPool } from './render/pool/renderer-pool.ts';
import { incomingFolder } from './storage/open-storage.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './store/embedded/embedded-database.ts';

/** How the renderer processes of a process are shared. */
export interface RendererShares {
  readonly processes: number;
  /** Most that batch jobs may hold at a time. */
  readonly batchProcesses: number;
}

export interface Launched {
  /** By which other processes know this one. */
  readonly instanceId: string;
  readonly shares: RendererShares;
  /** Rejects where no renderer can be started. */
  readonly renderers: Promise<RendererPool>;
  /** Null where the database is not this process's to start. Rejects where it cannot be. */
  readonly database: Promise<EmbeddedDatabase | null>;
  /** Resolves once they are on their way, so that whatever keeps this process busy next does not hold them back. */
  readonly underWay: Promise<void>;
}

/** A database that is being made anew, or is in use by another process that comes or goes, takes longer. */
const longestLaunchMs = 200;

/** Starts them, by a configuration that has been read: what is wrong with it is told before anything is started. */
export function launch(config: Config, log: Logger, shares: RendererShares): Launched {
  const instanceId = randomUUID();
  const { databaseUrl, dataDir, renderQueue: queueLimit, renderTimeoutMs: timeoutMs } = config;
  const resultsFolder = incomingFolder(config.storageUrl, instanceId);
  const renderers = startRendererPool({ ...shares, queueLimit, timeoutMs, resultsFolder, log });
  const started = Promise.withResolvers<void>();
  const database =
    databaseUrl === null
      ? openEmbeddedDatabase({ dataDir, log, onLaunch: started.resolve })
      : Promise.resolve(null);
  // Whoever builds the rest is told, when it comes to them.
  renderers.catch(() => undefined);
  database.then(
    () => started.resolve(),
    () => started.resolve(),
  );
  const underWay = Promise.race([started.promise, sleep(longestLaunchMs)]);
  return { instanceId, shares, renderers, database, underWay };
}

/** As `launch`, for a process that takes requests: one renderer is left for those where there are several. */
export function launchService(config: Config, log: Logger): Launched {
  const processes = config.renderThreads;
  return launch(config, log, { processes, batchProcesses: Math.max(1, processes - 1) });
}

/** As `launch`, for a process that works on so many rows of batches at a time, and takes no requests. */
export function launchWorker(config: Config, log: Logger, concurrency: number): Launched {
  const processes = Math.min(concurrency, config.renderThreads);
  return launch(config, log, { processes, batchProcesses: processes });
}

/** Ends what was launched, for a process that cannot go on. */
export async function abandon({ renderers, database }: Launched): Promise<void> {
  const pool = await renderers.catch(() => null);
  await pool?.close();
  const embedded = await database.catch(() => null);
  await embedded?.close();
}
