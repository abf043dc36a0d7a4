import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { problems } from '../domain/problems/catalogue.ts';
import { createApi } from './api.ts';
import { createBodyMemory } from './body/body-memory.ts';
import { trustProxies } from './client-address.ts';
import { preflightReply, type Cors } from './cors.ts';
import type { ImageUrlParts } from '../domain/image-urls/parts.ts';
import { createDocsPage, type DocsDemo } from './docs-page/docs-page.ts';
import { answerDownload } from './downloads.ts';
import type { Answer } from './exchange.ts';
import { answerImages, imagesPath, isImagePath } from './image-urls.ts';
import { answerHealth, answerReadiness, type Readiness } from './health.ts';
import { answerMcp, mcpPath, type McpRouteParts } from './mcp.ts';
import { publicApi, type PublicApiParts } from './public-api.ts';
import { publishContract, publishedPaths, publishExamples } from './published-contract.ts';
import { requireReading } from './resident-file.ts';
import { answerRoot } from './root.ts';
import { runRequest, type RequestParts } from './run-request.ts';
import { answerShare } from './shared-files.ts';
import { answerEvents } from './studio/events.ts';
import type { LiveStreams } from './studio/live-streams.ts';
import { createStudioPage } from './studio/page.ts';
import type { PreviewStreams } from './studio/previews/preview-streams.ts';
import { answerWithoutUpgrade, previewsPath } from './studio/previews/upgrade.ts';
import {
  answerUnknownStudioPath,
  createStudioApi,
  maxFileBytes,
  type StudioApiParts,
} from './studio/studio-api.ts';

/** Every path of the service. */
export function createRoutes(
  parts: RouteParts,
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
  app.all(publishedPaths(), run(publishContract(publicUrl)));
  for (const [path, answer] of createStudioApi(studio, bodyMemory)) app.all(expressPath(path), run(answer));
  app.all('/studio/api/{*path}', run(answerUnknownStudioPath));
  app.all('/studio/events', run(answerEvents(studio, parts.liveStreams)));
  app.all(previewsPath, run(answerWithoutUpgrade));
  app.all(publishedPaths('studio'), run(publishContract(publicUrl, 'studio')));
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

/** What the paths are answered with. */
export interface RouteParts {
  readonly log: Logger;
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
  /** Networks of proxies that name the addresses of clients. */
  readonly trustedProxies: readonly string[];
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
