/**
 * The composition root (1 of 2): what both kinds of process need, the service and the worker. Each part is
 * built once, in the order below, and closed in reverse.
 */
import { readOrigin, type Config } from '../config/config.ts';
import { createBatchImages } from '../domain/batches/shared-images.ts';
import { claimStorage } from '../domain/files/installation.ts';
import { createMemoryBudget, type MemoryBudget } from '../domain/renders/memory-budget.ts';
import type { RenderParts } from '../domain/renders/render-template.ts';
import { createTemplateCache, type TemplateCache } from '../domain/templates/discovery.ts';
import type { Readiness } from '../http/health.ts';
import type { TaskWorker } from '../jobs/task-worker.ts';
import { startBatchWorker, startCallbackWorker, startImageWorker } from '../jobs/workers.ts';
import { createImageFetcher, type ImageFetcher } from '../outbound/fetch-image.ts';
import { createCallbackPoster } from '../outbound/post-callback.ts';
import { tryStorage } from '../storage/storage.ts';
import { openStorage } from '../storage/open-storage.ts';
import { readPoolUse, type Database } from '../store/database.ts';
import { canWrite } from '../store/instances.ts';
import { isMigrated } from '../store/migrations.ts';
import { openStore } from '../store/open-store.ts';
import { readServiceStats } from '../store/stats.ts';
import type { Logger } from '../telemetry/log.ts';
import { startMetrics, startTraces } from '../telemetry/start.ts';
import { startHeartbeat, type RunningHeartbeat } from './heartbeat.ts';
import { startMaintenance } from './maintenance.ts';
import { stopProcesses, type StartedProcesses } from './started-processes.ts';
import { workerHealthPages, type WorkerState } from './worker-health.ts';

/** Memory for fetched images of waiting renders. It is more if eight of the largest images need more. */
const imageMemoryBytes = 256 * 1024 * 1024;

/** A client that waits longer for one statement is better told to try again. */
const statementTimeoutMs = 5_000;

/** Its own connections: maintenance may take longer, and must not make requests wait. */
const maintenancePool = { poolSize: 5, applicationName: 'platen maintenance', statementTimeoutMs: 60_000 };

/** A bulkhead: however many pictures sites ask for, other requests do not wait for their connections. */
const imageUrlPool = { poolSize: 4, applicationName: 'platen image urls', statementTimeoutMs };

export interface SharedParts {
  readonly db: Database;
  /** For requests of signed image URLs alone. */
  readonly imageUrlDb: Database;
  readonly heartbeat: RunningHeartbeat;
  readonly templates: TemplateCache;
  readonly render: RenderParts;
  readonly fetchImage: ImageFetcher;
  readonly imageMemory: MemoryBudget;
  /** Not limited in time. */
  readonly readiness: Readiness;
  /**
   * Starts to render rows of batch jobs, `rowConcurrency` at a time (one more is prepared), and callbacks.
   */
  startWorkers(rowConcurrency: number): Pick<TaskWorker, 'ready' | 'drain' | 'isStuck'>;
  /** Closes what works, but not the databases: workers, then renderers. Aborts work in progress. */
  closeWork(): Promise<void>;
  /** Closes every part that is still open. */
  close(): Promise<void>;
}

/**
 * Builds the parts.
 *
 * @param workerState adds health checks of a worker to the metrics
 * @throws Error with a one-line message if a part cannot be built; those built before are closed.
 */
