/**
 * The composition root: every part of the service is built here, once, and closed in reverse order.
 */
import { handlers } from '../handlers/index.ts';
import { originOf, type Config } from './config.ts';
import type { GenerateParts } from './domain/generate.ts';
import { createPictureMemory } from './domain/picture-memory.ts';
import { createTemplateCache } from './domain/template-cache.ts';
import { startDuties } from './duties.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import type { Logger } from './log.ts';
import { createCallbackUrlCheck } from './outbound/check-callback-url.ts';
import { createImageFetcher } from './outbound/fetch-image.ts';
import { startPresence } from './presence.ts';
import { startRendererPool } from './render/pool/renderer-pool.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { pingDatabase, type Database } from './store/database.ts';
import { isMigrated } from './store/migrations.ts';
import { openStore } from './store/open-store.ts';

/** What fetched pictures may take while their renders wait: many a card's photos, or four of the largest. */
const pictureMemoryBytes = 256 * 1024 * 1024;

export interface App {
  readonly db: Database;
  readonly storage: Storage;
  /** Takes requests from now on, and returns the origin that it listens at. */
  listen(): Promise<string>;
  /** Takes no new requests and resolves once those under way are answered. */
  drain(): Promise<void>;
  /** Closes every part. What is still under way is cut off. */
  close(): Promise<void>;
}

/**
 * Builds the service.
 *
 * @throws Error of one line where a part cannot be had; those that were there already are closed again.
 */
export async function createApp(config: Config, log: Logger): Promise<App> {
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
  try {
    const storage = await openStorage(config.storageUrl, null);
    const store = keep(await openStore(config, log));
    const { db } = store;
    const presence = keep(await startPresence(store, log));
    keep(startDuties({ db, storage }, log));
    const pool = keep(
      await startRendererPool({
        processes: config.renderThreads,
        queueLimit: config.renderQueue,
        timeoutMs: config.renderTimeoutMs,
        log,
      }),
    );
    const templates = createTemplateCache(db);
    const generate: GenerateParts = {
      db,
      instanceId: presence.instanceId,
      plans: config.plans,
      templates,
      storage,
      pool,
      fetchImage: createImageFetcher({
        allow: config.outboundAllow,
        maxBytes: config.imageMaxBytes,
        timeoutMs: config.imageTimeoutMs,
      }),
      pictureMemory: createPictureMemory(Math.max(pictureMemoryBytes, 4 * config.imageMaxBytes)),
      maxOutputPixels: config.maxOutputPixels,
      imageMaxBytes: config.imageMaxBytes,
      imageMaxPixels: config.imageMaxPixels,
    };
    const server = await createHttpServer({
      rules: {
        db,
        plans: config.plans,
        rateLimits: config.rateLimits,
        maxBodyBytes: config.maxBodyBytes,
      },
      handlers,
      handlerParts: {
        db,
        storage,
        templates,
        generate,
        submit: {
          db,
          plans: config.plans,
          templates,
          maxOutputPixels: config.maxOutputPixels,
          batchMaxRows: config.batchMaxRows,
          isCallbackUrlAccepted: createCallbackUrlCheck({ allow: config.outboundAllow }),
        },
      },
      readiness: {
        database: () => pingDatabase(db),
        storage: () => storage.check().then(() => true),
        renderer: () => Promise.resolve(pool.isReady()),
        migrations: () => isMigrated(db),
      },
      log,
    });
    return {
      db,
      storage,
      listen: async () => originOf(config.host, await listen(server, config)),
      drain: () => server.close(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(server: HttpServer, { host, port }: Config): Promise<number> {
  try {
    return await server.listen(host, port);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`PORT=${port} is in use on ${host}: stop what listens there, or choose another PORT.`, {
        cause: error,
      });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `HOST=${host}, PORT=${port}: cannot listen there (${reason}). HOST takes an address of this machine, PORT a ` +
        `port that this user may open.`,
      { cause: error },
    );
  }
}
