import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problems } from '../domain/problems/catalogue.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { limitConnections, type ConnectionLimits } from './connections.ts';
import { createCors } from './cors.ts';
import type { Answer } from './exchange.ts';
import { transportHeaders } from './headers.ts';
import { lingerMs, RefusedBodies } from './linger.ts';
import { RefusalPace } from './refusal-pace.ts';
import { setHeaders } from './respond.ts';
import { runRequest, type RequestParts } from './run-request.ts';
import { answerPreviewUpgrade, isPreviewUpgrade } from './studio/previews/upgrade.ts';
import { UnreadAnswers } from './unread-answers.ts';
import { answerUpgrades } from './upgrades.ts';
import { createRoutes, type RouteParts } from './routes.ts';

/** What the server is built of. */
export interface HttpServerParts extends RouteParts {
  readonly connections: ConnectionLimits;
  /** How long a connection stays open between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** Origins whose pages may call the service. */
  readonly corsOrigins: readonly string[];
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

function untilClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
  });
}