export async function buildSharedParts(
  config: Config,
  log: Logger,
  processes: StartedProcesses,
  workerState: WorkerState | null = null,
): Promise<SharedParts> {
  const { instanceId } = processes;
  const { imageMaxBytes, imageTimeoutMs, outboundAllow: allow } = config;
  const { batchTimeoutMs, callbackOffsetsMs, resultRetentionMs, urlCacheTtlMs, urlCacheBytes } = config;
  const closers: (() => Promise<void>)[] = [];
  const closeLater = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    closers.push(() => part.close());
    return part;
  };
  /** Closes the parts that were built last, except the first `kept`. */
  const close = async (kept = 0): Promise<void> => {
    while (closers.length > kept)
      await closers
        .pop()?.()
        .catch((error: unknown) => log.error({ err: error }, 'A part failed to close.'));
  };
  try {
    if (config.traces !== null) closeLater(await startTraces({ ...config.traces, instanceId }));
    const storage = await openStorage(config.storageUrl, instanceId, config.bucketCredentials);
    const store = closeLater(await openStore(config, log, processes.database, { statementTimeoutMs }));
    const { db } = store;
    await claimStorage({ db, storage });
    const heartbeat = closeLater(await startHeartbeat(store, instanceId, log));
    const imageUrlDb = store.openPool(imageUrlPool);
    closers.push(() => imageUrlDb.destroy());
    const maintenanceDb = store.openPool(maintenancePool);
    closers.push(() => maintenanceDb.destroy());
    closeLater(
      startMaintenance({
        db: maintenanceDb,
        storage,
        batchTimeoutMs,
        callbackOffsetsMs,
        plans: config.plans,
        log,
        urlCacheTtlMs,
        urlCacheBytes,
      }),
    );
    const databases = closers.length;
    const pool = closeLater(await processes.renderers);
    const { maxOutputPixels, imageMaxPixels, fontsDir } = config;
    const limits = { maxOutputPixels, imageMaxBytes, imageMaxPixels };
    const render: RenderParts = { storage, pool, ...limits, fontsDir };
    const templates = createTemplateCache(db);
    const fetchImage = createImageFetcher({ allow, maxBytes: imageMaxBytes, timeoutMs: imageTimeoutMs });
    const openImageMemory = () => createMemoryBudget(Math.max(imageMemoryBytes, 8 * imageMaxBytes));
    const imageMemory = openImageMemory();
    const readiness: Readiness = {
      database: () => canWrite(db, instanceId),
      storage: () => tryStorage(storage).then(() => true),
      renderer: () => Promise.resolve(pool.isReady()),
      migrations: () => isMigrated(db),
    };
    if (config.metrics !== null) {
      const sources = {
        renderers: () => pool.stats(),
        connections: () => readPoolUse(db),
        service: () => readServiceStats(db),
      };
      const pages = workerState === null ? {} : workerHealthPages(workerState, readiness);
      const metrics = closeLater(await startMetrics(sources, config.metrics, pages));
      log.info({ url: `${readOrigin(config.metrics.host, metrics.port)}/metrics` }, 'metrics');
    }

    const startWorkers: SharedParts['startWorkers'] = (rowConcurrency) => {
      // A separate image memory: images of batches must not make single requests fail.
      const imageParts = { db, storage, log, instanceId, fetchImage, imageTimeoutMs };
      const images = createBatchImages({ ...imageParts, imageMemory: openImageMemory() });
      const { plans } = config;
      const rowParts = {
        ...render,
        db,
        heartbeat,
        templates,
        images,
        resultRetentionMs,
        callbackOffsetsMs,
        longRenderTimeoutMs: config.backgroundRenderTimeoutMs,
        plans,
      };
      const postCallback = createCallbackPoster({ allow, timeoutMs: config.callbackTimeoutMs });
      const callbackParts = {
        db,
        heartbeat,
        postCallback,
        callbackOffsetsMs,
        callbackPauseAfterMs: config.callbackPauseAfterMs,
        webhookOffsetsMs: config.webhookOffsetsMs,
        webhookPauseAfterMs: config.webhookPauseAfterMs,
      };
      const workers = [
        // One task more than renderers keeps all renderers busy while a row is read or stored: 25 % more rows
        // a second.
        closeLater(startBatchWorker(rowParts, { concurrency: rowConcurrency + 1, log })),
        closeLater(startImageWorker(rowParts, { log })),
        closeLater(startCallbackWorker(callbackParts, { log })),
      ];
      return {
        isStuck: () => workers.some((worker) => worker.isStuck()),
        ready: Promise.all(workers.map(({ ready }) => ready)).then(() => undefined),
        drain: async () => void (await Promise.all(workers.map((worker) => worker.drain()))),
      };
    };
    return {
      db,
      imageUrlDb,
      heartbeat,
      templates,
      render,
      fetchImage,
      imageMemory,
      readiness,
      startWorkers,
      closeWork: () => close(databases),
      close,
    };
  } catch (error) {
    await close();
    await stopProcesses(processes);
    throw error;
  }
}
