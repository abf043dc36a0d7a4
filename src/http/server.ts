import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Logger } from 'pino';
import type { HandlerParts, Handlers } from '../../handlers/operation.ts';
import { createApi, type AnyReply, type CompiledContract } from './api.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { conduct } from './conduct.ts';
import { createDocsPage } from './docs-page.ts';
import { answerDownload } from './downloads.ts';
import type { Exchange } from './exchange.ts';
import { transportHeaders } from './headers.ts';
import { answerHealth, answerReadiness, type Readiness } from './health.ts';
import type { AdmissionRules } from './prepare-request.ts';
import { contractPaths, publishContract, publishExamples } from './published-contract.ts';
import { requireReading } from './resident-file.ts';
import { answerShare } from './shared-files.ts';

export interface HttpServerParts {
  readonly contract: CompiledContract;
  readonly rules: AdmissionRules;
  readonly handlers: Handlers;
  readonly handlerParts: HandlerParts;
  readonly readiness: Readiness;
  /** The origin that callers see; asked for once there are any. */
  readonly publicUrl: () => string;
  /** Told of every change of how many requests are under way. */
  readonly noteRequests: (underWay: number) => void;
  readonly log: Logger;
}

export interface HttpServer {
  /** Takes requests from now on. Port 0 is any free one. Returns the port. */
  listen(host: string, port: number): Promise<number>;
  /** Takes no more connections and waits until the requests under way are answered. */
  close(): Promise<void>;
}

/** How long a request may take to arrive, body included. */
const requestTimeoutMs = 120_000;

/** The HTTP side of the service: health, readiness and the API. */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { log } = parts;
  const api = createApi(parts.contract, parts.rules, parts.handlers, parts.handlerParts);
  let draining = false;

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  // The API reads its queries itself, strictly.
  app.set('query parser', false);
  const route = (path: string, answer: (exchange: Exchange) => AnyReply | Promise<AnyReply>): void => {
    app.all(path, (incoming, response) =>
      conduct(log, incoming, response, async (exchange) => {
        exchange.note({ route: path });
        requireReading(incoming.method);
        return await answer(exchange);
      }),
    );
  };
  route('/healthz', answerHealth);
  route('/readyz', () => answerReadiness(parts.readiness, draining));
  const contract = publishContract(parts.publicUrl);
  const examples = publishExamples();
  const docs = createDocsPage();
  app.use((incoming, response) =>
    conduct(log, incoming, response, async (exchange) => {
      const { path } = exchange.target;
      const contractPath = contractPaths.find((each) => each === path);
      if (contractPath !== undefined) return await contract(exchange, contractPath);
      if (path.startsWith('/files/')) return await answerDownload(exchange, parts.handlerParts.results);
      if (path === '/docs' || path.startsWith('/docs/')) return await docs(exchange);
      if (path.startsWith('/examples/')) return await examples(exchange);
      if (path.startsWith('/s/')) return await answerShare(exchange, parts.handlerParts);
      return await api(exchange);
    }),
  );

  const server = createServer({ requireHostHeader: false, requestTimeout: requestTimeoutMs });
  const underWay = new Set<ServerResponse>();
  server.on('request', (_incoming, response) => {
    for (const [name, value] of Object.entries(transportHeaders(parts.publicUrl()))) {
      response.setHeader(name, value);
    }
    underWay.add(response);
    parts.noteRequests(underWay.size);
    response.on('close', () => {
      underWay.delete(response);
      parts.noteRequests(underWay.size);
      // A client that was not told to close its connection would keep it for seconds.
      if (draining) setImmediate(() => server.closeIdleConnections());
    });
    if (draining) response.setHeader('Connection', 'close');
  });
  answerBrokenRequests(server, log);
  server.on('request', app);
  // "Expect: 100-continue" is answered when the body is about to be read, other expectations are nothing to us.
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
    close: () =>
      new Promise((resolve) => {
        draining = true;
        for (const response of underWay) {
          if (!response.headersSent) response.setHeader('Connection', 'close');
        }
        // Closes the connections that wait for their next request, too.
        server.close(() => resolve());
      }),
  };
}
