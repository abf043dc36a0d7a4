/**
 * The composition root, part two: a process that takes requests. Each part is built once, here, in
 * `shared-parts.ts` or in `handler-parts.ts`.
 */
import { handlers } from '../../handlers/index.ts';
import { studioHandlers } from '../../studio/handlers/index.ts';
import { sleep } from '../async/abortable.ts';
import { withTimeout } from '../async/timeout.ts';
import { readOrigin, type Config } from '../config/config.ts';
import { createDownloadUrlSigner } from '../domain/batches/download-urls.ts';
import { createImageUrlParts } from '../domain/image-urls/parts.ts';
import { openServiceSeal, readSigningSecret } from '../domain/image-urls/seal-of-service.ts';
import { createAuthoringParts } from '../domain/authoring/parts.ts';
import { createPreviewParts } from '../domain/previews/parts.ts';
import { RateRefusals } from '../domain/quota/rate-refusals.ts';
import { reportInstalledFonts } from './installed-fonts.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { createThumbnailParts } from '../domain/authoring/thumbnails.ts';
import { zipLimits } from '../domain/templates/import-zip.ts';
import { compileContract, openContract } from '../http/contract.ts';
import { limitChecks } from '../http/health.ts';
import type { DocsDemo } from '../http/docs-page/docs-page.ts';
import { listenError } from '../http/listen-address.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import { LiveStreams } from '../http/studio/live-streams.ts';
import { createDesignConverter } from '../importers/design-converter.ts';
import { PreviewStreams } from '../http/studio/previews/preview-streams.ts';
import type { McpParts } from '../mcp/tool.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import { EVENT_CHANNEL, startListener } from '../store/listener.ts';
import { settleTokens } from '../store/rate-limits.ts';
import { findSession } from '../store/sessions.ts';
import { shareListener } from '../store/shared-listener.ts';
import { isVisibleTemplate } from '../store/templates.ts';
import { listViewers, removeViewers, touchViewers } from '../store/template-viewers.ts';
import type { Logger } from '../telemetry/log.ts';
import { buildHandlerParts } from './handler-parts.ts';
import { buildIdentityParts } from './identity-parts.ts';
import { buildSharedParts } from './shared-parts.ts';
import { startServiceProcesses, type StartedProcesses } from './started-processes.ts';

export interface Service {
  readonly db: Database;
  readonly storage: Storage;
  /** What the tools of agents work with. */
  readonly mcp: McpParts;
  /** Starts to take requests. Returns the origin that it listens on. */
  listen(): Promise<string>;
  /** Fills in the forms of the documentation page with a demo from now on. */
  showDemo(demo: DocsDemo): void;
  /** Takes requests for `DRAIN_DELAY` more, while `/readyz` answers 503. A second signal ends the wait. */
  leave(hurry: AbortSignal): Promise<void>;
  /**
   * Takes no new requests and tasks. Resolves once those in progress are finished or returned to the queue.
   */
  drain(): Promise<void>;
  /** Closes every part. Aborts work in progress. */
  close(): Promise<void>;
}

/** How long requests that fail at the end may take to refund their charges, and to be answered. */
const maxEndMs = 3_000;

/**
 * Builds the service.
 *
 * @param worksOnBatches whether this process also renders rows of batch jobs
 * @throws Error with a one-line message if a part cannot be built; those built before are closed.
 */
