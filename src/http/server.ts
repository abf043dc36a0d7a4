import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { problems } from '../domain/problems/catalogue.ts';
import { createApi } from './api.ts';
import { createBodyMemory } from './body/body-memory.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { trustProxies } from './client-address.ts';
import { limitConnections, type ConnectionLimits } from './connections.ts';
import { createCors, preflightReply, type Cors } from './cors.ts';
import type { ImageUrlParts } from '../domain/image-urls/parts.ts';
import { createDocsPage, type DocsDemo } from './docs-page/docs-page.ts';
import { answerDownload } from './downloads.ts';
import type { Answer } from './exchange.ts';
import { transportHeaders } from './headers.ts';
import { answerImages, imagesPath, isImagePath } from './image-urls.ts';
import { answerHealth, answerReadiness, type Readiness } from './health.ts';
import { lingerMs, RefusedBodies } from './linger.ts';
import { answerMcp, mcpPath, type McpRouteParts } from './mcp.ts';
import { publicApi, type PublicApiParts } from './public-api.ts';
import { publishContract, publishExamples } from './published-contract.ts';
import { RefusalPace } from './refusal-pace.ts';
import { requireReading } from './resident-file.ts';
import { answerRoot } from './root.ts';
import { setHeaders } from './respond.ts';
import { runRequest, type RequestParts } from './run-request.ts';
import { answerShare } from './shared-files.ts';
import { answerEvents } from './studio/events.ts';
import type { LiveStreams } from './studio/live-streams.ts';
import { createStudioPage } from './studio/page.ts';
import type { PreviewStreams } from './studio/previews/preview-streams.ts';
import {
  answerPreviewUpgrade,
  answerWithoutUpgrade,
  isPreviewUpgrade,
  previewsPath,
} from './studio/previews/upgrade.ts';
import {
  answerUnknownStudioPath,
  createStudioApi,
  maxFileBytes,
  type StudioApiParts,
} from './studio/studio-api.ts';
import { UnreadAnswers } from './unread-answers.ts';
import { answerUpgrades } from './upgrades.ts';

export interface HttpServerParts {
  readonly api: PublicApiParts;
  readonly studio: StudioApiParts;
  readonly mcp: McpRouteParts;
  readonly imageUrls: ImageUrlParts;
  readonly liveStreams: LiveStreams;
  readonly previewStreams: PreviewStreams;
  readonly readiness: Readiness;
  /** The origin that clients see; called once there are requests. */
  readonly publicUrl: () => string;
  /** What the documentation page is filled in with; null without a demo. */
  readonly findDemo: () => DocsDemo | null;
  /** The name of the provider that members of Studio may sign in with; null without one. */
  readonly singleSignOn: string | null;
  readonly log: Logger;
  readonly connections: ConnectionLimits;
  /** How long a connection stays open between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** Origins whose pages may call the service. */
  readonly corsOrigins: readonly string[];
  /** Networks of proxies that name the addresses of clients. */
  readonly trustedProxies: readonly string[];
}

export interface HttpServer {
  /** Starts to accept requests. Port 0 is any free port. Returns the port. */
  listen(host: string, port: number): Promise<number>;
  /**
   * Announces that this process will stop: `/readyz` answers 503, and every answer asks its client to open
   * another connection for the next request. Requests are still accepted.
   */
  announceStop(): void;
  /** Accepts no more connections, and waits until the requests in progress are answered. */
  close(): Promise<void>;
  /**
   * From now on, requests in progress that fail, since renderers and then the rest are closed, are answered
   * with 503. Resolves when none is in progress.
   */
  endRequests(): Promise<void>;
}

/** The time that a request's headers, and the whole request with its body, may take to arrive. */
const arrivalLimits = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
};

/** The HTTP server: the API, its documentation, Studio, agents, files and health checks. */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { log, keepAliveTimeoutMs: keepAliveTimeout } = parts;
  let stopAnnounced = false;
  let draining = false;
  let ending = false;
  const server = createServer({
    requireHostHeader: false,
    keepAliveTimeout,
    ...arrivalLimits,
    // Other requests are answered as if they did not ask for another protocol.
    shouldUpgradeCallback: isPreviewUpgrade,
  });
  const isOverLimit = limitConnections(server, parts.connections);
  const cors = createCors(parts.corsOrigins);
  const refusalPace = parts.api.limitsRates ? new RefusalPace() : null;
  const requestParts: RequestParts = {
    log,
    unread: new UnreadAnswers(),
    refused: new RefusedBodies(),
    refusalPace,
    isEnding: () => ending,
  };
  const app = createRoutes(parts, { isDraining: () => stopAnnounced, isOverLimit, cors, requestParts });
  const inProgress = new Set<ServerResponse>();
  /** Closes the connections that would delay the end, without resetting one that still sends or receives. */
  const closeUnused = () => {
    server.closeIdleConnections();
    if (inProgress.size > 0) return;
    // Node treats a connection without a whole head as busy, and does not check its age after `close`.
    setTimeout(() => server.closeAllConnections(), lingerMs).unref();
  };
  const announceStop = () => {
    stopAnnounced = true;
    refusalPace?.close();
    for (const response of inProgress) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  };
  server.on('request', (incoming, response) => {
    setHeaders(response, { ...transportHeaders(parts.publicUrl()), ...cors.headers(incoming) });
    inProgress.add(response);
    response.on('close', () => {
      inProgress.delete(response);
      if (draining) setImmediate(closeUnused);
    });
    if (stopAnnounced || isOverLimit(incoming.socket)) response.setHeader('Connection', 'close');
  });
  answerBrokenRequests(server, log);
  const openPreviews = answerPreviewUpgrade(parts.studio, parts.previewStreams);
  answerUpgrades(server, (incoming, response, upgrade) => {
    setHeaders(response, transportHeaders(parts.publicUrl()));
    const refuse: Answer = () => {
      throw problems.tooManyConnections();
    };
    const answer = isOverLimit(incoming.socket) ? refuse : openPreviews(upgrade);
    void runRequest(requestParts, incoming, response, answer);
  });
  server.on('request', (incoming, response) => {
    const answer = app.answerAtOnce(incoming);
    if (answer === null) app.routes(incoming, response);
    else void runRequest(requestParts, incoming, response, answer);
  });
  // `Expect: 100-continue` is answered when the body is read; other expectations are ignored.
  server.on('checkContinue', (incoming, response) => server.emit('request', incoming, response));
  server.on('checkExpectation', (incoming, response) => server.emit('request', incoming, response));

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    announceStop,
    async endRequests() {
      ending = true;
      while (inProgress.size > 0) await Promise.all([...inProgress].map(untilClosed));
    },
    close: () =>
      new Promise((resolve) => {
        announceStop();
        draining = true;
        // The system resets connections that it has accepted and Node has not. Right after a turn of the
        // event loop there are hardly any.
        setImmediate(() => {
          server.close(() => resolve());
          closeUnused();
        });
      }),
  };
}

