/**
 * The composition root of a process that takes requests: every part of it is built here or in the foundation, once, and closed
 * in reverse order.
 */
import { randomBytes } from 'node:crypto';
import { handlers } from '../handlers/index.ts';
import { originOf, type Config } from './config.ts';
import { createDownloads } from './domain/batch/downloads.ts';
import { createQuotaRoom } from './domain/quota-room.ts';
import { layFoundation } from './foundation.ts';
import { compileContract } from './http/api.ts';
import { requestLimits } from './http/rate-limits.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { launchService, type Launched } from './launch.ts';
import type { Logger } from './log.ts';
import { createCallbackUrlCheck } from './outbound/check-callback-url.ts';
import type { Storage } from './storage/storage.ts';
import { pingDatabase, type Database } from './store/database.ts';
import { isMigrated } from './store/migrations.ts';
import { keepSetting } from './store/settings.ts';

export interface App {
  readonly db: Database;
  readonly storage: Storage;
  /** Takes requests from now on, and returns the origin that it listens at. */
  listen(): Promise<string>;
  /** Takes no new requests and tasks, and resolves once those under way are answered and given back. */
  drain(): Promise<void>;
  /** Closes every part. What is still under way is cut off. */
  close(): Promise<void>;
}

/**
 * Builds the service.
 *
 * @param worksOnBatches whether this process renders the rows of batch jobs, too
 * @param launched what was started ahead of it
 * @throws Error of one line where a part cannot be had; those that were there already are closed again.
 */
export async function createApp(
  config: Config,
  log: Logger,
  {
    worksOnBatches = false,
    launched = launchService(config, log),
  }: { readonly worksOnBatches?: boolean; readonly launched?: Launched } = {},
): Promise<App> {
  // The contract is compiled while the database and the renderers start.
  const [foundation, contract] = await Promise.all([layFoundation(config, log, launched), compileContract()]);
  const { db, templates, render } = foundation;
  const { storage } = render;
  const { plans, maxOutputPixels } = config;
  let origin = config.publicUrl;
  // Known by the time at which a request comes.
  const publicUrl = () => origin ?? '';
  try {
    const secret = config.signingSecret ?? (await keepSetting(db, 'signing secret', makeSecret));
    const downloads = createDownloads({
      secret,
      ttlMs: config.downloadUrlTtlMs,
      publicUrl,
      storage,
    });
    const worker = worksOnBatches ? foundation.startWorker(launched.shares.batchProcesses) : null;
    const server = createHttpServer({
      contract,
      rules: {
        db,
        limits: config.rateLimits ? requestLimits(plans) : null,
        maxBodyBytes: config.maxBodyBytes,
      },
      handlers,
      handlerParts: {
        db,
        storage,
        templates,
        cancel: { db, callbackOffsetsMs: config.callbackOffsetsMs },
        results: { db, storage, downloads },
        shares: { db, publicUrl },
        generate: {
          ...render,
          db,
          instanceId: foundation.presence.instanceId,
          plans,
          templates,
          fetchImage: foundation.fetchImage,
          pictureMemory: foundation.pictureMemory,
          quotaRoom: createQuotaRoom(),
        },
        submit: {
          db,
          plans,
          templates,
          maxOutputPixels,
          batchMaxRows: config.batchMaxRows,
          isCallbackUrlAccepted: createCallbackUrlCheck({ allow: config.outboundAllow }),
        },
      },
      readiness: {
        database: () => pingDatabase(db),
        storage: () => storage.check().then(() => true),
        renderer: () => Promise.resolve(render.pool.isReady()),
        migrations: () => isMigrated(db),
      },
      publicUrl,
      noteRequests: (underWay) => render.pool.noteRequests(underWay),
      log,
    });
    return {
      db,
      storage,
      async listen() {
        const listening = originOf(config.host, await listen(server, config));
        origin ??= listening;
        return listening;
      },
      async drain() {
        await Promise.all([server.close(), worker?.drain()]);
      },
      close: () => foundation.close(),
    };
  } catch (error) {
    await foundation.close();
    throw error;
  }
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
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
