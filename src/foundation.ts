/**
 * The parts that every process with work to do has, whatever that work is: built once, and closed in reverse order.
 */
import { originOf, type Config } from './config.ts';
import { createBatchImages } from './domain/batch/images.ts';
import { createPictureMemory, type PictureMemory } from './domain/picture-memory.ts';
import type { RenderParts } from './domain/render-template.ts';
import { createTemplateCache, type TemplateCache } from './domain/template-cache.ts';
import { startDuties } from './duties.ts';
import { startBatchWorker } from './jobs/batch-worker.ts';
import { startCallbackWorker } from './jobs/callback-worker.ts';
import type { TaskWorker } from './jobs/task-worker.ts';
import { abandon, type Launched } from './launch.ts';
import type { Logger } from './log.ts';
import { createImageFetcher, type ImageFetcher } from './outbound/fetch-image.ts';
import { createCallbackPoster } from './outbound/post-callback.ts';
import { startPresence, type Presence } from './presence.ts';
import { openStorage } from './storage/open-storage.ts';
import { readPoolUse, type Database } from './store/database.ts';
import { readServiceFigures } from './store/figures.ts';
import { openStore } from './store/open-store.ts';
import { startMetrics, startTraces } from './telemetry/start.ts';

/** What fetched pictures may take while their renders wait: many a card's photos, or four of the largest. */
const pictureMemoryBytes = 256 * 1024 * 1024;

export interface Foundation {
  readonly db: Database;
  readonly presence: Presence;
  readonly templates: TemplateCache;
  readonly render: RenderParts;
  readonly fetchImage: ImageFetcher;
  readonly pictureMemory: PictureMemory;
  /** Begins to work on batch jobs, rendering so many rows at a time, and to deliver callbacks, until the foundation is closed. */
  startWorker(rowsAtOnce: number): Pick<TaskWorker, 'drain'> & { readonly atWork: Promise<unknown> };
  /** Has a part closed before those that were there already. */
  keep<Part extends { close(): Promise<void> }>(part: Part): Part;
  /** Closes every part. What is still under way is cut off. */
  close(): Promise<void>;
}

/**
 * Builds the parts around those that were launched.
 *
 * @throws Error of one line where one cannot be had; those that were there already are closed again.
 */
export async function layFoundation(config: Config, log: Logger, launched: Launched): Promise<Foundation> {
  const closers: (() => Promise<void>)[] = [];
  const keep = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    closers.push(() => part.close());
    return part;
  };
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      await closer().catch((error: unknown) => log.error({ err: error }, 'A part did not close in order.'));
    }
  };
  const { instanceId } = launched;
  try {
    if (config.traces !== null) keep(await startTraces({ ...config.traces, instanceId }));
    const storage = await openStorage(config.storageUrl, instanceId);
    const store = keep(await openStore(config, log, launched.database));
    const { db } = store;
    const presence = keep(await startPresence(store, instanceId, log));
    keep(
      startDuties(
        { db, storage, batchTimeoutMs: config.batchTimeoutMs, callbackOffsetsMs: config.callbackOffsetsMs },
        log,
      ),
    );
    const pool = keep(await launched.renderers);
    const { maxOutputPixels, imageMaxBytes, imageMaxPixels, imageTimeoutMs, resultRetentionMs } = config;
    const render: RenderParts = { storage, pool, maxOutputPixels, imageMaxBytes, imageMaxPixels };
    const templates = createTemplateCache(db);
    const fetchImage = createImageFetcher({
      allow: config.outboundAllow,
      maxBytes: imageMaxBytes,
      timeoutMs: imageTimeoutMs,
    });
    const openPictureMemory = () => createPictureMemory(Math.max(pictureMemoryBytes, 4 * imageMaxBytes));
    const pictureMemory = openPictureMemory();
    if (config.metrics !== null) {
      const sources = {
        renderers: () => pool.stats(),
        connections: () => readPoolUse(db),
        service: () => readServiceFigures(db),
      };
      const metrics = keep(await startMetrics(sources, config.metrics));
      log.info({ url: `${originOf(config.metrics.host, metrics.port)}/metrics` }, 'metrics');
    }
    const { callbackOffsetsMs } = config;
    const startWorker: Foundation['startWorker'] = (rowsAtOnce) => {
      const shared = { db, storage, log, instanceId, fetchImage, imageTimeoutMs };
      // Of their own: a batch's pictures must not have single requests turned away.
      const images = createBatchImages({ ...shared, pictureMemory: openPictureMemory() });
      const work = { ...render, db, presence, templates, images, resultRetentionMs, callbackOffsetsMs };
      const postCallback = createCallbackPoster({
        allow: config.outboundAllow,
        timeoutMs: config.callbackTimeoutMs,
      });
      const workers = [
        // While one row more is read, stored or recorded, every renderer has one: a quarter more rows in the same time.
        keep(startBatchWorker(work, { concurrency: rowsAtOnce + 1, log })),
        keep(startCallbackWorker({ db, presence, postCallback, callbackOffsetsMs }, { log })),
      ];
      return {
        atWork: Promise.all(workers.map(({ atWork }) => atWork)),
        drain: async () => void (await Promise.all(workers.map((worker) => worker.drain()))),
      };
    };
    return { db, presence, templates, render, fetchImage, pictureMemory, startWorker, keep, close };
  } catch (error) {
    await close();
    await abandon(launched);
    throw error;
  }
}