/** Every path of the service. */
function createRoutes(
  parts: HttpServerParts,
  {
    isDraining,
    isOverLimit,
    cors,
    requestParts,
  }: {
    isDraining: () => boolean;
    isOverLimit: (socket: Socket) => boolean;
    cors: Cors;
    requestParts: RequestParts;
  },
): {
  readonly routes: Express;
  /** Answers the busiest path, without the time that Express takes. Null: it is another path. */
  readonly answerAtOnce: (incoming: IncomingMessage) => Answer | null;
} {
  const { api, studio, publicUrl } = parts;
  const { handlerParts, maxBodyBytes } = api;
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  // The API reads its queries itself, strictly.
  app.set('query parser', false);
  trustProxies(app, parts.trustedProxies);
  const run = (answer: Answer) => (incoming: IncomingMessage, response: ServerResponse) =>
    runRequest(requestParts, incoming, response, answer);
  /** Answers the requests to which the condition applies; the others go on. */
  const runIf = (applies: (incoming: IncomingMessage) => boolean, answer: Answer) => {
    const answerRequest = run(answer);
    return (incoming: IncomingMessage, response: ServerResponse, next: () => void) =>
      applies(incoming) ? answerRequest(incoming, response) : next();
  };

  // Also over a limit: the process is alive.
  app.all('/healthz', run(readOnly(answerHealth)));
  app.use(
    runIf(
      ({ socket }) => isOverLimit(socket),
      () => {
        throw problems.tooManyConnections();
      },
    ),
  );
  app.use(runIf(cors.isPreflight, () => preflightReply));
  app.all('/', run(answerRoot));
  app.all('/readyz', run(readOnly(({ note }) => answerReadiness(parts.readiness, isDraining(), note))));
  const answerImage = answerImages(parts.imageUrls, api.contract);
  app.all(expressPath(imagesPath), run(answerImage));
  const bodyMemory = createBodyMemory(Math.max(maxBodyBytes, maxFileBytes));
  for (const [path, answer] of createApi(publicApi(api, bodyMemory))) app.all(expressPath(path), run(answer));
  app.all(mcpPath, run(answerMcp(parts.mcp, bodyMemory)));
  app.all(['/openapi.yaml', '/openapi.json'], run(publishContract(publicUrl)));
  for (const [path, answer] of createStudioApi(studio, bodyMemory)) app.all(expressPath(path), run(answer));
  app.all('/studio/api/{*path}', run(answerUnknownStudioPath));
  app.all('/studio/events', run(answerEvents(studio, parts.liveStreams)));
  app.all(previewsPath, run(answerWithoutUpgrade));
  app.all(['/studio/openapi.yaml', '/studio/openapi.json'], run(publishContract(publicUrl, 'studio')));
  app.all('/examples/{*file}', run(publishExamples()));
  app.all(['/docs', '/docs/{*file}'], run(createDocsPage(parts.findDemo)));
  app.all(['/studio', '/studio/{*page}'], run(createStudioPage(parts)));
  app.all(
    '/files/{*file}',
    run((exchange) => answerDownload(exchange, handlerParts.results)),
  );
  app.all(
    '/s/{*file}',
    run((exchange) => answerShare(exchange, handlerParts)),
  );
  app.use(
    run(({ target }) => {
      throw problems.notFound(target.path);
    }),
  );
  // Express cannot decode the path; `runRequest` refuses it.
  app.use((error: Error, incoming: IncomingMessage, response: ServerResponse, _next: unknown) =>
    runRequest(requestParts, incoming, response, () => Promise.reject(error)),
  );
  return {
    routes: app,
    answerAtOnce: ({ url = '', socket }) => (isImagePath(url) && !isOverLimit(socket) ? answerImage : null),
  };
}

/** The contract's `{name}` is Express's `:name`. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function readOnly(answer: Answer): Answer {
  return (exchange) => {
    exchange.note({ route: exchange.target.path });
    requireReading(exchange.incoming.method);
    return answer(exchange);
  };
}

function untilClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
  });
}