export async function createService(
  config: Config,
  log: Logger,
  {
    worksOnBatches = false,
    processes = startServiceProcesses(config, log),
  }: { readonly worksOnBatches?: boolean; readonly processes?: StartedProcesses } = {},
): Promise<Service> {
  // The contract is compiled while the database and the renderers start.
  const [parts, contract, studioContract] = await Promise.all([
    buildSharedParts(config, log, processes),
    compileContract('openapi'),
    openContract('studio'),
  ]);
  const { db, templates, render } = parts;
  const { storage } = render;
  const { plans } = config;
  let origin = config.publicUrl;
  // With PORT=0 it is only known once the server listens, which is before the first request.
  const publicUrl = () => origin ?? '';
  let shownDemo: DocsDemo | null = null;
  try {
    const secret = await readSigningSecret(db, config.signingSecret);
    const { seal, unreadableKeys } = await openServiceSeal(db, secret);
    if (unreadableKeys > 0) {
      log.warn(
        { unreadableKeys },
        'SIGNING_SECRET was changed: the URLs of older URL keys are refused. Make new keys, or restore it.',
      );
    }
    if (config.fontsDir !== null) await reportInstalledFonts(config.fontsDir, log);
    const downloads = createDownloadUrlSigner({
      secret,
      ttlMs: config.downloadUrlTtlMs,
      publicUrl,
      storage,
    });
    const workers = worksOnBatches ? parts.startWorkers(processes.counts.batchProcesses) : null;
    const fileLimits: CheckLimits = {
      maxImagePixels: config.imageMaxPixels,
      maxOutputPixels: config.maxOutputPixels,
      timeoutMs: config.renderTimeoutMs,
      fontsDir: config.fontsDir,
    };
    const handlerParts = buildHandlerParts(config, {
      parts,
      processes,
      downloads,
      publicUrl,
      fileLimits,
    });
    const findCaller = async (tokenHash: Buffer) => {
      const caller = await findSession(db, tokenHash);
      return caller?.needsSecondFactor === true ? null : caller;
    };
    const events = shareListener((handlers) =>
      startListener(db, { ...handlers, channel: EVENT_CHANNEL, log }),
    );
    const liveStreams = new LiveStreams({ findCaller, listen: events.subscribe });
    const { maxBodyBytes, rateLimits: limitsRates } = config;
    const { fetchImage } = parts;
    const authoring = createAuthoringParts({
      db,
      storage,
      fileLimits,
      zipLimits: zipLimits(config.maxBodyBytes),
      plans,
    });
    const previews = createPreviewParts({
      ...render,
      db,
      plans,
      limitsRates,
      authoring,
      templates,
      fetchImage,
    });
    const previewStreams = new PreviewStreams({
      previews,
      findCaller,
      maySee: (caller, templateId) => isVisibleTemplate(db, caller, templateId),
      settleTokens: (limit, tokens) => settleTokens(db, limit, tokens),
      log,
      listen: events.subscribe,
      viewers: {
        touch: (viewers) => touchViewers(db, viewers),
        remove: (ids) => removeViewers(db, ids),
        list: (ids) => listViewers(db, ids),
      },
    });
    const imageUrls = createImageUrlParts({
      ...handlerParts.generate,
      db: parts.imageUrlDb,
      seal,
      urlCacheTtlMs: config.urlCacheTtlMs,
    });
    const mcp: McpParts = { db, plans, limitsRates, handlerParts, authoring, previews };
    const rateRefusals = new RateRefusals();
    const server = createHttpServer({
      mcp: {
        db,
        limitsRates,
        rateRefusals,
        maxBodyBytes,
        publicUrl,
        // Loaded with the first message: many services never get one.
        answer: async (message) => (await import('../mcp/serve-http.ts')).answerMessage(mcp, message),
      },
      api: { contract, db, plans, limitsRates, rateRefusals, maxBodyBytes, handlers, handlerParts },
      studio: {
        contract: studioContract,
        rateRefusals,
        handlers: studioHandlers,
        handlerParts: {
          ...handlerParts,
          ...(await buildIdentityParts(config, log, { db, storage, publicUrl, signingSecret: secret })),
          limitsRates,
          publicUrl,
          authoring,
          previews,
          imageUrls,
          convert: createDesignConverter(
            {
              allow: config.outboundAllow,
              maxBytes: config.imageMaxBytes,
              timeoutMs: config.imageTimeoutMs,
            },
            authoring.fileLimits,
          ),
          thumbnails: createThumbnailParts({ db, storage, plans, draw: previews }),
        },
        maxBodyBytes,
        publicUrl,
      },
      imageUrls,
      liveStreams,
      previewStreams,
      readiness: limitChecks(parts.readiness),
      publicUrl,
      findDemo: () => shownDemo,
      singleSignOn: config.oidc === null ? null : new URL(config.oidc.issuer).host,
      log,
      connections: { max: config.maxConnections, maxPerAddress: config.maxConnectionsPerAddress },
      keepAliveTimeoutMs: config.keepAliveTimeoutMs,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
    });
    return {
      db,
      storage,
      mcp,
      async listen() {
        const listening = readOrigin(config.host, await listen(server, config));
        origin ??= listening;
        return listening;
      },
      showDemo(demo) {
        shownDemo = demo;
      },
      async leave(hurry) {
        server.announceStop();
        await sleep(config.drainDelayMs, hurry);
      },
      async drain() {
        const streams = [liveStreams.close(), previewStreams.close()];
        await Promise.all([server.close(), ...streams, workers?.drain()]);
      },
      async close() {
        const answered = server.endRequests();
        imageUrls.turns.close();
        await Promise.all([liveStreams.close(), previewStreams.close()]);
        await parts.closeWork();
        // Requests that fail now refund what they have charged, which needs the database.
        await withTimeout(answered, maxEndMs).catch(() => undefined);
        await parts.close();
      },
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

async function listen(server: HttpServer, { host, port }: Config): Promise<number> {
  try {
    return await server.listen(host, port);
  } catch (error) {
    throw listenError(error, { host, port });
  }
}
